import { randomBytes, randomUUID } from 'node:crypto';
import type { DeviceAuthorization } from '../../src/device/device.ts';
import { createConsentStore } from '../../src/store/consent-store.ts';
import { createDatabase } from '../../src/store/database.ts';
import { createDeviceHistoryStore } from '../../src/store/device-history-store.ts';
import { createFamilyStore } from '../../src/store/family-store.ts';
import { createOutboxStore } from '../../src/store/outbox-store.ts';
import { createApproval, createDeviceRequest, startMs } from '../device-request.ts';
import { useDatabase } from './places.ts';

const database = useDatabase();

const failOnReport = (error: unknown) => {
  throw error;
};

async function issue() {
  const history = createDeviceHistoryStore(database(), failOnReport);
  const request = createDeviceRequest({ audience: ['https://a.test', 'it\'s {odd}, "quoted"'] });
  await history.recordIssued(request);
  const device: DeviceAuthorization = { ...request, state: 'pending', wrongPasswords: 0 };
  const row = () => database().deviceAuthorization.findUniqueOrThrow({ where: { id: request.id } });
  const events = async () => {
    const rows = await database().$queryRaw<{ type: string; data: unknown }[]>`
      SELECT type, data FROM events WHERE data->>'device_id' = ${request.id} ORDER BY id`;
    return rows;
  };
  return { history, device, row, events };
}

/** A pickup that got as far as its family. */
async function openFamily(device: DeviceAuthorization) {
  const families = createFamilyStore(database());
  const [familyId, approval] = [randomUUID(), createApproval()];
  await families.open({
    familyId,
    device,
    approval,
    claim: 1,
    tokenHash: randomUUID(),
    linkHash: randomUUID(),
    nowMs: startMs + 61_000,
    idleExpiresAtMs: startMs + 1e9,
    absoluteExpiresAtMs: startMs + 2e9,
  });
  return { families, familyId, approval };
}

describe('device history in Postgres', () => {
  test('keeps what was asked for, and no code', async () => {
    const { device, row, events } = await issue();
    expect(await row()).toEqual({
      id: device.id,
      device_code_hash: device.deviceCodeHash,
      client_id: 'demo-cli',
      client_name: 'Demo CLI',
      scope: device.scope,
      audience: device.audience,
      ip: '192.0.2.1',
      user_agent: 'curl/8.5.0',
      state: 'pending',
      failure: null,
      user_id: null,
      family_id: null,
      created_at: new Date(startMs),
      expires_at: new Date(device.expiresAtMs),
      decided_at: null,
      redeemed_at: null,
    });
    const told = JSON.stringify(await events());
    expect(JSON.stringify(await row())).not.toContain(device.userCode);
    expect(told).not.toContain(device.userCode);
    expect(told).not.toContain(device.deviceCodeHash);
    expect(await events()).toEqual([
      { type: 'device.issued', data: { device_id: device.id, client_id: 'demo-cli' } },
    ]);
  });

  test('an approval is kept with its consent, which a later one widens or narrows', async () => {
    const { history, device, row, events } = await issue();
    const userId = `user of ${device.id}`;
    const approval = createApproval({ userId });
    await history.recordApproved(device, approval);
    expect(await row()).toMatchObject({
      state: 'approved_waiting_pickup',
      user_id: userId,
      decided_at: new Date(approval.approvedAtMs),
    });
    const consent = () =>
      database().consent.findUniqueOrThrow({
        where: { user_id_client_id: { user_id: userId, client_id: 'demo-cli' } },
      });
    expect(await consent()).toMatchObject({ scope: ['openid', 'offline_access'], revoked_at: null });
    await history.recordApproved(device, { ...approval, scope: 'email' });
    expect(await consent()).toMatchObject({ scope: ['email'], created_at: new Date(approval.approvedAtMs) });
    expect((await events()).map(({ type }) => type)).toEqual([
      'device.issued',
      'device.approved',
      'device.approved',
    ]);
  });

  test('a pickup gives the consent of an approval that was not recorded, but none that was taken back since', async () => {
    const { history, device } = await issue();
    const userId = `user of ${device.id}`;
    const consents = createConsentStore(database());
    const families = createFamilyStore(database());
    const consent = () =>
      database().consent.findUniqueOrThrow({
        where: { user_id_client_id: { user_id: userId, client_id: 'demo-cli' } },
      });
    const pickUp = (claim: number) =>
      families.open({
        familyId: randomUUID(),
        device,
        approval: createApproval({ userId, scope: 'email' }),
        claim,
        tokenHash: randomBytes(32).toString('hex'),
        linkHash: 'b'.repeat(64),
        nowMs: startMs + 70_000,
        idleExpiresAtMs: startMs + 1e9,
        absoluteExpiresAtMs: startMs + 2e9,
      });
    await history.recordApproved(device, createApproval({ userId, approvedAtMs: startMs + 10_000 }));
    await consents.revoke(userId, 'demo-cli', startMs + 20_000);
    await pickUp(1);
    expect(await consent()).toMatchObject({ scope: ['email'], revoked_at: null });
    await consents.revoke(userId, 'demo-cli', startMs + 65_000);
    await pickUp(2);
    await history.recordApproved(device, createApproval({ userId }));
    expect((await consent()).revoked_at).toEqual(new Date(startMs + 65_000));
  });

  test('a failure is kept with its reason', async () => {
    const { history, device, row, events } = await issue();
    await history.recordFailed({ ...device, boundUserId: 'user-1' }, 'attempts', startMs + 1000);
    expect(await row()).toMatchObject({
      state: 'failed',
      failure: 'attempts',
      user_id: 'user-1',
      decided_at: new Date(startMs + 1000),
    });
    expect((await events()).at(-1)).toEqual({
      type: 'device.denied',
      data: { device_id: device.id, client_id: 'demo-cli', reason: 'attempts' },
    });
  });

  test('a failure keeps nothing of a pickup that was never delivered', async () => {
    const { history, device, row } = await issue();
    await openFamily(device);
    await history.recordFailed(device, 'account', startMs + 62_000);
    const failed = { state: 'failed', failure: 'account', family_id: null, redeemed_at: null };
    expect(await row()).toMatchObject(failed);
  });

  test('a pickup is kept as redeemed; one that was never delivered ends with its authorization', async () => {
    const { history, device, row, events } = await issue();
    const { families, familyId, approval } = await openFamily(device);
    expect(await row()).toMatchObject({
      state: 'redeemed',
      user_id: 'user-1',
      family_id: familyId,
      decided_at: new Date(approval.approvedAtMs),
      redeemed_at: new Date(startMs + 61_000),
    });
    await history.recordApproved(device, approval);
    expect(await row()).toMatchObject({ state: 'redeemed', family_id: familyId });
    await history.recordExpired(device, device.expiresAtMs);
    expect(await row()).toMatchObject({ state: 'expired', family_id: null, redeemed_at: null });
    expect((await families.findById(familyId))?.isRevoked).toBe(true);
    expect((await events()).map(({ type }) => type)).toEqual([
      'device.issued',
      'device.redeemed',
      'device.approved',
      'device.expired',
    ]);
  });
});

