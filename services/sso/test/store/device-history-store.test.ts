import { randomUUID } from 'node:crypto';
import { createProcessAttempts, type Attempts } from '@latchkey/attempts';
import { useTestDatabase } from '@latchkey/testing';
import type { DeviceHistory } from '../../src/oauth/device/device-history.ts';
import type { DeviceAuthorization, DeviceRequest } from '../../src/oauth/device/device.ts';
import { createConsentStore } from '../../src/store/consent-store.ts';
import { createDeviceHistoryStore } from '../../src/store/device-history-store.ts';
import { createFamilyStore } from '../../src/store/family-store.ts';
import { createOutboxStore } from '../../src/store/outbox-store.ts';
import { createApproval, createDeviceRequest, startMs } from '../device-request.ts';
import { isFamilyRevoked } from '../is-family-revoked.ts';
import type { StoredEvent } from '../test-servers.ts';
import { createPickup } from './family-rows.ts';
import { openDatabase } from './open-database.ts';

const store = useTestDatabase('sso', openDatabase);
const database = () => store().database;

const failOnReport = (error: unknown) => {
  throw error;
};

/** A code that an account has verified, if one has. */
async function issue(changes: Partial<DeviceRequest> = {}, isVerified = true) {
  const history = createDeviceHistoryStore(store().pool, failOnReport);
  const request = createDeviceRequest({ audience: ['https://a.test', 'it\'s {odd}, "quoted"'], ...changes });
  const device: DeviceAuthorization = {
    ...request,
    state: 'pending',
    wrongPasswords: 0,
    boundUserId: 'user-1',
  };
  if (isVerified) await history.recordVerified(device, 'user-1');
  const row = () => database().deviceAuthorization.findUniqueOrThrow({ where: { id: request.id } });
  const events = async () => {
    const rows = await database().$queryRaw<{ type: string; data: unknown }[]>`
      select type, data from events where data->>'device_id' = ${request.id} order by id`;
    return rows;
  };
  return { history, device, row, events };
}

/** A pickup that got as far as its family. */
async function openFamily(device: DeviceAuthorization) {
  const families = createFamilyStore(store().pool);
  const pickup = { ...createPickup({ device }), nowMs: startMs + 61_000, deliveredAtMs: startMs + 62_000 };
  const isOpened = await families.open(pickup);
  return { isOpened, families, pickup, familyId: device.id, approval: pickup.approval };
}

async function pickUp(device: DeviceAuthorization) {
  const opened = await openFamily(device);
  expect(await opened.families.deliver(opened.pickup)).toBe(true);
  return opened;
}

interface RecordedHistory {
  readonly history: DeviceHistory;
  /** The events of a device authorization, in order. */
  eventsOf(deviceId: string): Promise<StoredEvent[]>;
}

function createHistory(): RecordedHistory {
  const eventsOf = async (id: string) => {
    const where = { data: { path: ['device_id'], equals: id } };
    const rows = await database().event.findMany({ where, orderBy: { id: 'asc' } });
    return rows.map(({ type, data, createdAt }) => ({ type, data, occurredAtMs: createdAt.getTime() }));
  };
  return {
    history: createDeviceHistoryStore(store().pool, failOnReport),
    eventsOf: eventsOf as RecordedHistory['eventsOf'],
  };
}

describe('the device history and its events', () => {
  const createDevice = (): DeviceAuthorization => ({
    ...createDeviceRequest(),
    state: 'pending',
    wrongPasswords: 0,
    boundUserId: 'user-1',
  });

  test.each([true, false])(
    'of 20 records of one change at once one writes its event; verified: %j',
    async (isVerified) => {
      const { history, eventsOf } = createHistory();
      const many = (record: () => Promise<void>) => Promise.all(Array.from({ length: 20 }, record));
      const device = createDevice();
      if (isVerified) await many(() => history.recordVerified(device, 'user-1'));
      await many(() => history.recordApproved(device, createApproval()));
      await many(() => history.recordExpired(device, startMs + 2));
      await many(() => history.recordFailed(device, 'account', startMs + 3));
      const types = (await eventsOf(device.id)).map(({ type }) => type);
      expect(types).toEqual(['device.approved', 'device.expired', 'device.denied']);
    },
  );

  test.each<[string, (device: DeviceAuthorization, history: DeviceHistory) => Promise<void>]>([
    ['device.denied', (device, history) => history.recordFailed(device, 'account', startMs + 2)],
    ['device.expired', (device, history) => history.recordExpired(device, startMs + 3)],
  ])('an approval whose record was lost is recorded before %s', async (type, end) => {
    const recorded = createHistory();
    const device = { ...createDevice(), approval: createApproval() };
    await end(device, recorded.history);
    const events = await recorded.eventsOf(device.id);
    expect(events.map((event) => event.type)).toEqual(['device.approved', type]);
    expect(events[0]?.occurredAtMs).toBe(createApproval().approvedAtMs);
  });
});

