import { createHash } from 'node:crypto';
import type { PagePlan } from '@latchkey/pagination';
import { useTestDatabase } from '@latchkey/testing';
import fc from 'fast-check';
import type { Prisma } from '../../prisma/generated/client.ts';
import { createApprovedDeviceStore } from '../../src/store/approved-device-store.ts';
import { createConsentStore } from '../../src/store/consent-store.ts';
import { startMs } from '../device-request.ts';
import { createMemoryApprovedDevices, type ApprovedRow } from '../memory/approved-devices.ts';
import { createMemoryConsents, type ConsentRow } from '../memory/consents.ts';
import { openDatabase } from './open-database.ts';

/** Both searches over any rows, filters and places, held to an array that is filtered, sorted and sliced. */

type Device = Prisma.DeviceAuthorizationCreateManyInput;
type Family = Prisma.RefreshFamilyCreateManyInput;
type Consent = Prisma.ConsentCreateManyInput;

const testDatabase = useTestDatabase('sso', openDatabase);
const at = (seconds: number) => new Date(startMs + seconds * 1000);
const second = fc.integer({ min: 0, max: 9 });
const userId = fc.constantFrom('user-1', 'user-1', 'user-2');
const clientId = fc.constantFrom('cli', '100%_Sure', 'c_x');
const nowMs = at(5).getTime();

/** Scattered, so that ids within a second do not follow the order of arrival. */
const idOf = (serial: number) =>
  createHash('md5')
    .update(String(serial))
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const fact = fc.oneof(
  fc.constantFrom(
    { state: 'pending', isDecided: false },
    { state: 'expired', isDecided: false },
    { state: 'expired', isDecided: true },
    { state: 'approved_waiting_pickup', isDecided: true },
    { state: 'failed', isDecided: true, failure: 'denied' },
    { state: 'failed', isDecided: true, failure: 'attempts' },
    { state: 'failed', isDecided: true, failure: 'revoked' },
    { state: 'failed', isDecided: true, failure: 'account' },
    // Its family was removed, as its time was over.
    { state: 'redeemed', isDecided: true },
  ),
  fc.record({
    state: fc.constant('redeemed'),
    isDecided: fc.constant(true),
    family: fc.record({
      issued: second,
      idle: second,
      absolute: second,
      revoked: fc.option(second, { freq: 3 }),
    }),
  }),
);

const world = fc.record({
  devices: fc.array(fc.record({ userId, clientId, created: second, expires: second, fact }), {
    maxLength: 30,
  }),
  consents: fc.uniqueArray(
    fc.record({
      userId,
      clientId,
      created: second,
      revoked: fc.option(second, { freq: 3 }),
      scope: fc.subarray(['openid', 'email']),
    }),
    { selector: (consent) => `${consent.userId} ${consent.clientId}`, maxLength: 6 },
  ),
});
type World = typeof world extends fc.Arbitrary<infer Made> ? Made : never;

/** The rows of a world, as the stores that write leave them. */
function makeRows({ devices, consents }: World) {
  const rows = devices.map((made, serial) => {
    const { fact: it, created, expires, ...who } = made;
    const family = 'family' in it ? it.family : undefined;
    const device: Device = {
      ...who,
      id: idOf(serial),
      deviceCodeHash: `code ${serial}`,
      clientName: `${who.clientId} of ${serial % 3}`,
      scope: 'openid',
      ip: '192.0.2.1',
      userAgent: 'test',
      state: it.state,
      failure: 'failure' in it ? it.failure : null,
      familyId: it.state === 'redeemed' ? idOf(serial + 1000) : null,
      createdAt: at(created),
      expiresAt: at(expires),
      decidedAt: it.isDecided ? at(created + 1) : null,
      redeemedAt: it.state === 'redeemed' ? at(created + 2) : null,
    };
    return { device, family: family && makeFamily(device, family, serial) };
  });
  const given = consents.map(({ created, revoked, ...rest }, serial) => ({
    ...rest,
    id: idOf(serial + 2000),
    clientName: `${rest.clientId} of ${serial % 3}`,
    createdAt: at(created),
    updatedAt: at(created),
    revokedAt: revoked === null ? null : at(revoked),
  }));
  return { rows, given };
}

interface FamilyFacts {
  readonly issued: number;
  readonly idle: number;
  readonly absolute: number;
  readonly revoked: number | null;
}

function makeFamily(device: Device, facts: FamilyFacts, serial: number): Family {
  return {
    id: device.familyId ?? '',
    deviceAuthorizationId: device.id,
    deviceCodeHash: `code ${serial}`,
    claim: 1,
    clientId: device.clientId,
    userId: device.userId ?? '',
    scope: 'openid',
    authTime: at(0),
    tokenHash: `token ${serial}`,
    linkHash: `link ${serial}`,
    createdAt: at(0),
    issuedAt: at(facts.issued),
    idleExpiresAt: at(facts.idle),
    absoluteExpiresAt: at(facts.absolute),
    revokedAt: facts.revoked === null ? null : at(facts.revoked),
  };
}

const time = (value: Date | string | null | undefined) => new Date(value ?? 0).getTime();
const endOf = (family: Family) => Math.min(time(family.idleExpiresAt), time(family.absoluteExpiresAt));
const isLive = (family: Family | undefined): family is Family =>
  family !== undefined && family.revokedAt === null && endOf(family) > nowMs;

