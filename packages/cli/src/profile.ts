import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isHttpAllowed, type Latchkey } from '@latchkey/client';
import { createComplaint, exitCodes } from './failure.ts';
import type { Globals } from './options.ts';
import type { Shell } from './shell.ts';

/** An installation and who logs in to it. */
export interface Profile {
  readonly name: string;
  readonly sso: string;
  /** Undefined where nobody has said it: sso's metadata names it. */
  readonly userApi: string | undefined;
  readonly drop: string | undefined;
  /** What an option or a variable has said of them now. */
  readonly named: Partial<Record<'userApi' | 'drop', string | undefined>>;
  readonly clientId: string;
  /** The folder with what belongs to this profile, client and installation; only its owner can read what is in it. */
  readonly folder: string;
}

type Addresses = Pick<Profile, 'sso' | 'userApi' | 'drop' | 'clientId'>;

/** The client of this command. */
export const standardClientId = 'latchkey-cli';
const local: Addresses = {
  sso: 'http://localhost:4001',
  userApi: 'http://localhost:4002',
  drop: 'http://localhost:4003',
  clientId: standardClientId,
};
const nameRule = /^[a-z0-9][a-z0-9._-]{0,63}$/i;

type Named = Pick<Globals, 'profile' | 'sso' | 'user-api' | 'drop'>;

/** Where to go: by option, then by variable, then by the last login of the profile, then the local installation. */
export async function findProfile(
  { env, configDir }: Pick<Shell, 'env' | 'configDir'>,
  options: Named,
): Promise<Profile> {
  const choose = (option: keyof Named, variable: string) => options[option] ?? (env[variable] || undefined);
  const name = choose('profile', 'LATCHKEY_PROFILE') ?? 'default';
  if (!nameRule.test(name))
    throw createComplaint(`${JSON.stringify(name)} is not a profile name.`, exitCodes.unclear);
  const kept = await readAddresses(placeAddresses(configDir, name));
  const sso = trim(choose('sso', 'SSO_URL') ?? kept.sso);
  // The addresses of another installation must never see the tokens of this one.
  const known = [kept, local].find((one) => one.sso === sso) ?? {
    ...local,
    userApi: undefined,
    drop: undefined,
  };
  const clientId = env['LATCHKEY_CLIENT_ID'] || known.clientId;
  const named = {
    userApi: trimIfNamed(choose('user-api', 'USER_API_URL')),
    drop: trimIfNamed(choose('drop', 'DROP_URL')),
  };
  return {
    name,
    sso,
    userApi: named.userApi ?? known.userApi,
    drop: named.drop ?? known.drop,
    named,
    clientId,
    folder: join(configDir, name, encodeURIComponent(`${clientId}@${sso}`)),
  };
}

/**
 * Remembers the addresses of a login for the commands that follow: those that were named, else those that sso names now,
 * else those that are known.
 */
export async function keepAddresses(
  { configDir }: Pick<Shell, 'configDir'>,
  { name, sso, named, clientId, ...known }: Profile,
  latchkey: Pick<Latchkey, 'findSiblings'>,
): Promise<void> {
  // Where sso does not answer now, later commands ask it.
  const said = await latchkey.findSiblings().catch(() => undefined);
  const kept: Addresses = {
    sso,
    userApi: named.userApi ?? said?.userApi ?? known.userApi,
    drop: named.drop ?? said?.drop ?? known.drop,
    clientId,
  };
  await writePrivate(placeAddresses(configDir, name), JSON.stringify(kept));
}

/** The profiles that are kept, by name, with the installation of the last login. */
export async function listProfiles({ configDir }: Pick<Shell, 'configDir'>) {
  const names = (await readdir(configDir).catch(() => [])).filter((name) => nameRule.test(name));
  const found = names.toSorted().map(async (name) => {
    const { sso } = await readAddresses(placeAddresses(configDir, name));
    return { name, sso };
  });
  return Promise.all(found);
}

/** All that is kept of a profile: one for each client and installation. */
export async function openProfiles(
  { configDir }: Pick<Shell, 'configDir'>,
  name: string,
): Promise<readonly Profile[]> {
  const folders = await readdir(join(configDir, name)).catch(() => []);
  return folders.flatMap((folder) => {
    const [, clientId, sso] = /^(.+)@(https?:.+)$/.exec(decodeURIComponent(folder)) ?? [];
    if (clientId === undefined || sso === undefined) return [];
    const place = { name, clientId, sso, folder: join(configDir, name, folder) };
    return [{ ...place, userApi: undefined, drop: undefined, named: {} }];
  });
}

/** Removes all that is kept of a profile. */
export async function removeProfile({ configDir }: Pick<Shell, 'configDir'>, name: string): Promise<void> {
  await rm(join(configDir, name), { recursive: true, force: true });
}

/** Writes a file whole or not at all, for its owner alone. */
export async function writePrivate(path: string, text: string): Promise<void> {
  const draft = `${path}.${crypto.randomUUID()}.tmp`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, path);
}

const placeAddresses = (configDir: string, name: string) => join(configDir, name, 'addresses.json');

async function readAddresses(path: string): Promise<Addresses> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  try {
    return text === undefined ? local : (JSON.parse(text) as Addresses);
  } catch {
    throw createComplaint(`${path} is damaged; remove it and log in again.`);
  }
}

const trimIfNamed = (address: string | undefined) => (address === undefined ? undefined : trim(address));

/** The address without a slash at its end. Throws a complaint about what is none. */
function trim(address: string): string {
  if (!URL.canParse(address) || !/^https?:/i.test(address))
    throw createComplaint(
      `${JSON.stringify(address)} is not a service address: it begins with https:// or http://.`,
      exitCodes.unclear,
    );
  if (new URL(address).protocol === 'http:' && !isHttpAllowed({}, address))
    throw createComplaint(
      `${address} is not https:, and http: is only for this machine. Name its https: address.`,
      exitCodes.unclear,
    );
  return address.replace(/\/+$/, '');
}
