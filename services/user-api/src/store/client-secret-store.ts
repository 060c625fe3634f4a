import type { ClientSecretStore } from '../client/client.ts';
import { at, Prisma, type Database } from './database.ts';
import { logChange } from './log-change.ts';

/** Secrets of clients in PostgreSQL. */
export function createClientSecretStore({ prisma, execute }: Database): ClientSecretStore {
  return {
    async findNewest(clientId) {
      const newest = await prisma.clientSecret.findFirst({
        where: { clientId, expiresAt: null },
        orderBy: { createdAt: 'desc' },
      });
      return newest?.secretHash;
    },
    async change({ id, clientId, oldHash, newHash, oldExpiresAt, row }) {
      const now = row.createdAt;
      const changed = await execute(Prisma.sql`
        with ended as (
          update client_secrets set expires_at = ${at(oldExpiresAt)}
          where client_id = ${clientId} and secret_hash = ${oldHash} and expires_at is null and not exists (
            select from client_secrets s where s.client_id = ${clientId} and s.secret_hash = ${newHash})
          returning client_id
        ), forerunners as (
          update client_secrets s set expires_at = ${at(now)} from ended
          where s.client_id = ended.client_id and s.secret_hash <> ${oldHash} and s.expires_at > ${at(now)}
          returning s.id
        ), rotated as (
          update oauth_clients c set secret_rotated_at = ${at(now)}, updated_at = ${at(now)} from ended
          where c.id = ended.client_id returning c.id
        ), changed as (
          insert into client_secrets (id, client_id, secret_hash, created_at)
          select ${id}::uuid, client_id, ${newHash}, ${at(now)}
          from ended, (select count(*) from forerunners) older, (select count(*) from rotated) client
          returning id
        ), ${logChange(row)}`);
      return changed === 1;
    },
  };
}
