import { withClient } from '@latchkey/database';
import type { PagePlan } from '@latchkey/pagination';
import { explain, listSteps, useTestDatabase, type PlanStep } from '@latchkey/testing';
import type { DeviceFilters } from '../../src/oauth/consent/approved-devices.ts';
import type { ConsentFilters } from '../../src/oauth/consent/consents.ts';
import { createApprovedDeviceStore } from '../../src/store/approved-device-store.ts';
import { createConsentStore } from '../../src/store/consent-store.ts';
import type { Database } from '../../src/store/database.ts';
import { startMs } from '../device-request.ts';
import { openDatabase } from './open-database.ts';

/** How PostgreSQL finds the lists of a person who has a tenth of all devices and consents. */

const testDatabase = useTestDatabase('sso', openDatabase);
const owned = 2_000;
const person = 'person-0';
const startsAt = new Date(startMs).toISOString();
const nowMs = startMs + 86_400_000;

/** Others have nine tenths. The families lie in no order, as those do that were refreshed. */
const fill = () =>
  // A connection of its own: filling takes longer than a statement of the service may.
  withClient(testDatabase().url, async (connection) => {
    const at = `'${startsAt}'::timestamptz + n * interval '1 second'`;
    const userId = `'person-' || case when n % 10 = 0 then 0 else n % 2000 + 1 end`;
    await connection.query(`insert into device_authorizations (id, device_code_hash, client_id, client_name, road, scope,
        ip, user_agent, state, failure, user_id, family_id, created_at, expires_at, decided_at, redeemed_at)
      select gen_random_uuid(), 'code ' || n, 'client-' || n / 10 % 40, 'Client', 'device', 'openid', '192.0.2.1', 'curl',
        state, case when state = 'failed' then (array['denied', 'revoked'])[1 + n / 200 % 2] end, ${userId},
        case when state = 'redeemed' then gen_random_uuid() end, ${at}, ${at} + interval '2 days', ${at},
        case when state = 'redeemed' then ${at} end
      from (select n, (array['failed', 'approved_waiting_pickup', 'redeemed'])[least(1 + n / 10 % 20, 3)] as state
        from generate_series(1, ${owned * 10}) n) made`);
    await connection.query(`insert into refresh_families (id, claim,
        client_id, user_id, road, scope, auth_time, token_key, token_hash, link_hash, created_at, tokens_valid_after,
        issued_at, idle_expires_at, absolute_expires_at, revoked_at)
      select family_id, 1, client_id, user_id, road, scope, decided_at, 'k', 't' || id, 'l' || id,
        redeemed_at, 'epoch', redeemed_at, redeemed_at + (ip_part * interval '4 days'), redeemed_at + interval '90 days',
        case when ip_part > 0.8 then redeemed_at end
      from (select *, random() as ip_part from device_authorizations where family_id is not null) d order by id`);
    await connection.query(`insert into consents (user_id, client_id, client_name, scope, created_at, updated_at, revoked_at)
      select ${userId}, 'client-' || n / 10, 'Client number ' || n / 10, array['openid'], ${at}, ${at},
        case when n / 10 % 20 = 0 then ${at} end
      from generate_series(1, ${owned * 10}) n`);
    for (const table of ['device_authorizations', 'refresh_families', 'consents'])
      await connection.query(`vacuum (freeze, analyze) ${table}`);
  });
beforeAll(fill);

const first: PagePlan = { kind: 'offset', limit: 20, offset: 0, binding: '' };
const plans: readonly PagePlan[] = [
  first,
  { ...first, offset: 1_000 },
  { ...first, offset: owned - 30 },
  {
    ...first,
    kind: 'keyset',
    after: { createdAtMs: startMs + 10_000_000, id: '80000000-0000-4000-8000-000000000000' },
  },
];

/** The steps of every statement that `search` sends. */
async function stepsOf(search: (database: Database) => Promise<unknown>): Promise<PlanStep[]> {
  const { database } = testDatabase();
  const query = async (text: string, values: unknown[]) =>
    database.$queryRawUnsafe<unknown[]>(text, ...values);
  const steps: PlanStep[] = [];
  const explaining = {
    async $queryRawUnsafe(text: string, ...values: unknown[]) {
      steps.push(...listSteps(await explain(query, { text, values })));
      return query(text, values);
    },
  };
  await search(explaining as unknown as Database); // Searches use nothing else of it.
  return steps;
}

const isSort = ({ type }: PlanStep) => type.endsWith('Sort');
const rowsInto = ({ steps }: PlanStep) => Math.max(0, ...steps.map(({ rows }) => rows));

/** What a page must not do: read whole tables, read rows of others, or sort more than it shows. */
function findWaste(steps: readonly PlanStep[]): string[] {
  return steps.flatMap((step) => {
    const waste: string[] = [];
    if (step.type === 'Seq Scan' && step.relation !== undefined) waste.push(`reads all of ${step.relation}`);
    if (step.relation !== undefined && step.read > owned)
      waste.push(`reads ${step.read} rows of ${step.relation} by ${step.type}`);
    if (isSort(step) && step.sortMethod !== 'top-N heapsort' && rowsInto(step) > first.limit + 1)
      waste.push(`sorts ${rowsInto(step)} rows`);
    return waste;
  });
}

describe.each<[string, DeviceFilters]>([
  ['no filter', {}],
  ['client_id', { clientId: 'client-3' }],
  ['a client_id that no row has', { clientId: 'nobody' }],
  ['approved_waiting_pickup', { state: 'approved_waiting_pickup' }],
  ['active', { state: 'active' }],
  ['expired', { state: 'expired' }],
  ['revoked', { state: 'revoked' }],
  ['created_from', { createdFrom: new Date(startMs + 39_000_000) }],
  ['created_to', { createdTo: new Date(startMs + 1_000_000) }],
])('devices by %s are read in the order of an index, and no other person’s', (_name, filters) => {
  test.each(plans)('for %j', async (plan) => {
    const steps = await stepsOf((database) =>
      createApprovedDeviceStore(database).search(person, filters, plan, nowMs),
    );
    expect(findWaste(steps)).toEqual([]);
    const scans = steps.filter(({ index }) => index === 'device_authorizations_of_person');
    expect(scans.length).toBeGreaterThan(0);
    expect(scans.every(({ type, heapFetches }) => type === 'Index Only Scan' && heapFetches === 0)).toBe(
      true,
    );
  });
});

describe.each<[string, ConsentFilters]>([
  ['no filter', {}],
  ['client_id', { clientId: 'client-70' }],
  ['scope', { scope: 'openid' }],
  ['a scope that no consent has', { scope: 'email' }],
  ['active', { state: 'active' }],
  ['revoked', { state: 'revoked' }],
  ['search', { search: 'number 77' }],
  ['a search without a match', { search: 'nothing' }],
])('consents by %s are read without other people’s, and so are their families', (_name, filters) => {
  test.each(plans)('for %j', async (plan) => {
    const steps = await stepsOf((database) =>
      createConsentStore(database).search(person, filters, plan, nowMs),
    );
    expect(findWaste(steps)).toEqual([]);
  });
});
