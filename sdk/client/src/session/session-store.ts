import type { KeptTokens } from '../oauth/tokens.ts';
import { createQueue } from './queue.ts';

/** What a store keeps: plain JSON with secrets. */
export type SessionRecord = ActiveSession | EndedSession;

export interface ActiveSession {
  readonly status: 'active';
  /** 1 for the first record of a store, and one more with every change. */
  readonly revision: number;
  /** Without a refresh token where the session is never refreshed. */
  readonly tokens: KeptTokens;
}

export interface EndedSession {
  readonly status: 'ended';
  readonly revision: number;
  /** The service's error, `signed_out`, or `answer_lost`: the answer to the last refresh never came. */
  readonly reason: string;
  /** Of the refresh family that ended. */
  readonly bindingChain?: string;
}

/**
 * Where one session lives. A user's own store has the first three methods and passes the checks of
 * `@latchkey/client/store-contract`.
 */
export interface SessionStore {
  read(): Promise<SessionRecord | undefined>;
  /**
   * Stores `record` if the stored one has the revision before (`record.revision - 1`; nothing is stored before revision
   * 1), and says whether it did: one conditional write.
   */
  replace(record: SessionRecord): Promise<boolean>;
  /**
   * Runs `work` while no other `lock` of this session runs, in any process, and answers what it answers. The lock of a
   * process that died ends by itself, within the 30 s in which a refresh can be repeated. `work` calls `read` and
   * `replace`.
   */
  lock<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Called under `lock` before a refresh is sent: throws where a record a little longer than the stored one could not be
   * written, so that the refresh token is not spent for a successor that nobody can keep. Optional; a store without it
   * counts as one with room.
   */
  makeRoom?(): Promise<void>;
}

/** Keeps a session as long as the process lives. */
export function createMemoryStore(): SessionStore {
  let stored: SessionRecord | undefined;
  return {
    read: async () => stored,
    async replace(record) {
      if ((stored?.revision ?? 0) !== record.revision - 1) return false;
      stored = record;
      return true;
    },
    lock: createQueue(),
  };
}
