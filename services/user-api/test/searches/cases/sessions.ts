import type { NewSession } from '../../../src/sessions/session-store.ts';
import { insertRows, Prisma } from '../../../src/store/database.ts';
import { makeClient, makeSession } from '../../setup/accounts.ts';
import { startMs } from '../../setup/signer.ts';
import { insertClient } from '../../store/rows.ts';
import { emails, people, secret, slugs, type SearchCaller } from '../people.ts';
import {
  hasPart,
  operatorFilters,
  periodFilters,
  type SearchCase,
  type SearchPlace,
} from '../search-case.ts';

type Row = NewSession & { readonly revokedAt: Date | null };

const hourMs = 3_600_000;
const start = new Date(startMs);
/** Longer than any session lives. */
const longAgo = new Date(startMs - 31 * 24 * hourMs);
const client = makeClient({ clientId: 'c_First_%', name: '100%_Sure' });

function statusOf({ kind, revokedAt, lastSeenAt, expiresAt }: Row): string {
  if (revokedAt !== null) return 'revoked';
  const idleHours = kind === 'root' ? 24 : 14 * 24;
  const isOver = expiresAt <= start || lastSeenAt.getTime() + idleHours * hourMs <= startMs;
  return isOver ? 'expired' : 'active';
}

const shared: Pick<
  SearchCase<Row>,
  'samples' | 'prepare' | 'makeRow' | 'idOfRow' | 'idOfItem' | 'put' | 'remove'
> = {
  samples: [
    { clientId: client.clientId, jkt: secret, fingerprint: secret },
    { kind: 'root', clientId: 'c_gone', amr: ['password', 'totp'], ip: '2001:db8::1' },
    { kind: 'root', lastSeenAt: new Date(startMs - 24 * hourMs) },
    { kind: 'root', lastSeenAt: new Date(startMs - 24 * hourMs + 1) },
    { lastSeenAt: new Date(startMs - 14 * 24 * hourMs), clientId: 'c_First_%' },
    { lastSeenAt: new Date(startMs - 14 * 24 * hourMs + 1) },
    { lastSeenAt: new Date(startMs - 24 * hourMs), expiresAt: new Date(startMs + 1) },
    { expiresAt: start },
    { revokedAt: start, ip: '2001:db8::1' },
    { revokedAt: start, expiresAt: start },
    { createdAt: longAgo, lastSeenAt: longAgo, expiresAt: start },
  ],
  async prepare({ database }: SearchPlace) {
    await insertClient(database, client);
  },
  makeRow: ({ account, orgId }: SearchCaller, { id, createdAt }, sample) => ({
    ...makeSession({ id, createdAt, userId: account.id, orgId, tokenHash: `${secret}-${id}` }),
    revokedAt: null,
    ...sample,
  }),
  idOfRow: ({ id }) => id,
  idOfItem: ({ id }) => id,
  async put({ database }, row) {
    await database.execute(insertRows('sessions', [row]));
  },
  async remove({ database }, { id }) {
    await database.execute(Prisma.sql`delete from sessions where id = ${id}::uuid`);
  },
};

const item = ({ id, orgId, createdAt }: Row) => ({
  id,
  kind: 'client',
  status: 'active',
  client: { id: 'c_First_%', name: '100%_Sure' },
  org: orgId === null ? null : { id: orgId, slug: slugs.get(orgId) },
  amr: ['password'],
  bound: true,
  ip: '192.0.2.1',
  user_agent: 'test',
  created_at: createdAt.toISOString(),
  last_seen_at: createdAt.toISOString(),
  expires_at: new Date(createdAt.getTime() + 14 * 24 * hourMs).toISOString(),
  current: false,
});

const filters: SearchCase<Row>['filters'] = {
  status: {
    good: ['active', 'expired', 'revoked'],
    bad: ['ended', 'Active'],
    matches: (row, value) => statusOf(row) === value,
  },
  kind: { good: ['root', 'client'], bad: ['device'], matches: ({ kind }, value) => kind === value },
  client_id: {
    good: ['c_First_%', 'c_gone'],
    bad: [],
    matches: ({ clientId }, value) => clientId === value,
  },
  ...periodFilters,
};

/** A person's own; a member token's are those that speak for its org. */
export const ownSessionsCase: SearchCase<Row> = {
  ...shared,
  path: '/account/me/session/search',
  access: 'person',
  item,
  sees: ({ account, orgId }, row) => row.userId === account.id && (orgId === null || row.orgId === orgId),
  filters,
};

/** Everybody's. */
export const sessionsCase: SearchCase<Row> = {
  ...shared,
  path: '/admin/session/search',
  access: 'operator',
  item: (row) => ({ ...item(row), user: { id: row.userId, email: emails.get(row.userId) } }),
  sees: () => true,
  filters: {
    ...filters,
    ...operatorFilters,
    ip: {
      good: ['192.0.2.1', '2001:DB8:0::1'],
      bad: ['192.0.2', '192.0.2.1/24', 'localhost'],
      matches: ({ ip }, value) => ip === (value === '192.0.2.1' ? value : '2001:db8::1'),
    },
    search: {
      good: ['BOB@', 'da@exa'],
      bad: ['ab', '@@@', 'a b c', '\\\\\\'],
      matches: ({ userId }, value) =>
        people.some(
          ([{ id, email, name }]) => id === userId && (hasPart(email, value) || hasPart(name, value)),
        ),
    },
  },
};
