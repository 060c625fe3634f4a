import { LatchkeyError } from '../latchkey-error.ts';
import type { SessionStore } from './session-store.ts';

/** The same store; whatever fails in it has the code `store_failed`, unless it has one already. */
export function nameStoreFailures(store: SessionStore): SessionStore {
  return {
    read: () => name(() => store.read()),
    replace: (record) => name(() => store.replace(record)),
    lock: (work) => name(() => store.lock(work)),
    makeRoom: () => name(async () => store.makeRoom?.()),
  };
}

async function name<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof LatchkeyError) throw cause;
    const text = cause instanceof Error ? cause.message : String(cause);
    throw new LatchkeyError('store_failed', `The store of the session failed: ${text}`, { cause });
  }
}
