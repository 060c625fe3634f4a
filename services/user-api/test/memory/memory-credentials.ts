import type { Credential, CredentialStore } from '../../src/credential/credential.ts';

export interface MemoryCredentials extends CredentialStore {
  readonly issued: Credential[];
}

/** The memory twin of the credential store. */
export function createMemoryCredentials(): MemoryCredentials {
  const issued: Credential[] = [];
  return {
    issued,
    add(credential) {
      issued.push(credential);
      return Promise.resolve();
    },
    findLive: (id, now) => Promise.resolve(issued.find((one) => one.id === id && one.expiresAt > now)),
  };
}
