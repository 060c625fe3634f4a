import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createComplaint, exitCodes } from './failure.ts';
import type { Globals } from './options.ts';
import type { Shell } from './shell.ts';

/** An installation and who logs in to it. */
export interface Profile {
  readonly name: string;
  readonly sso: string;
  /** Undefined where nobody has said it. */
  readonly userApi: string | undefined;
  readonly drop: string | undefined;
  readonly clientId: string;
  /** The folder with what belongs to this profile, client and installation; only its owner can read what is in it. */
  readonly folder: string;
}

type Addresses = Pick<Profile, 'sso' | 'userApi' | 'drop' | 'clientId'>;

const local: Addresses = {
  sso: 'http://localhost:4001',
  userApi: 'http://localhost:4002',
  drop: 'http://localhost:4003',
  clientId: 'latchkey-cli',
};
const nameRule = /^[a-z0-9][a-z0-9._-]{0,63}$/i;

type Named = Pick<Globals, 'profile' | 'sso' | 'user-api' | 'drop'>;

/** Where to go: by option, then by variable, then by the last login of the profile, then the local installation. */
export async function findProfile(
  { env, configDir }: Pick<Shell, 'env' | 'configDir'>,
  named: Named,
): Promise<Profile> {
  const choose = (option: keyof Named, variable: string) => named[option] ?? (env[variable] || undefined);
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
  return {
    name,
    sso,
    userApi: trimIfNamed(choose('user-api', 'USER_API_URL') ?? known.userApi),
    drop: trimIfNamed(choose('drop', 'DROP_URL') ?? known.drop),
    clientId,
    folder: join(configDir, name, encodeURIComponent(`${clientId}@${sso}`)),
  };
}

/** Remembers the addresses of a login for the commands that follow. */
export async function keepAddresses(
  { configDir }: Pick<Shell, 'configDir'>,
  { name, sso, userApi, drop, clientId }: Profile,
): Promise<void> {
  const kept: Addresses = { sso, userApi, drop, clientId };
  await writePrivate(placeAddresses(configDir, name), JSON.stringify(kept));
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
    throw createComplaint(`${JSON.stringify(address)} is not a service address.`, exitCodes.unclear);
  return address.replace(/\/+$/, '');
}
