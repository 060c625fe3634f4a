import {
  mapBatches,
  type ExportedInvitation,
  type ExportedMembership,
  type ExportStore,
} from '../../people/own-account/export-account.ts';
import { clientList, toClient, type ListedRow } from '../clients/client-rows.ts';
import { connectionList, toListedConnection, type ConnectionRow } from '../clients/connection-store.ts';
import { credentialList, toListedCredential, type CredentialRow } from '../clients/credential-store.ts';
import { at, Prisma, type Database } from '../database.ts';
import { logList } from '../request-log/request-log-store.ts';
import { sessionList, toListedSession, type SessionRow } from '../sessions/session-list.ts';

/** Few enough that many exports at once take little memory. */
const batchSize = 500;

export function createExportStore({ prisma, query }: Database): ExportStore {
  return {
    findTimes: (id) =>
      prisma.user.findUniqueOrThrow({ where: { id }, select: { createdAt: true, lastLoginAt: true } }),
    listMemberships: (userId) =>
      query<ExportedMembership>(Prisma.sql`
        select o.id as "orgId", o.slug as "orgSlug", o.name as "orgName", m.role, m.status,
          m.created_at as "createdAt"
        from members m join orgs o on o.id = m.org_id where m.user_id = ${userId}::uuid
        order by m.created_at desc, m.id desc`),
    listInvitations: (email) =>
      query<ExportedInvitation>(Prisma.sql`
        select o.slug as "orgSlug", i.role, i.created_at as "createdAt", i.expires_at as "expiresAt",
          i.accepted_at as "acceptedAt"
        from invitations i join orgs o on o.id = i.org_id where i.email = ${email}
        order by i.created_at desc, i.id desc`),
    async listKnownDevices(userId) {
      const found = await prisma.knownDevice.findMany({
        where: { userId },
        select: { lastSeenAt: true },
        orderBy: { lastSeenAt: 'desc' },
      });
      return found.map(({ lastSeenAt }) => lastSeenAt);
    },
    readSessions: (userId, now) =>
      mapBatches(read<SessionRow>(query, sessionList, ofUser(userId)), (row) => toListedSession(row, now)),
    readClients: (userId) =>
      mapBatches(read<ListedRow>(query, clientList, ofOwner(userId)), (row) => toClient(row)),
    readConnections: (userId) =>
      mapBatches(read<ConnectionRow>(query, connectionList, ofEitherOwner(userId)), toListedConnection),
    readCredentials: (userId, now) =>
      mapBatches(read<CredentialRow>(query, credentialList, ofOwner(userId)), (row) =>
        toListedCredential(row, now),
      ),
    readMails: (userId) => read(query, mailList, ofUser(userId)),
    readLog: (userId) => read(query, logList, ofUser(userId)),
  };
}

const mailList = { table: 'mails', columns: 't.kind, t.created_at as "createdAt"', idType: 'uuid' } as const;

const ofUser = (userId: string) => Prisma.sql`t.user_id = ${userId}::uuid`;
const ofOwner = (userId: string) => Prisma.sql`t.owner_id = ${userId}::uuid`;
const ofEitherOwner = (userId: string) =>
  Prisma.sql`(t.source_owner_id = ${userId}::uuid or t.target_owner_id = ${userId}::uuid)`;

interface List {
  readonly table: string;
  readonly columns: string;
  readonly joins?: string;
  readonly idType: 'uuid' | 'text';
}

/** Reads a list batch by batch, each after the last row of the one before, through the index of its newest rows. */
async function* read<Row extends { readonly createdAt: Date }>(
  query: Database['query'],
  { table, columns, joins = '', idType }: List,
  where: Prisma.Sql,
): AsyncGenerator<readonly Row[], void> {
  let after = Prisma.empty;
  for (;;) {
    const rows = await query<Row & { readonly batchKey: string }>(Prisma.sql`
      select t.id::text as "batchKey", ${Prisma.raw(columns)}
      from ${Prisma.raw(table)} t ${Prisma.raw(joins)}
      where ${where} ${after} order by t.created_at desc, t.id desc limit ${batchSize}`);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    const id = Prisma.sql`${last.batchKey}::${Prisma.raw(idType)}`;
    after = Prisma.sql`and (t.created_at, t.id) < (${at(last.createdAt)}, ${id})`;
  }
}
