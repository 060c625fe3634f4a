import { consentStates } from '@latchkey/contracts';
import { useTestDatabase } from '@latchkey/testing';
import fc from 'fast-check';
import { createConsentStore } from '../../src/store/consent-store.ts';
import { startMs } from '../device-request.ts';
import { openDatabase } from './open-database.ts';
import {
  client,
  createdAt,
  devices,
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
const scopes = ['openid', 'email'];
const consents = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    userId: person,
    clientId: client,
    createdAt,
    scope: fc.subarray(scopes),
    revokedAt: fc.constantFrom(null, now),
  }),
  { minLength: 2, maxLength: 4, selector: ({ userId, clientId }) => `${userId} ${clientId}` },
);
type RandomConsent = typeof consents extends fc.Arbitrary<(infer Row)[]> ? Row : never;

const filters = fc.record(
  {
    clientId: client,
    scope: fc.constantFrom(...scopes, 'admin'),
    state: fc.constantFrom(...consentStates),
    search: fc.constantFrom('%_\\', 'DEMO', 'the ', '_emo'),
  },
  { requiredKeys: [] },
);
type Filters = typeof filters extends fc.Arbitrary<infer Some> ? Some : never;

const stateOf = ({ revokedAt }: RandomConsent) => (revokedAt === null ? 'active' : 'revoked');

function consentOf(row: RandomConsent, all: readonly RandomDevice[]) {
  const { userId, clientId, scope, createdAt: at } = row;
  const families = all
    .filter((one) => one.userId === userId && one.clientId === clientId)
    .flatMap(({ family }) => (family === null ? [] : [family]));
  const used = families.map(({ issuedAt }) => issuedAt.getTime());
  return {
    clientId,
    clientName: nameOf(clientId),
    scope,
    state: stateOf(row),
    createdAt: at,
    lastUsedAt: used.length === 0 ? null : new Date(Math.max(...used)),
    sessionCount: families.filter(isLive).length,
  };
}

async function putConsents(rows: readonly RandomConsent[]): Promise<void> {
  const { consent: table } = testDatabase().database;
  await table.deleteMany();
  const more = ({ clientId, createdAt: updatedAt }: RandomConsent) => ({
    clientName: nameOf(clientId),
    updatedAt,
  });
  await table.createMany({ data: rows.map((row) => ({ ...row, ...more(row) })) });
}

test('consents: whatever is there and asked for, the answer is the slice of an array', async () => {
  const looks = fc.array(fc.record({ userId: person, filters, position }), {
    minLength: 6,
    maxLength: 12,
    size: 'max',
  });
  const run = fc.asyncProperty(consents, devices, looks, async (rows, ofClients, all) => {
    await putDevices(testDatabase(), ofClients);
    await putConsents(rows);
    const store = createConsentStore(testDatabase().database);
    for (const { userId, filters: given, position: at } of [...wholeLists, ...all]) {
      const { clientId, scope, state, search }: Filters = given;
      const found = rows.filter(
        (row) =>
          row.userId === userId &&
          (clientId === undefined || row.clientId === clientId) &&
          (scope === undefined || row.scope.includes(scope)) &&
          (state === undefined || stateOf(row) === state) &&
          nameOf(row.clientId)
            .toLowerCase()
            .includes(search?.toLowerCase() ?? ''),
      );
      const look = (plan: Parameters<typeof store.search>[2]) => store.search(userId, given, plan, startMs);
      await provePages(found, at, look, (row) => consentOf(row, ofClients));
    }
  });
  await fc.assert(run, { numRuns: 30 });
});
