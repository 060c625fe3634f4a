import { withClient } from '@latchkey/database';
import type { PagePlan } from '@latchkey/pagination';
import { useTestDatabase } from '@latchkey/testing';
import type { OwnerScope } from '../../src/clients/client.ts';
import type { ConnectionFilters } from '../../src/clients/connection.ts';
import type { CredentialFilters } from '../../src/clients/credential.ts';
import { createConnectionStore } from '../../src/store/clients/connection-store.ts';
import { createCredentialStore } from '../../src/store/clients/credential-store.ts';
import { createDatabase } from '../../src/store/database.ts';
import { startMs } from '../setup/signer.ts';
import { createExplaining, findWaste } from './explain.ts';

const database = useTestDatabase('user-api', (url) => ({ ...createDatabase(url), url }));
const startsAt = new Date(startMs).toISOString();
const ownerIdOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/**
 * 4,000 owners with two clients each, but for the first, who has a tenth of 20,000 connections and credentials. The
 * newest is a second older than the clock.
 */
const fill = (): Promise<void> =>
  // A connection of its own: filling takes longer than a statement of the service may.
  withClient(database().url, async (connection) => {
    const run = (text: string) => connection.query(text);
    const owner = (number: string) =>
      `('00000000-0000-4000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;
    const clientId = (number: string) => `'client-' || (${number})`;
    const at = (n: string) => `'${startsAt}'::timestamptz - ${n} * interval '1 second'`;
    const ownerOf = (number: string) => `((${number}) / 2)`;
    await run(`insert into oauth_clients (id, name, type, status, owner_kind, owner_id, token_endpoint_auth_method,
      grant_types, scopes, default_scopes, audiences, default_audiences, created_at, updated_at)
    select ${clientId('n')}, 'Name ' || md5(n::text), 'confidential', 'active', 'user', ${owner(ownerOf('n'))}, 'none',
      '{}', '{}', '{}', '{}', '{}', ${at('n')}, ${at('n')} from generate_series(0, 7999) n`);
    const number = `case when n % 10 = 0 then n / 10 % 2 else n * 7 % 8000 end`;
    await run(`insert into credentials (id, client_id, owner_id, scopes, audiences, created_at, expires_at, revoked_at)
    select gen_random_uuid(), ${clientId('c')}, ${owner(ownerOf('c'))},
      case when n % 400 = 0 then '{email,rare}'::text[] else '{email,profile}' end, '{}',
      ${at('n')}, ${at('n')} + interval '15 minutes', case when n % 250 = 0 then ${at('n')} end
    from (select n, ${number} as c from generate_series(1, 20000) n) made`);
    await run(`insert into connections (id, source, target, scopes, status, created_at, source_owner_id, target_owner_id)
    select gen_random_uuid(), ${clientId('a')}, ${clientId('b')}, '{}', case when n % 250 = 0 then 'removed' else 'active' end,
      ${at('n')}, ${owner(ownerOf('a'))}, ${owner(ownerOf('b'))}
    from (select n, ${number} as a, (n * 13 + n / 8000) % 8000 as b from generate_series(1, 20000) n) made
    where a <> b on conflict do nothing`);
    for (const table of ['oauth_clients', 'credentials', 'connections'])
      await run(`vacuum (freeze, analyze) ${table}`);
  });

beforeAll(fill);

const all: OwnerScope = { all: true };
const big: OwnerScope = { all: false, ownerIds: [ownerIdOf(0)] };
const several: OwnerScope = { all: false, ownerIds: [0, 1, 2].map(ownerIdOf) };
const scopes = [
  ['an operator', all],
  ['a big owner', big],
  ['several owners', several],
] as const;
const first: PagePlan = { kind: 'offset', limit: 20, offset: 0, binding: '' };
const last: PagePlan = { ...first, offset: 300 };
const next: PagePlan = {
  ...first,
  kind: 'keyset',
  after: { createdAtMs: startMs - 600_000, id: ownerIdOf(0) },
};

async function wasteOf(
  search: (of: ReturnType<typeof createExplaining>['explaining'], plan: PagePlan) => Promise<unknown>,
) {
  const { explaining, takePlans } = createExplaining(database());
  for (const plan of [first, next, last]) await search(explaining, plan);
  return findWaste(takePlans(), first.limit + 1);
}

describe.each(scopes)('no whole table is read or sorted for %s', (_who, scope) => {
  test.each<[string, CredentialFilters]>([
    ['nothing', {}],
    ['client_id', { clientId: 'client-1' }],
    ['active', { status: 'active' }],
    ['expired', { status: 'expired' }],
    ['revoked', { status: 'revoked' }],
    ['a rare scope', { scope: 'rare' }],
    ['a common scope', { scope: 'email' }],
    ['a scope that nobody holds', { scope: 'none' }],
    ['created_from', { createdFromMs: startMs - 60_000 }],
    ['created_to', { createdToMs: startMs - 19_000_000 }],
  ])('credentials by %s', async (_filter, filters) => {
    const now = new Date(startMs);
    expect(
      await wasteOf((explaining, plan) =>
        createCredentialStore(explaining).search(scope, filters, { plan, now }),
      ),
    ).toEqual([]);
  });

  test.each<[string, ConnectionFilters]>([
    ['nothing', {}],
    ['client_id', { clientId: 'client-1' }],
    ['out', { direction: 'out' }],
    ['in', { direction: 'in' }],
    ['active', { status: 'active' }],
    ['removed', { status: 'removed' }],
    ['a part of one name', { search: '81dc9bdb52' }],
    ['a part of many names', { search: 'name' }],
    ['a part of no name', { search: 'nobody' }],
  ])('connections by %s', async (_filter, filters) => {
    expect(
      await wasteOf((explaining, plan) => createConnectionStore(explaining).search(scope, filters, plan)),
    ).toEqual([]);
  });
});
