import { noteIntervalSeconds, type Credential, type CredentialStore } from '../../src/client/client.ts';

export interface MemoryCredentials extends CredentialStore {
  readonly issued: Credential[];
  /** When each was last used, as far as that was noted. */
  readonly lastUsed: ReadonlyMap<string, Date>;
}

/** The memory twin of the credential store. */
export function createMemoryCredentials(): MemoryCredentials {
  const issued: Credential[] = [];
  const lastUsed = new Map<string, Date>();
  return {
    issued,
    lastUsed,
    add(credential) {
      issued.push(credential);
      return Promise.resolve();
    },
    findLive: (id, now) => Promise.resolve(issued.find((one) => one.id === id && one.expiresAt > now)),
    noteUsed(id, now) {
      const last = lastUsed.get(id)?.getTime() ?? -Infinity;
      if (now.getTime() - last > noteIntervalSeconds * 1000) lastUsed.set(id, now);
      return Promise.resolve();
    },
  };
}