describe('device history in Postgres', () => {
  test('an approval and its pickup at once write device.approved once, whether or not there is a row', async () => {
    const rounds = Array.from({ length: 30 }, async (_, index) => {
      const { history, device, row, events } = await issue({}, index % 3 === 0);
      const approve = () => history.recordApproved(device, createApproval());
      await Promise.all(index % 2 === 0 ? [approve(), pickUp(device)] : [pickUp(device), approve()]);
      expect((await row()).state).toBe('redeemed');
      expect((await events()).map(({ type }) => type).toSorted()).toEqual([
        'device.approved',
        'device.redeemed',
      ]);
    });
    await Promise.all(rounds);
  });

  test('a code that no account has verified leaves nothing when it expires', async () => {
    const { history, device, events } = await issue({}, false);
    const { boundUserId: _bound, ...unbound } = device;
    await history.recordExpired(unbound, device.expiresAtMs);
    expect(await database().deviceAuthorization.count({ where: { id: device.id } })).toBe(0);
    expect(await events()).toEqual([]);
  });

  test('a failure of a code without a row is kept, and no pickup passes it', async () => {
    const { history, device, row, events } = await issue({}, false);
    const { boundUserId: _bound, ...unbound } = device;
    await history.recordFailed(unbound, 'attempts', startMs + 1);
    expect(await row()).toMatchObject({ state: 'failed', userId: null, decidedAt: new Date(startMs + 1) });
    expect(await openFamily(device)).toMatchObject({ isOpened: false });
    await history.recordVerified(device, 'user-1');
    await history.recordApproved(device, createApproval());
    expect(await row()).toMatchObject({ state: 'failed', userId: null, familyId: null });
    expect((await events()).map(({ type }) => type)).toEqual(['device.denied']);
  });

  test('nobody writes the row of another code under its id', async () => {
    const { history, device, row, events } = await issue();
    const before = await row();
    const foreign = { ...device, deviceCodeHash: 'another' };
    await history.recordVerified(foreign, 'user-2');
    await history.recordFailed(foreign, 'denied', startMs);
    expect(await row()).toEqual(before);
    expect(await events()).toEqual([]);
  });

  test.each([true, false])(
    'another person who approves what a Redis that was rolled back has forgotten is recorded as well, by the decision: %s',
    async (isDecided) => {
      const { history, device, row, events } = await issue();
      await history.recordApproved(device, createApproval());
      const approval = createApproval({ userId: 'user-2', approvedAtMs: startMs + 30_000 });
      if (isDecided) await history.recordApproved(device, approval);
      const families = createFamilyStore(store().pool);
      const pickup = { ...createPickup({ device, approval }), deliveredAtMs: startMs + 62_000 };
      expect([await families.open(pickup), await families.deliver(pickup)]).toEqual([true, true]);
      expect(await row()).toMatchObject({ state: 'redeemed', userId: 'user-2' });
      expect(await events()).toMatchObject([
        { type: 'device.approved', data: { user_id: 'user-1' } },
        { type: 'device.approved', data: { user_id: 'user-2' } },
        { type: 'device.redeemed', data: { user_id: 'user-2' } },
      ]);
    },
  );

  test.each(['the decision', 'the pickup'])(
    '%s records the name of the device with the approval',
    async (by) => {
      const { history, device, row, events } = await issue({ deviceName: 'anna’s laptop' });
      await (by === 'the pickup' ? pickUp(device) : history.recordApproved(device, createApproval()));
      expect((await row()).deviceName).toBe('anna’s laptop');
      const approved = (await events()).find(({ type }) => type === 'device.approved');
      expect(approved?.data).toMatchObject({ user_id: 'user-1', device_name: 'anna’s laptop' });
    },
  );

  test('keeps what was asked for, and no code', async () => {
    const { history, device, row, events } = await issue();
    expect(await row()).toEqual({
      id: device.id,
      deviceCodeHash: device.deviceCodeHash,
      road: 'device',
      clientId: 'demo-cli',
      clientName: 'Demo CLI',
      scope: device.scope,
      audience: device.audience,
      ip: '192.0.2.1',
      userAgent: 'curl/8.5.0',
      deviceName: null,
      state: 'pending',
      failure: null,
      userId: 'user-1',
      familyId: null,
      createdAt: new Date(startMs),
      expiresAt: new Date(device.expiresAtMs),
      decidedAt: null,
      redeemedAt: null,
    });
    expect(await events()).toEqual([]);
    await history.recordFailed(device, 'denied', startMs);
    const kept = JSON.stringify([await row(), await events()]);
    expect(kept).not.toContain(device.userCode);
    expect(JSON.stringify(await events())).not.toContain(device.deviceCodeHash);
  });

  test('a pickup gives the consent of an approval that was not recorded, but none that was taken back since', async () => {
    const { history, device } = await issue();
    const userId = `user of ${device.id}`;
    const consents = createConsentStore(database());
    const families = createFamilyStore(store().pool);
    const consent = () =>
      database().consent.findUniqueOrThrow({
        where: { userId_clientId: { userId, clientId: 'demo-cli' } },
      });
    const pickup = createPickup({ device, approval: createApproval({ userId, scope: 'email' }) });
    await history.recordApproved(device, createApproval({ userId, approvedAtMs: startMs + 10_000 }));
    await consents.revoke(userId, 'demo-cli', startMs + 20_000);
    await families.open(pickup);
    await families.deliver(pickup);
    expect(await consent()).toMatchObject({ scope: ['email'], revokedAt: null });
    await consents.revoke(userId, 'demo-cli', startMs + 65_000);
    await history.recordApproved(device, createApproval({ userId }));
    expect((await consent()).revokedAt).toEqual(new Date(startMs + 65_000));
  });

  test('pickups at once give the consent of all their approvals, but for those from before it was taken back', async () => {
    const families = createFamilyStore(store().pool);
    const pickups = await Promise.all(
      ['openid', 'email profile', 'openid groups'].map(async (scope, at) => {
        const { device } = await issue();
        const audience = [`https://api-${at}.example.test`];
        const approval = createApproval({ userId: 'ada', scope, audience, approvedAtMs: startMs + at * 10 });
        return createPickup({ device, approval });
      }),
    );
    const consents = createConsentStore(database());
    const { history, device } = await issue();
    const early = createApproval({ userId: 'ada', scope: 'account', approvedAtMs: startMs - 10 });
    await history.recordApproved(device, early);
    await consents.revoke('ada', 'demo-cli', startMs + 5);
    for (const pickup of pickups) await families.open(pickup);
    await Promise.all(pickups.map((pickup) => families.deliver(pickup)));
    expect(await consents.findLive('ada', 'demo-cli')).toEqual({
      scope: ['openid', 'groups', 'email', 'profile'],
      audience: ['https://api-2.example.test', 'https://api-1.example.test'],
    });
  });

  test('a pickup that is not delivered leaves nothing in the history, and none delivers what has failed', async () => {
    const { history, device, row, events } = await issue();
    const userId = `user of ${device.id}`;
    const { families, pickup } = await openFamily(device);
    expect(await row()).toMatchObject({ state: 'pending', familyId: null, decidedAt: null });
    expect(await database().consent.count({ where: { userId } })).toBe(0);
    await history.recordFailed(device, 'account', startMs + 62_000);
    expect(await families.deliver(pickup)).toBe(false);
    expect(await row()).toMatchObject({ state: 'failed', failure: 'account', familyId: null });
    expect((await families.findById(device.id))?.deliveredAt).toBeNull();
    expect((await events()).map(({ type }) => type)).toEqual(['device.denied']);
  });

  test('a failure and a delivery at once: one of them takes effect', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { history, device, row } = await issue();
      const { families, pickup } = await openFamily(device);
      const fail = () => history.recordFailed(device, 'revoked', startMs + 62_000);
      const [isDelivered] = await Promise.all([families.deliver(pickup), fail()]);
      // A failure that follows the delivery is written as well: its caller ends the family.
      expect((await row()).state).toBe('failed');
      const found = await families.findById(device.id);
      expect(found?.deliveredAt != null).toBe(isDelivered);
    }
  });

  test('a pickup is kept as redeemed, whatever is recorded after it', async () => {
    const { history, device, row, events } = await issue();
    const { families, familyId, approval } = await pickUp(device);
    const redeemed = {
      state: 'redeemed',
      userId: 'user-1',
      familyId,
      decidedAt: new Date(approval.approvedAtMs),
      redeemedAt: new Date(startMs + 62_000),
    };
    expect(await row()).toMatchObject(redeemed);
    await history.recordApproved(device, approval);
    // Redis has forgotten the redemption and takes the code for expired.
    await history.recordExpired(device, device.expiresAtMs);
    expect(await row()).toMatchObject(redeemed);
    expect(await isFamilyRevoked(families, familyId)).toBe(false);
    const types = (await events()).map(({ type }) => type);
    expect(types).toEqual(['device.approved', 'device.redeemed']);
  });

  test('a family that is not delivered ends with its authorization', async () => {
    const { history, device, row, events } = await issue();
    const { families, pickup, approval } = await openFamily(device);
    await history.recordExpired({ ...device, approval }, device.expiresAtMs);
    expect(await row()).toMatchObject({ state: 'expired', familyId: null, redeemedAt: null });
    expect(await isFamilyRevoked(families, device.id)).toBe(true);
    expect(await families.deliver(pickup)).toBe(false);
    expect((await events()).map(({ type }) => type)).toEqual(['device.approved', 'device.expired']);
  });
});

