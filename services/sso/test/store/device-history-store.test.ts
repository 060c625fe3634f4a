import { randomUUID } from 'node:crypto';
import { createProcessAttempts, type Attempts } from '@latchkey/attempts';
import { useTestDatabase } from '@latchkey/testing';
import type { DeviceHistory } from '../../src/device/device-history.ts';
import type { DeviceAuthorization, DeviceRequest } from '../../src/device/device.ts';
import type { OutboxEvent } from '../../src/event/event.ts';
import { createConsentStore } from '../../src/store/consent-store.ts';
import { createDeviceHistoryStore } from '../../src/store/device-history-store.ts';
import { createFamilyStore } from '../../src/store/family-store.ts';
import { createOutboxStore } from '../../src/store/outbox-store.ts';
import { createApproval, createDeviceRequest, startMs } from '../device-request.ts';
import { isFamilyRevoked } from '../is-family-revoked.ts';
import { createPickup } from './family-rows.ts';
import { openDatabase } from './open-database.ts';

const store = useTestDatabase('sso', openDatabase);
const database = () => store().database;

const failOnReport = (error: unknown) => {
  throw error;
};

async function issue(changes: Partial<DeviceRequest> = {}) {
  const history = createDeviceHistoryStore(store().pool, failOnReport);
  const request = createDeviceRequest({ audience: ['https://a.test', 'it\'s {odd}, "quoted"'], ...changes });
  await history.recordIssued(request);
  const device: DeviceAuthorization = { ...request, state: 'pending', wrongPasswords: 0 };
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
  await families.open(pickup);
  return { families, pickup, familyId: device.id, approval: pickup.approval };
}

async function pickUp(device: DeviceAuthorization) {
  const opened = await openFamily(device);
  expect(await opened.families.deliver(opened.pickup)).toBe(true);
  return opened;
}

interface RecordedHistory {
  readonly history: DeviceHistory;
  /** The events that tell of a device authorization, in order. */
  eventsOf(deviceId: string): Promise<OutboxEvent[]>;
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
  async function issueIn({ history }: RecordedHistory): Promise<DeviceAuthorization> {
    const request = createDeviceRequest();
    await history.recordIssued(request);
    return { ...request, state: 'pending', wrongPasswords: 0 };
  }

  test('records the start with its event, which holds no code', async () => {
    const recorded = createHistory();
    const device = await issueIn(recorded);
    const data = { device_id: device.id, client_id: 'demo-cli' };
    const issued = { type: 'device.issued', occurredAtMs: device.createdAtMs, data };
    expect(await recorded.eventsOf(device.id)).toEqual([issued]);
  });

  test.each<[string, (device: DeviceAuthorization, history: DeviceHistory) => Promise<void>, object, number]>(
    [
      [
        'device.approved',
        (device, history) => history.recordApproved(device, createApproval({ approvedAtMs: startMs + 1 })),
        {
          user_id: 'user-1',
          scope: 'openid offline_access',
          request_ip: '192.0.2.1',
          browser_ip: '198.51.100.7',
        },
        startMs + 1,
      ],
      [
        'device.denied',
        (device, history) =>
          history.recordFailed({ ...device, boundUserId: 'user-1' }, 'denied', startMs + 2, '198.51.100.8'),
        { reason: 'denied', user_id: 'user-1', request_ip: '192.0.2.1', browser_ip: '198.51.100.8' },
        startMs + 2,
      ],
      [
        'device.denied',
        (device, history) => history.recordFailed(device, 'attempts', startMs + 2),
        { reason: 'attempts' },
        startMs + 2,
      ],
      ['device.expired', (device, history) => history.recordExpired(device, startMs + 3), {}, startMs + 3],
    ],
  )('records the end with %s', async (type, end, more, occurredAtMs) => {
    const recorded = createHistory();
    const device = await issueIn(recorded);
    await end(device, recorded.history);
    const data = { device_id: device.id, client_id: 'demo-cli', ...more };
    expect((await recorded.eventsOf(device.id)).slice(1)).toEqual([{ type, occurredAtMs, data }]);
  });

  test('of 20 records of one change at once one writes its event', async () => {
    const recorded = createHistory();
    const { history, eventsOf } = recorded;
    const many = (record: () => Promise<void>) => Promise.all(Array.from({ length: 20 }, record));
    const typesOf = async ({ id }: DeviceAuthorization) => (await eventsOf(id)).map(({ type }) => type);
    const device = await issueIn(recorded);
    await many(() => history.recordApproved(device, createApproval()));
    await many(() => history.recordFailed(device, 'account', startMs + 2));
    expect(await typesOf(device)).toEqual(['device.issued', 'device.approved', 'device.denied']);
    const other = await issueIn(recorded);
    await many(() => history.recordExpired(other, startMs + 3));
    expect(await typesOf(other)).toEqual(['device.issued', 'device.expired']);
  });

