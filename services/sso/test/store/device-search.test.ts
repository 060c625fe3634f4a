import { deviceStates } from '@latchkey/contracts';
import type { PagePlan, PageSlice } from '@latchkey/pagination';
import { useTestDatabase } from '@latchkey/testing';
import fc from 'fast-check';
import { createApprovedDeviceStore } from '../../src/store/approved-device-store.ts';
import { startMs } from '../device-request.ts';
import { openDatabase, type OpenDatabase } from './open-database.ts';

/** Searches of random devices are held to the slices of an array. */

const now = new Date(startMs);
const minute = (number: number) => new Date(startMs + number * 60_000);
const people = ['user-1', 'user-2'];
const person = fc.constantFrom(...people);
const client = fc.constantFrom('demo-cli', '50%_\\Off');
/** Few, so that there are ties. */
const createdAt = fc.integer({ min: 0, max: 4 }).map((ms) => new Date(startMs - 600_000 + ms));
/** Before, at and after the time of the search. */
const end = fc.constantFrom(minute(-1), now, minute(1), minute(1), minute(1));
const position = fc.record({
  limit: fc.integer({ min: 1, max: 9 }),
  offset: fc.nat(8),
  after: fc.nat(8),
});
/** Looks at all that each person has; random filters leave little to see. */
const wholeLists = people.map((userId) => ({
  userId,
  filters: {},
  position: { limit: 20, offset: 0, after: 0 },
}));

type Of<Made> = Made extends fc.Arbitrary<infer Value> ? Value : never;

const anyFamily = fc.record({
  idle: end,
  absolute: end,
  issuedAt: fc.constantFrom(minute(-3), minute(-2)),
  revokedAt: fc.constantFrom(null, null, now),
});
/** Mostly such as have tokens. */
const states = ['redeemed', 'redeemed', 'approved_waiting_pickup', 'expired', 'failed', 'pending'];
const device = fc.record({
  id: fc.uuid(),
  userId: person,
  clientId: client,
  createdAt,
  state: fc.constantFrom(...states),
  failure: fc.constantFrom('denied', 'attempts', 'revoked', 'account'),
  expiresAt: end,
  family: fc.option(anyFamily, { freq: 6 }),
});
const devices = fc.uniqueArray(device, {
  minLength: 8,
  maxLength: 20,
  size: 'max',
  selector: ({ id }) => id,
});
type RandomDevice = Of<typeof device>;

const nameOf = (clientId: string) => `The ${clientId}`;
const failureOf = ({ state, failure }: RandomDevice) => (state === 'failed' ? failure : null);
const isLive = ({ idle, absolute, revokedAt }: Of<typeof anyFamily>) =>
  revokedAt === null && idle > now && absolute > now;

/** Puts these devices in place of all that are there. */
async function putDevices({ database }: OpenDatabase, rows: readonly RandomDevice[]): Promise<void> {
  await database.refreshFamily.deleteMany();
  await database.deviceAuthorization.deleteMany();
  await database.deviceAuthorization.createMany({
    data: rows.map(({ family: own, ...row }) => ({
      ...row,
      deviceCodeHash: row.id,
      scope: 'openid',
      clientName: nameOf(row.clientId),
      road: 'device',
      failure: failureOf({ family: own, ...row }),
      ip: '192.0.2.1',
      userAgent: 'test',
      familyId: own && familyIdOf(row.id),
      decidedAt: row.state === 'pending' ? null : row.createdAt,
    })),
  });
  await database.refreshFamily.createMany({
    data: rows.flatMap(({ id, clientId, userId, createdAt: at, family: own }) => {
      if (own === null) return [];
      const { idle: idleExpiresAt, absolute: absoluteExpiresAt, issuedAt, revokedAt } = own;
      const hashes = { tokenKey: Buffer.from(id), tokenHash: id, linkHash: id };
      const times = { createdAt: at, authTime: at, issuedAt, idleExpiresAt, absoluteExpiresAt, revokedAt };
      const whose = { clientId, userId, tokensValidAfter: new Date(0) };
      return [
        { id: familyIdOf(id), road: 'device', scope: 'openid', claim: 1, ...whose, ...hashes, ...times },
      ];
    }),
  });
}

