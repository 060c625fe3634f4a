import type { CredentialStore } from '../credential/credential.ts';
import { at, type Database } from './database.ts';

/** Issued client credentials in Postgres. */
export function createCredentialStore(database: Database): CredentialStore {
  return {
    async add({ id, clientId, scopes, audiences, fingerprint, createdAt, expiresAt }) {
      await database.$executeRaw`
        insert into credentials (id, client_id, scopes, audiences, fingerprint, created_at, expires_at)
        values (${id}::uuid, ${clientId}, ${[...scopes]}::text[], ${[...audiences]}::text[], ${fingerprint},
          ${at(createdAt)}, ${at(expiresAt)})`;
    },
  };
}