  test.each<[string, (device: DeviceAuthorization, history: DeviceHistory) => Promise<void>]>([
    ['device.denied', (device, history) => history.recordFailed(device, 'account', startMs + 2)],
    ['device.expired', (device, history) => history.recordExpired(device, startMs + 3)],
  ])('an approval whose record was lost is recorded before %s', async (type, end) => {
    const recorded = createHistory();
    const device = { ...(await issueIn(recorded)), approval: createApproval() };
    await end(device, recorded.history);
    const events = await recorded.eventsOf(device.id);
    expect(events.map((event) => event.type)).toEqual(['device.issued', 'device.approved', type]);
    expect(events[1]?.occurredAtMs).toBe(createApproval().approvedAtMs);
  });
});

describe('device history in Postgres', () => {
  test('an approval and its pickup at once write device.approved once', async () => {
    const rounds = Array.from({ length: 30 }, async (_, index) => {
      const { history, device, row, events } = await issue();
      const approve = () => history.recordApproved(device, createApproval());
      await Promise.all(index % 2 === 0 ? [approve(), pickUp(device)] : [pickUp(device), approve()]);
      expect((await row()).state).toBe('redeemed');
      expect((await events()).map(({ type }) => type).toSorted()).toEqual([
        'device.approved',
        'device.issued',
        'device.redeemed',
      ]);
    });
    await Promise.all(rounds);
  });

  test('a pickup records the approval before it, at its own time', async () => {
    const { device } = await issue();
    const { approval } = await pickUp(device);
    const approved = await database().event.findFirstOrThrow({
      where: { type: 'device.approved', data: { path: ['device_id'], equals: device.id } },
    });
    expect(approved.createdAt).toEqual(new Date(approval.approvedAtMs));
    expect(approved.data).toMatchObject({ device_id: device.id, client_id: 'demo-cli', user_id: 'user-1' });
  });

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
    const { device, row, events } = await issue();
    expect(await row()).toEqual({
      id: device.id,
      deviceCodeHash: device.deviceCodeHash,
      clientId: 'demo-cli',
      clientName: 'Demo CLI',
      scope: device.scope,
      audience: device.audience,
      ip: '192.0.2.1',
      userAgent: 'curl/8.5.0',
      deviceName: null,
      state: 'pending',
      failure: null,
      userId: null,
      familyId: null,
      createdAt: new Date(startMs),
      expiresAt: new Date(device.expiresAtMs),
      decidedAt: null,
      redeemedAt: null,
    });
    const told = JSON.stringify(await events());
    expect(JSON.stringify(await row())).not.toContain(device.userCode);
    expect(told).not.toContain(device.userCode);
    expect(told).not.toContain(device.deviceCodeHash);
    expect(await events()).toEqual([
      { type: 'device.issued', data: { device_id: device.id, client_id: 'demo-cli' } },
    ]);
  });

  test('of many that start at the same moment each has its row and its event, and one that fails fails alone', async () => {
    const history = createDeviceHistoryStore(store().pool, failOnReport);
    const requests = Array.from({ length: 250 }, () => createDeviceRequest());
    const refused = createDeviceRequest({ userAgent: 'no\u0000text' });
    const begun = [...requests.slice(0, 20), refused, ...requests.slice(20)].map((one) =>
      history.recordIssued(one),
    );
    const results = await Promise.allSettled(begun);
    expect(results.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []))).toEqual([20]);
    const ids = requests.map(({ id }) => id);
    const rows = await database().deviceAuthorization.findMany({
      where: { id: { in: [...ids, refused.id] } },
    });
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(ids));
    const events = await database().$queryRaw<{ id: string }[]>`
      select data->>'device_id' as id from events
      where type = 'device.issued' and data->>'device_id' = any(${[...ids, refused.id]}) `;
    expect(events.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  test('an approval is kept with its consent, which a later one widens or narrows', async () => {
    const { history, device, row, events } = await issue();
    const userId = `user of ${device.id}`;
    const approval = createApproval({ userId });
    await history.recordApproved(device, approval);
    expect(await row()).toMatchObject({
      state: 'approved_waiting_pickup',
      userId: userId,
      decidedAt: new Date(approval.approvedAtMs),
    });
    const consent = () =>
      database().consent.findUniqueOrThrow({
        where: { userId_clientId: { userId, clientId: 'demo-cli' } },
      });
    expect(await consent()).toMatchObject({ scope: ['openid', 'offline_access'], revokedAt: null });
    await history.recordApproved(device, { ...approval, scope: 'email' });
    expect(await consent()).toMatchObject({ scope: ['email'], createdAt: new Date(approval.approvedAtMs) });
    expect((await events()).map(({ type }) => type)).toEqual(['device.issued', 'device.approved']);
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

  test('a failure is kept with its reason', async () => {
    const { history, device, row, events } = await issue();
    await history.recordFailed({ ...device, boundUserId: 'user-1' }, 'attempts', startMs + 1000);
    expect(await row()).toMatchObject({
      state: 'failed',
      failure: 'attempts',
      userId: 'user-1',
      decidedAt: new Date(startMs + 1000),
    });
    expect((await events()).at(-1)).toEqual({
      type: 'device.denied',
      data: { device_id: device.id, client_id: 'demo-cli', reason: 'attempts' },
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
    expect((await events()).map(({ type }) => type)).toEqual(['device.issued', 'device.denied']);
  });

  test('a failure and a delivery at once: one of them takes effect', async () => {
    for (let round = 0; round < 20; round += 1) {
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
    expect(types).toEqual(['device.issued', 'device.approved', 'device.redeemed']);
  });

  test('a family that is not delivered ends with its authorization', async () => {
    const { history, device, row, events } = await issue();
    const { families, pickup } = await openFamily(device);
    await history.recordExpired(device, device.expiresAtMs);
    expect(await row()).toMatchObject({ state: 'expired', familyId: null, redeemedAt: null });
    expect(await isFamilyRevoked(families, device.id)).toBe(true);
    expect(await families.deliver(pickup)).toBe(false);
    expect((await events()).map(({ type }) => type)).toEqual(['device.issued', 'device.expired']);
  });
});

const plenty = {
  newId: randomUUID,
  now: () => startMs,
  perMinute: 20,
  attempts: createProcessAttempts({ now: () => startMs }),
};

describe('outbox in Postgres', () => {
  test('writes within the budget of a type and its subject, and drops what goes beyond it', async () => {
    const outbox = createOutboxStore(database(), { ...plenty, perMinute: 1, report: failOnReport });
    const append = (type: 'client.auth_failed' | 'device.throttled', network: string) =>
      outbox.append({ type, occurredAtMs: startMs, data: { network } });
    for (const network of ['net-1', 'net-1', 'net-2']) await append('client.auth_failed', network);
    await append('device.throttled', 'net-1');
    const rows = await database().$queryRaw`
      select type, data->>'network' as network, created_at from events where data->>'network' like 'net-%' order by id`;
    expect(rows).toEqual([
      { type: 'client.auth_failed', network: 'net-1', created_at: new Date(startMs) },
      { type: 'client.auth_failed', network: 'net-2', created_at: new Date(startMs) },
      { type: 'device.throttled', network: 'net-1', created_at: new Date(startMs) },
    ]);
  });
});

describe('outbox while Redis is gone', () => {
  const away = () => Promise.reject(new Error('Command timed out'));
  const lost: Attempts = { waitMs: away, hold: away, keep: away, release: away, clear: away };

  test('writes what a process may write for itself, and reports the loss once', async () => {
    const reported: unknown[] = [];
    const report = (error: unknown) => reported.push(error);
    const outbox = createOutboxStore(database(), { ...plenty, attempts: lost, perMinute: 2, report });
    const data = { family_id: randomUUID() };
    for (let index = 0; index < 5; index += 1)
      await outbox.append({ type: 'refresh.reuse_detected', occurredAtMs: startMs, data });
    const where = { data: { path: ['family_id'], equals: data.family_id } };
    expect(await database().event.count({ where })).toBe(2);
    expect(reported).toHaveLength(1);
  });
});

describe('while Postgres is gone', () => {
  const gone = openDatabase('postgres://nobody@127.0.0.1:1/none');
  afterAll(() => gone.close());

  test('a decision that cannot be recorded is reported and stands', async () => {
    const reported: unknown[] = [];
    const history = createDeviceHistoryStore(gone.pool, (error) => reported.push(error));
    const device: DeviceAuthorization = { ...createDeviceRequest(), state: 'pending', wrongPasswords: 0 };
    await history.recordApproved(device, createApproval());
    await history.recordFailed(device, 'denied', startMs);
    await history.recordExpired(device, startMs);
    expect(reported).toHaveLength(3);
  });

  test('an authorization that cannot be recorded is refused', async () => {
    const history = createDeviceHistoryStore(gone.pool, () => undefined);
    await expect(history.recordIssued(createDeviceRequest())).rejects.toThrow(/reach|connect|ECONNREFUSED/i);
  });

  test('an event that cannot be written is reported and fails nobody', async () => {
    const reported: unknown[] = [];
    const outbox = createOutboxStore(gone.database, { ...plenty, report: (error) => reported.push(error) });
    await outbox.append({ type: 'client.auth_failed', occurredAtMs: startMs, data: {} });
    expect(reported).toHaveLength(1);
  });
});
