import { hideSecrets } from '../failure-words.ts';
import { LatchkeyError } from '../latchkey-error.ts';
import type { SessionRecord, SessionStore } from './session-store.ts';

/** The same store; whatever fails in it has the code `store_failed`, unless it has one already, and shows no token. */
export function nameStoreFailures(store: SessionStore): SessionStore {
  const secrets = new Set<string>();
  const learn = (record: SessionRecord | undefined) => {
    for (const secret of listSecrets(record)) secrets.add(secret);
    return record;
  };
  async function name<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof LatchkeyError) throw error;
      const cause = hideSecrets(error, [...secrets]);
      throw new LatchkeyError('store_failed', `The store of the session failed: ${cause.message}`, { cause });
    }
  }
  return {
    read: () => name(async () => learn(await store.read())),
    replace: (record) => name(() => store.replace(learn(record) ?? record)),
    lock: (work) => name(() => store.lock(work)),
    makeRoom: () => name(async () => store.makeRoom?.()),
  };
}

function listSecrets(record: SessionRecord | undefined): readonly string[] {
  if (record?.status !== 'active') return [];
  const { accessToken, refreshToken, bindingLink, idToken, dpopKey } = record.tokens;
  return [accessToken, refreshToken, bindingLink, idToken, dpopKey?.d].filter(Boolean) as string[];
}