const plenty = { take: () => Promise.resolve(undefined) };

describe('outbox in Postgres', () => {
  test('writes within the budget of a type and its subject, and drops what goes beyond it', async () => {
    const taken = new Set<string>();
    const budget = {
      take: (key: string) => Promise.resolve(taken.size === taken.add(key).size ? 30 : undefined),
    };
    const outbox = createOutboxStore(database(), budget, failOnReport);
    const append = (type: 'client.auth_failed' | 'device.throttled', network: string) =>
      outbox.append({ type, occurredAtMs: startMs, data: { network } });
    for (const network of ['net-1', 'net-1', 'net-2']) await append('client.auth_failed', network);
    await append('device.throttled', 'net-1');
    const rows = await database().$queryRaw`
      SELECT type, data->>'network' AS network, created_at FROM events WHERE data->>'network' LIKE 'net-%' ORDER BY id`;
    expect(rows).toEqual([
      { type: 'client.auth_failed', network: 'net-1', created_at: new Date(startMs) },
      { type: 'client.auth_failed', network: 'net-2', created_at: new Date(startMs) },
      { type: 'device.throttled', network: 'net-1', created_at: new Date(startMs) },
    ]);
  });
});

describe('while Postgres is gone', () => {
  const gone = createDatabase('postgres://nobody@127.0.0.1:1/none');
  afterAll(() => gone.$disconnect());

  test('a decision that cannot be recorded is reported and stands', async () => {
    const reported: unknown[] = [];
    const history = createDeviceHistoryStore(gone, (error) => reported.push(error));
    const device: DeviceAuthorization = { ...createDeviceRequest(), state: 'pending', wrongPasswords: 0 };
    await history.recordApproved(device, createApproval());
    await history.recordFailed(device, 'denied', startMs);
    await history.recordExpired(device, startMs);
    expect(reported).toHaveLength(3);
  });

  test('an authorization that cannot be recorded is refused', async () => {
    const history = createDeviceHistoryStore(gone, () => undefined);
    await expect(history.recordIssued(createDeviceRequest())).rejects.toThrow(/reach|connect|ECONNREFUSED/i);
  });

  test('an event that cannot be written is reported and fails nobody', async () => {
    const reported: unknown[] = [];
    const outbox = createOutboxStore(gone, plenty, (error) => reported.push(error));
    await outbox.append({ type: 'client.auth_failed', occurredAtMs: startMs, data: {} });
    expect(reported).toHaveLength(1);
  });
});
