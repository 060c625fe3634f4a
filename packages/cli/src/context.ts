import { join } from 'node:path';
import { createLatchkey, drop, userApi, type Latchkey, type Session } from '@latchkey/client';
import { createFileStore } from '@latchkey/client/file-store';
import type { Command } from './command.ts';
import { createComplaint, exitCodes } from './failure.ts';
import { loginFor } from './help.ts';
import { createOutput, type Output } from './output.ts';
import type { Globals } from './parse.ts';
import { findProfile, type Profile } from './profile.ts';
import type { Shell } from './shell.ts';

/** What a command works with. */
export interface Context {
  readonly shell: Shell;
  readonly globals: Globals;
  readonly out: Output;
  readonly profile: Profile;
  readonly latchkey: Latchkey;
  /** The session of the login, or the operator's; the command's `needs` says which, unless told otherwise. */
  openSession(needs?: Needs): Promise<Session>;
  /** Typed calls of user-api with that session. */
  userApi(needs?: Needs): Promise<ReturnType<typeof userApi>>;
  /** Typed calls of drop with that session. */
  drop(needs?: Needs): Promise<ReturnType<typeof drop>>;
}

type Needs = NonNullable<Command['needs']>;

export async function createContext(shell: Shell, globals: Globals, command: Command): Promise<Context> {
  const profile = await findProfile(shell, globals);
  const latchkey = createLatchkey({
    sso: profile.sso,
    ...(profile.userApi === undefined ? {} : { userApi: profile.userApi }),
    ...(profile.drop === undefined ? {} : { drop: profile.drop }),
    clientId: profile.clientId,
    fetch: shell.fetch,
    clock: shell.clock,
  });

  async function openSession(needs: Needs = command.needs ?? 'login'): Promise<Session> {
    const place = needs === 'admin' ? 'admin.json' : 'session.json';
    const session = await latchkey.openSession(createFileStore(join(profile.folder, place)));
    const { status } = await session.state();
    if (status === 'active') return session;
    const what = status === 'none' ? 'You are not logged in' : 'The last login has ended';
    throw createComplaint(`${what} at ${profile.sso}. Run: ${loginFor(needs)}`, exitCodes.loginNeeded);
  }

  return {
    shell,
    globals,
    profile,
    latchkey,
    out: createOutput(shell, globals),
    openSession,
    userApi: async (needs) => userApi(await openSession(needs)),
    drop: async (needs) => drop(await openSession(needs)),
  };
}
