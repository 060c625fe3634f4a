import { deviceStates } from '@latchkey/contracts';
import { useTestDatabase } from '@latchkey/testing';
import fc from 'fast-check';
import { createApprovedDeviceStore } from '../../src/store/approved-device-store.ts';
import { startMs } from '../device-request.ts';
import { openDatabase } from './open-database.ts';
import {
  client,
  createdAt,
  devices,
  failureOf,
  familyIdOf,
  isLive,
  nameOf,
  now,
  person,
  position,
  provePages,
  putDevices,
  wholeLists,
  type RandomDevice,
} from './random-approvals.ts';

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
  await fc.assert(run, { numRuns: 30 });
});