const plenty = {
  newId: randomUUID,
  now: () => startMs,
  perMinute: 20,
  attempts: createProcessAttempts({ now: () => startMs }),
};

test('the outbox writes within the budget of a type and its subject, and drops what goes beyond it', async () => {
  const outbox = createOutboxStore(database(), { ...plenty, perMinute: 1, report: failOnReport });
  for (const network of ['net-1', 'net-1', 'net-2']) await outbox.append('client.auth_failed', { network });
  await outbox.append('device.throttled', { network: 'net-1' });
  const rows = await database().$queryRaw`
    select type, data->>'network' as network from events where data->>'network' like 'net-%' order by id`;
  expect(rows).toEqual([
    { type: 'client.auth_failed', network: 'net-1' },
    { type: 'client.auth_failed', network: 'net-2' },
    { type: 'device.throttled', network: 'net-1' },
  ]);
});

describe('outbox while Redis is gone', () => {
  const away = () => Promise.reject(new Error('Command timed out'));
  const lost: Attempts = { waitMs: away, hold: away, keep: away, release: away, clear: away };

  test('writes what a process may write for itself, and reports the loss once', async () => {
    const reported: unknown[] = [];
    const report = (error: unknown) => reported.push(error);
    const outbox = createOutboxStore(database(), { ...plenty, attempts: lost, perMinute: 2, report });
    const data = { family_id: randomUUID() };
    for (let index = 0; index < 5; index += 1) await outbox.append('refresh.reuse_detected', data);
    const where = { data: { path: ['family_id'], equals: data.family_id } };
    expect(await database().event.count({ where })).toBe(2);
    expect(reported).toHaveLength(1);
  });
});