function stateOf(device: Device, family: Family | undefined): ApprovedRow['state'] {
  if (device.state === 'failed' || (family && family.revokedAt !== null)) return 'revoked';
  if (isLive(family)) return 'active';
  const isWaiting = device.state === 'approved_waiting_pickup' && time(device.expiresAt) > nowMs;
  return isWaiting ? 'approved_waiting_pickup' : 'expired';
}

/** What a person approved, in the words of the contract. */
function listDevices({ rows }: ReturnType<typeof makeRows>): ApprovedRow[] {
  const approved = rows.filter(
    ({ device: { decidedAt, failure } }) =>
      decidedAt !== null && failure !== 'denied' && failure !== 'attempts',
  );
  return approved.map(({ device, family }) => ({
    id: device.id,
    userId: device.userId ?? '',
    deviceCodeHash: device.deviceCodeHash ?? null,
    familyId: device.familyId ?? null,
    clientId: device.clientId,
    clientName: device.clientName,
    scope: device.scope,
    state: stateOf(device, family),
    ip: device.ip,
    createdAt: new Date(device.createdAt),
    approvedAt: new Date(device.decidedAt ?? 0),
    redeemedAt: device.redeemedAt === null ? null : new Date(device.redeemedAt ?? 0),
    lastRefreshedAt: family ? new Date(family.issuedAt) : null,
    expiresAt: family ? new Date(endOf(family)) : new Date(device.expiresAt),
  }));
}

function listConsents({ rows, given }: ReturnType<typeof makeRows>): ConsentRow[] {
  return given.map((consent) => {
    const families = rows
      .map(({ family }) => family)
      .filter((family) => family?.userId === consent.userId && family.clientId === consent.clientId);
    const used = families.map((family) => time(family?.issuedAt));
    return {
      id: consent.id,
      userId: consent.userId,
      clientId: consent.clientId,
      clientName: consent.clientName,
      scope: consent.scope,
      createdAt: consent.createdAt,
      state: consent.revokedAt === null ? 'active' : 'revoked',
      lastUsedAt: used.length === 0 ? null : new Date(Math.max(...used)),
      sessionCount: families.filter(isLive).length,
    };
  });
}

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });
const plan: fc.Arbitrary<PagePlan> = fc.oneof(
  fc.record({
    kind: fc.constant('offset' as const),
    limit: fc.integer({ min: 1, max: 5 }),
    offset: fc.nat(12),
    binding: fc.constant(''),
  }),
  fc.record({
    kind: fc.constant('keyset' as const),
    limit: fc.integer({ min: 1, max: 5 }),
    offset: fc.constant(0),
    after: fc.record({
      createdAtMs: second.map((created) => at(created).getTime()),
      id: fc.nat(2010).map(idOf),
    }),
    binding: fc.constant(''),
  }),
);
const deviceFilters = fc.record({
  clientId: maybe(clientId),
  state: maybe(fc.constantFrom('approved_waiting_pickup', 'active', 'expired', 'revoked')),
  createdFrom: maybe(second.map(at)),
  createdTo: maybe(second.map(at)),
});
const consentFilters = fc.record({
  clientId: maybe(clientId),
  scope: maybe(fc.constantFrom('openid', 'email', 'profile')),
  state: maybe(fc.constantFrom('active', 'revoked')),
  search: maybe(fc.constantFrom('cli', '%_S', 'OF 1', '_x of', 'c_', '\\')),
});
const asked = <Filters>(filters: fc.Arbitrary<Filters>) =>
  fc.array(fc.tuple(userId, filters, plan), { minLength: 15, maxLength: 15 });

/** A filter that is not given is not there at all. */
const given = (filters: object) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));

test('any page of devices and of consents is the slice of an array', async () => {
  const { database } = testDatabase();
  const devices = createApprovedDeviceStore(database);
  const consents = createConsentStore(database);
  const property = fc.asyncProperty(
    world,
    asked(deviceFilters),
    asked(consentFilters),
    async (made, ofDevices, ofConsents) => {
      const all = makeRows(made);
      await database.$executeRaw`truncate device_authorizations, refresh_families, consents cascade`;
      await database.deviceAuthorization.createMany({ data: all.rows.map(({ device }) => device) });
      await database.refreshFamily.createMany({ data: all.rows.flatMap(({ family }) => family ?? []) });
      await database.consent.createMany({ data: all.given satisfies Consent[] });
      const model = {
        devices: createMemoryApprovedDevices(listDevices(all)),
        consents: createMemoryConsents(listConsents(all)),
      };
      for (const [who, filters, where] of ofDevices) {
        const question = [who, given(filters), where, nowMs] as const;
        expect([question, await devices.search(...question)]).toEqual([
          question,
          await model.devices.search(...question),
        ]);
      }
      for (const [who, filters, where] of ofConsents) {
        const question = [who, given(filters), where, nowMs] as const;
        expect([question, await consents.search(...question)]).toEqual([
          question,
          await model.consents.search(...question),
        ]);
      }
    },
  );
  await fc.assert(property, { numRuns: 40, endOnFailure: true });
});