const familyIdOf = (id: string) => id.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
const placeOf = (row: { createdAt: Date; id: string }) => `${row.createdAt.toISOString()} ${row.id}`;

/** Looks at a page by its offset, and at the one after a row; both must be the slice of the rows. */
async function provePages<Row extends { createdAt: Date; id: string }>(
  rows: readonly Row[],
  { limit, offset, after }: Of<typeof position>,
  look: (plan: PagePlan) => Promise<PageSlice<unknown>>,
  itemOf: (row: Row) => unknown,
): Promise<void> {
  const sorted = rows.toSorted((left, right) => (placeOf(left) > placeOf(right) ? -1 : 1));
  const keyOf = (row: Row) => ({ createdAtMs: row.createdAt.getTime(), id: row.id });
  const prove = async (plan: PagePlan, from: number) => {
    const page = sorted.slice(from, from + limit);
    const last = from + limit < sorted.length ? page.at(-1) : undefined;
    expect(await look(plan)).toEqual({
      items: page.map(itemOf),
      totalCount: sorted.length,
      offset: from,
      lastKey: last === undefined ? null : keyOf(last),
    });
  };
  await prove({ kind: 'offset', limit, offset, binding: '' }, offset);
  const row = sorted[after];
  if (row) await prove({ kind: 'keyset', limit, after: keyOf(row), binding: '' }, after + 1);
}

const testDatabase = useTestDatabase('sso', openDatabase);

const filters = fc.record(
  { clientId: client, state: fc.constantFrom(...deviceStates), createdFrom: createdAt, createdTo: createdAt },
  { requiredKeys: [] },
);
type Filters = typeof filters extends fc.Arbitrary<infer Some> ? Some : never;

/** Source: contract part 2 "Guarded routes". */
function stateOf({ state, expiresAt, family }: RandomDevice): string {
  if (state === 'failed' || (family !== null && family.revokedAt !== null)) return 'revoked';
  if (state === 'redeemed' && family !== null && isLive(family)) return 'active';
  return state === 'approved_waiting_pickup' && expiresAt > now ? state : 'expired';
}

function deviceOf(row: RandomDevice) {
  const { id, clientId, family, expiresAt } = row;
  const ofFamily = family && new Date(Math.min(family.idle.getTime(), family.absolute.getTime()));
  return {
    id,
    clientId,
    clientName: nameOf(clientId),
    scope: 'openid',
    audience: null,
    state: stateOf(row),
    road: 'device',
    ip: '192.0.2.1',
    deviceName: null,
    familyId: family && familyIdOf(id),
    createdAt: row.createdAt,
    approvedAt: row.createdAt,
    redeemedAt: null,
    lastRefreshedAt: family && family.issuedAt,
    expiresAt: ofFamily ?? expiresAt,
  };
}

test('devices: whatever is there and asked for, the answer is the slice of an array', async () => {
  const looks = fc.array(fc.record({ userId: person, filters, position }), {
    minLength: 6,
    maxLength: 12,
    size: 'max',
  });
  const run = fc.asyncProperty(devices, looks, async (rows, all) => {
    await putDevices(testDatabase(), rows);
    const store = createApprovedDeviceStore(testDatabase().database);
    for (const { userId, filters: given, position: at } of [...wholeLists, ...all]) {
      const { clientId, state, createdFrom, createdTo }: Filters = given;
      const found = rows.filter(
        (row) =>
          row.userId === userId &&
          row.state !== 'pending' &&
          !['denied', 'attempts'].includes(failureOf(row) ?? '') &&
          (clientId === undefined || row.clientId === clientId) &&
          (state === undefined || stateOf(row) === state) &&
          (createdFrom === undefined || row.createdAt >= createdFrom) &&
          (createdTo === undefined || row.createdAt < createdTo),
      );
      await provePages(found, at, (plan) => store.search(userId, given, plan, startMs), deviceOf);
    }
  });
  await fc.assert(run, { numRuns: 20 });
});
