import { join } from 'node:path';
import { createLatchkey, drop, userApi, version, type Latchkey, type Session } from '@latchkey/client';
import { createFileStore } from '@latchkey/client/file-store';
import { createComplaint, exitCodes, isSystemError } from './failure.ts';
import { askFreshly } from './fresh-code.ts';
import { loginFor, type Login } from './login.ts';
import type { Globals } from './options.ts';
import { createOutput, type Output } from './output.ts';
import { findProfile, type Profile } from './profile.ts';
import type { Shell } from './shell.ts';
import { createFetch } from './transfer.ts';
import { readVariable } from './variables.ts';

/** Which login calls are made with; `nothing` is none at all. */
type Needs = Login | 'nothing';
type Connection = ReturnType<Latchkey['useToken']>;

export interface Context {
  readonly shell: Shell;
  readonly globals: Globals;
  readonly out: Output;
  readonly profileName: string;
  /** Throws a complaint where no address is known, and so do all below that need one. */
  readonly profile: Profile;
  readonly latchkey: Latchkey;
  /** The tokens of the login that the command needs, or of the one that is named, or those of LATCHKEY_TOKEN. */
  connect(needs?: Needs): Promise<Connection>;
  /** Typed calls of user-api with these tokens, which ask for a fresh code where one is needed. Ctrl-C ends them. */
  userApi(needs?: Needs): Promise<ReturnType<typeof userApi>>;
  drop(needs?: Needs): Promise<ReturnType<typeof drop>>;
  /** Where the login is kept, and the operator's, which is never refreshed. */
  openPlace(place: Place): Promise<OpenPlace>;
  /** Whether a login of an operator is there and has not ended. */
  isOperator(): Promise<boolean>;
}

type Place = 'session' | 'admin';

export interface OpenPlace {
  readonly store: ReturnType<typeof createFileStore>;
  readonly session: Session;
}

/** `advice` is the command that gives the login. */
export async function createContext(
  shell: Shell,
  globals: Globals,
  login: Login,
  advice: string = loginFor(login),
): Promise<Context> {
  const { name, profile } = await findProfile(shell, globals);
  return createContextOf(profile ?? name, shell, globals, { login, advice });
}

/** The same for a profile that was found before, or one of this name without an address. */
export function createContextOf(
  found: Profile | string,
  shell: Shell,
  globals: Globals,
  { login, advice }: { readonly login: Login; readonly advice: string },
): Context {
  let opened: Latchkey | undefined;
  const findPlace = () => {
    if (typeof found !== 'string') return found;
    throw createComplaint('No address is known. Run: latchkey login --sso https://…', exitCodes.loginNeeded);
  };
  const open = () => (opened ??= openLatchkey(shell, globals, findPlace()));

  async function openPlace(place: Place): Promise<OpenPlace> {
    const path = join(findPlace().folder, `${place}.json`);
    const store = createFileStore(path);
    const session = await open().openSession(store, undefined, { refresh: place !== 'admin' });
    await session.state().catch((error: unknown) => {
      // The store names the file, and the system says why it cannot be read.
      if (isSystemError(((error as Error).cause as Error | undefined)?.cause)) throw error;
      throw createComplaint(`${path} is damaged; remove it and log in again.`, exitCodes.loginNeeded);
    });
    return { store, session };
  }

  async function connect(needs: Needs = login): Promise<Connection> {
    if (needs === 'nothing') return open().useToken();
    const token = readVariable(shell, 'LATCHKEY_TOKEN');
    if (token) return open().useToken(token);
    const { session } = await openPlace(needs === 'admin' ? 'admin' : 'session');
    const { status } = await session.state();
    if (status === 'active') return session;
    const who = needs === 'admin' ? 'logged in as an operator' : 'logged in';
    const only = needs !== 'admin' && (await isOperator()) ? ', only as an operator (--admin)' : '';
    const message = `You are not ${who} at ${findPlace().sso}${only}. Run: ${needs === login ? advice : loginFor(needs)}`;
    throw createComplaint(message, exitCodes.loginNeeded);
  }

  async function isOperator(): Promise<boolean> {
    const state = await (await openPlace('admin')).session.state();
    return state.status === 'active' && state.accessExpiresAtMs > shell.clock.now();
  }

  return {
    shell,
    globals,
    profileName: typeof found === 'string' ? found : found.name,
    get profile() {
      return findPlace();
    },
    get latchkey() {
      return open();
    },
    out: createOutput(shell, globals),
    openPlace,
    isOperator,
    connect,
    userApi: async (needs) => askFreshly(userApi(await connect(needs)), shell),
    drop: async (needs) => drop(await connect(needs)),
  };
}

function openLatchkey(shell: Shell, globals: Globals, { sso, userApi: api, drop: drops, clientId }: Profile) {
  return createLatchkey({
    sso,
    ...(api === undefined ? {} : { userApi: api }),
    ...(drops === undefined ? {} : { drop: drops }),
    clientId,
    userAgent: `latchkey/${version}`,
    // A copied token is useless without the key beside it, and a stolen refresh token too.
    dpop: true,
    fetch: createFetch(shell, globals.quiet),
    clock: {
      now: shell.clock.now,
      // Ctrl-C also ends the wait before a refresh is repeated.
      wait: (ms, signal = shell.signal) => shell.clock.wait(ms, signal),
    },
  });
}
