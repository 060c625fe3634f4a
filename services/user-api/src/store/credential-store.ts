import { noteIntervalSeconds } from '../client/client.ts';
import type { CredentialStore } from '../credential/credential.ts';
import { at, type Database } from './database.ts';

/** Issued client credentials in PostgreSQL. */
export function createCredentialStore({ prisma }: Database): CredentialStore {
  return {
    async add(credential) {
      const { scopes, audiences } = credential;
      await prisma.credential.create({
        data: { ...credential, scopes: [...scopes], audiences: [...audiences] },
      });
    },
    async findLive(id, now) {
      const where = { id, revokedAt: null, expiresAt: { gt: now } };
      const omit = { lastUsedAt: true, revokedAt: true } as const;
      return (await prisma.credential.findUnique({ where, omit })) ?? undefined;
    },
    async noteUsed(id, now) {
      await prisma.$executeRaw`
        update credentials set last_used_at = ${at(now)}
        where id = ${id}::uuid and (last_used_at is null
          or last_used_at < ${at(now)} - make_interval(secs => ${noteIntervalSeconds}::float8))`;
    },
    async revoke(id, clientId, now) {
      const where = { id, clientId, revokedAt: null };
      const { count } = await prisma.credential.updateMany({ where, data: { revokedAt: now } });
      return count === 1;
    },
  };
}
