import { readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ignoreMissing, isRunning } from '@latchkey/client/file-store';
import { isBrowserLogin, type Login } from '@latchkey/client/login';
import { readKeptFile, writePrivate } from './profile.ts';

/** The login of this process on the disk, so that the next one can go on with it when this one is killed. */
export interface PendingLogin {
  /** A login of the same kind that a process now dead has begun, and that can still come to something. */
  claim(nowMs: number): Promise<Login | undefined>;
  keep(login: Login): Promise<void>;
  forget(): Promise<void>;
}

interface Kept {
  readonly scope: string;
  readonly login: Login;
}

/** Each process has a file of its own, named after it; who claims a dead one's renames it, which only one can. */
export function createPendingLogin(
  folder: string,
  { scope, dpop }: { readonly scope: string; readonly dpop: boolean },
  pid: number,
): PendingLogin {
  const name = (owner: number) => join(folder, `login.${owner}.json`);
  const mine = name(pid);
  async function forget(): Promise<void> {
    await rm(mine, { force: true });
    // A folder that holds no login yet was made for this one. Others stay.
    for (const place of [folder, dirname(folder)]) await rmdir(place).catch(() => undefined);
  }

  async function claimFrom(owner: number, nowMs: number): Promise<Login | undefined> {
    const isClaimed = await rename(name(owner), mine).then(
      () => true,
      () => false,
    );
    if (!isClaimed) return undefined;
    const kept = readKept((await readKeptFile(mine)) ?? '');
    const isSame = kept?.scope === scope && isBound(kept.login) === dpop;
    if (isSame && isUseful(kept.login, nowMs)) return kept.login;
    await forget();
    return undefined;
  }

  return {
    forget,
    keep: (login) => writePrivate(mine, JSON.stringify({ scope, login } satisfies Kept)),
    async claim(nowMs) {
      const files = (await readdir(folder).catch(ignoreMissing)) ?? [];
      const left = files.flatMap((file) => {
        const [, typed, draft] = /^login\.(\d+)\.json(\..*)?$/.exec(file) ?? [];
        const owner = Number(typed);
        const isLeft = typed !== undefined && (owner === pid || !isRunning(owner));
        return isLeft ? [{ file, owner, isDraft: draft !== undefined }] : [];
      });
      // Of processes that were killed while they wrote.
      for (const { file, isDraft } of left) if (isDraft) await rm(join(folder, file), { force: true });
      for (const { owner, isDraft } of left) {
        const login = isDraft ? undefined : await claimFrom(owner, nowMs);
        if (login !== undefined) return login;
      }
      return undefined;
    },
  };
}

/** Undefined for a damaged file. */
function readKept(text: string): Kept | undefined {
  try {
    return JSON.parse(text) as Kept;
  } catch {
    return undefined;
  }
}

/** The key moves to the tokens once they are there. */
const isBound = ({ tokens, ...login }: Login) =>
  tokens?.dpopKey !== undefined || ('dpopKey' in login && login.dpopKey !== undefined);

/** Nobody can go on with a login in a browser: its process was the one that the browser leads back to. */
function isUseful(login: Login, nowMs: number): boolean {
  const { status, expiresAtMs } = login;
  const isAlive = status === 'redeemed' || (expiresAtMs > nowMs && !isBrowserLogin(login));
  return isAlive && status !== 'failed' && status !== 'expired';
}