describe('while Postgres is gone', () => {
  const gone = openDatabase('postgres://nobody@127.0.0.1:1/none');
  afterAll(() => gone.close());

  test('a decision that cannot be recorded is reported and stands; the end of a code without a row asks nothing', async () => {
    const reported: unknown[] = [];
    const history = createDeviceHistoryStore(gone.pool, (error) => reported.push(error));
    const bound = { state: 'pending', wrongPasswords: 0, boundUserId: 'user-1' } as const;
    const device: DeviceAuthorization = { ...createDeviceRequest(), ...bound };
    await history.recordApproved(device, createApproval());
    await history.recordFailed(device, 'denied', startMs);
    await history.recordExpired(device, startMs);
    expect(reported).toHaveLength(3);
    const { boundUserId: _bound, ...unbound } = device;
    await history.recordExpired(unbound, startMs);
    expect(reported).toHaveLength(3);
  });

  test('a verified code that cannot be recorded is refused', async () => {
    const history = createDeviceHistoryStore(gone.pool, () => undefined);
    const device: DeviceAuthorization = { ...createDeviceRequest(), state: 'pending', wrongPasswords: 0 };
    await expect(history.recordVerified(device, 'user-1')).rejects.toThrow(/reach|connect|ECONNREFUSED/i);
  });

  test('an event that cannot be written is reported and fails nobody', async () => {
    const reported: unknown[] = [];
    const outbox = createOutboxStore(gone.database, { ...plenty, report: (error) => reported.push(error) });
    await outbox.append('client.auth_failed', {});
    expect(reported).toHaveLength(1);
  });
});
