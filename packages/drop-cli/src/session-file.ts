import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Shell } from './shell.ts';

/** The tokens of a sign-in. */
export interface Session {
  readonly sso: string;
  readonly clientId: string;
  readonly accessToken: string;
  /** Milliseconds since the epoch. */
  readonly expiresAtMs: number;
  readonly refreshToken: string;
  readonly bindingChain: string;
  readonly bindingLink: string;
}

/** The saved session; undefined without one, and when the file cannot be read. */
export async function loadSession({ sessionFile }: Pick<Shell, 'sessionFile'>): Promise<Session | undefined> {
  try {
    return JSON.parse(await readFile(sessionFile, 'utf8')) as Session;
  } catch {
    return undefined;
  }
}

/** Saves the whole session or nothing: a refresh token works once, and half a file would lose it. */
export async function saveSession(
  shell: Pick<Shell, 'sessionFile' | 'newId'>,
  session: Session,
): Promise<void> {
  const unfinished = `${shell.sessionFile}.${shell.newId()}`;
  await mkdir(dirname(shell.sessionFile), { recursive: true, mode: 0o700 });
  await writeFile(unfinished, JSON.stringify(session), { mode: 0o600 });
  await rename(unfinished, shell.sessionFile);
}

export async function forgetSession({ sessionFile }: Pick<Shell, 'sessionFile'>): Promise<void> {
  await rm(sessionFile, { force: true });
}
