import { noteIntervalSeconds, type Credential, type CredentialStore } from '../client/client.ts';
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
    async findLive(id, now) {
      const rows = await database.$queryRaw<Credential[]>`
        select id, client_id as "clientId", scopes, audiences, fingerprint, created_at as "createdAt",
          expires_at as "expiresAt"
        from credentials where id = ${id}::uuid and revoked_at is null and expires_at > ${at(now)}`;
      return rows[0];
    },
    async noteUsed(id, now) {
      await database.$executeRaw`
        update credentials set last_used_at = ${at(now)}
        where id = ${id}::uuid and (last_used_at is null
          or last_used_at < ${at(now)} - make_interval(secs => ${noteIntervalSeconds}::float8))`;
    },
  };
}
