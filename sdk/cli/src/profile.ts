import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { isHttpAllowed, judgeAddress, type Latchkey } from '@latchkey/client';
import { findTarget, ignoreMissing } from '@latchkey/client/file-store';
import { createComplaint, exitCodes } from './failure.ts';
import type { Globals } from './options.ts';
import type { Shell } from './shell.ts';
import { readVariable } from './variables.ts';

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

export const standardClientId = 'latchkey-cli';
const nameRule = /^[a-z0-9][a-z0-9._-]{0,63}$/i;

type Named = Pick<Globals, 'profile' | 'sso' | 'user-api' | 'drop'>;

/** The folder of the profiles. A folder that is no absolute path is to be ignored (XDG Base Directory Specification). */
export function findConfigDir(env: Shell['env'], home: string): string {
  const { XDG_CONFIG_HOME: named = '' } = env;
  return join(isAbsolute(named) ? named : join(home, '.config'), 'latchkey');
}

/** Where to go: by option, then by variable, then by the last login of the profile. No `profile` where none says it. */
export async function findProfile(
  shell: Pick<Shell, 'env' | 'configDir'>,
  options: Named,
): Promise<{ readonly name: string; readonly profile: Profile | undefined }> {
  const { configDir } = shell;
  const choose = (option: keyof Named, variable: string) => options[option] ?? readVariable(shell, variable);
  const name = choose('profile', 'LATCHKEY_PROFILE') ?? 'default';
  if (!nameRule.test(name))
    throw createComplaint(`${JSON.stringify(name)} is not a profile name.`, exitCodes.unclear);
  const kept = await readAddresses(placeAddresses(configDir, name));
  const sso = checkAddress('sso', choose('sso', 'SSO_URL') ?? kept?.sso);
  if (sso === undefined) return { name, profile: undefined };
  // The addresses of another installation must never see the tokens of this one.
  const known: Partial<Addresses> = kept?.sso === sso ? kept : {};
  const named = {
    userApi: checkAddress('user-api', choose('user-api', 'USER_API_URL')),
    drop: checkAddress('drop', choose('drop', 'DROP_URL')),
  };
  const clientId = readVariable(shell, 'LATCHKEY_CLIENT_ID');
  return { name, profile: complete(configDir, { name, sso, named }, known, clientId) };
}

function complete(
  configDir: string,
  said: Pick<Profile, 'name' | 'sso' | 'named'>,
  known: Partial<Addresses>,
  clientId = known.clientId ?? standardClientId,
): Profile {
  const { name, sso, named } = said;
  const userApi = named.userApi ?? known.userApi;
  const drop = named.drop ?? known.drop;
  const folder = join(configDir, name, encodeURIComponent(`${clientId}@${sso}`));
  return { ...said, userApi, drop, clientId, folder };
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
  const names = (await list(configDir)).filter((name) => nameRule.test(name));
  const found = names.sort().map(async (name) => {
    const kept = await readAddresses(placeAddresses(configDir, name));
    return { name, sso: kept?.sso };
  });
  return Promise.all(found);
}

/** All that is kept of a profile: one for each client and installation. */
export async function openProfiles(
  { configDir }: Pick<Shell, 'configDir'>,
  name: string,
): Promise<readonly Profile[]> {
  return (await list(join(configDir, name))).flatMap((folder) => {
    const [, clientId, sso] = /^(.+)@(https?:.+)$/.exec(decode(folder)) ?? [];
    if (clientId === undefined || sso === undefined) return [];
    const place = { name, clientId, sso, folder: join(configDir, name, folder) };
    return [{ ...place, userApi: undefined, drop: undefined, named: {} }];
  });
}

const list = async (folder: string): Promise<string[]> => (await readdir(folder).catch(ignoreMissing)) ?? [];

/** The name of a folder of this command; what is none stays as it is. */
function decode(folder: string): string {
  try {
    return decodeURIComponent(folder);
  } catch {
    return folder;
  }
}

export async function removeProfile({ configDir }: Pick<Shell, 'configDir'>, name: string): Promise<void> {
  await rm(join(configDir, name), { recursive: true, force: true });
}

/** Writes a file whole or not at all, for its owner alone. A link stays one. */
export async function writePrivate(path: string, text: string): Promise<void> {
  const target = await findTarget(path);
  const draft = `${target}.${crypto.randomUUID()}.tmp`;
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, target);
}

/** The text of a file of this command; undefined where there is none. */
export async function readKeptFile(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8')
    .catch(ignoreMissing)
    .catch((error: NodeJS.ErrnoException) => {
      throw createComplaint(`${path} cannot be read (${error.code}).`);
    });
}

const placeAddresses = (configDir: string, name: string) => join(configDir, name, 'addresses.json');

/** Undefined where none are kept. */
async function readAddresses(path: string): Promise<Addresses | undefined> {
  const text = await readKeptFile(path);
  if (text === undefined) return undefined;
  try {
    const kept = JSON.parse(text) as Partial<Addresses> | null;
    if (typeof kept?.sso === 'string') return kept as Addresses;
  } catch {
    // It is no JSON.
  }
  throw createComplaint(`${path} is damaged; remove it and log in again.`);
}

/** The address without a slash at its end. Throws a complaint about what is none. */
function checkAddress(option: string, address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const fault = judgeAddress(address);
  if (fault !== undefined) throw createComplaint(`--${option} ${fault}`, exitCodes.unclear);
  if (new URL(address).protocol === 'http:' && !isHttpAllowed({}, address))
    throw createComplaint(
      `${address} is not https:, and http: is only for this machine. Name its https: address.`,
      exitCodes.unclear,
    );
  return address.replace(/\/+$/, '');
}
