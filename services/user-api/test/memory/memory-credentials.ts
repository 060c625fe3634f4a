import { noteIntervalSeconds } from '../../src/client/client.ts';
import type { Credential, CredentialStore } from '../../src/credential/credential.ts';

export interface MemoryCredentials extends CredentialStore {
  readonly issued: Credential[];
  /** When each was last used, as far as that was noted. */
  readonly lastUsed: ReadonlyMap<string, Date>;
}

/** Issued client credentials in memory. */
export function createMemoryCredentials(): MemoryCredentials {
  const issued: Credential[] = [];
  const lastUsed = new Map<string, Date>();
  const revoked = new Set<string>();
  return {
    issued,
    lastUsed,
    add(credential) {
      issued.push(credential);
      return Promise.resolve();
    },
    findLive: (id, now) =>
      Promise.resolve(issued.find((one) => one.id === id && one.expiresAt > now && !revoked.has(id))),
    noteUsed(id, now) {
      const last = lastUsed.get(id)?.getTime() ?? -Infinity;
      const isDue = now.getTime() - last > noteIntervalSeconds * 1000;
      if (isDue && issued.some((one) => one.id === id)) lastUsed.set(id, now);
      return Promise.resolve();
    },
    revoke(id, clientId) {
      const wins = !revoked.has(id) && issued.some((one) => one.id === id && one.clientId === clientId);
      if (wins) revoked.add(id);
      return Promise.resolve(wins);
    },
  };
}
