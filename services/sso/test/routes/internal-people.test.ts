import { randomUUID } from 'node:crypto';
import { hashDeviceCode } from '../../src/oauth/device/start-device-authorization.ts';
import { addConsent, addDevice, findDeviceId } from '../approved-rows.ts';
import { startMs } from '../device-request.ts';
import { isFamilyRevoked } from '../is-family-revoked.ts';
import { createSso, masterKey } from '../sso-harness.ts';
import { createPickup } from '../store/family-rows.ts';

const deviceId = '11111111-1111-4111-8111-111111111111';
const plan = { limit: 20, offset: 0 };
const user_id = 'user-1';

beforeEach(() => addConsent());

function createPeople() {
  const sso = createSso();
  const service = { authorization: `Bearer ${masterKey}` };
  const call = async (path: string, body: object) => {
    const response = await sso.agent.post(`/internal/v1/${path}`).set(service).send(body);
    return [response.status, response.body.data ?? response.body.code] as const;
  };
  /** Starts and approves an authorization. */
  const approveOne = async () => {
    const { device_code } = await sso.start();
    await sso.approve(device_code);
    return device_code;
  };
  return { ...sso, call, approveOne };
}

type People = ReturnType<typeof createPeople>;

async function redeem({ approveOne, post }: Pick<People, 'approveOne' | 'post'>) {
  const device_code = await approveOne();
  const form = { grant_type: 'device_code', client_id: 'demo-cli', device_code };
  return (await post('/token', form)).body as { binding_chain: string; access_token: string };
}

const isLive = async ({ context }: People, id: string) =>
  (await isFamilyRevoked(context.families, id)) === false;

/** The year 10000, which PostgreSQL does not read as it is written here. */
const beyond = Date.UTC(10_000, 0);

test.each([
  { user_id },
  { user_id, plan: { ...plan, limit: 101 } },
  { user_id, plan: { ...plan, offset: -1 } },
  { user_id, plan: { ...plan, after: { createdAtMs: 0, id: 'no uuid' } } },
  { user_id, plan, status: 'other' },
  { user_id, plan: { ...plan, after: { createdAtMs: beyond, id: deviceId } } },
])('400 for a search of %j', async (body) => {
  const { call } = createPeople();
  expect((await call('devices/search', body))[0]).toBe(400);
  expect((await call('consents/search', body))[0]).toBe(400);
});

test('200 with the devices of a person and where the next page starts', async () => {
  const older = { id: randomUUID(), createdAt: new Date(startMs - 1) };
  await addDevice({ id: deviceId });
  await addDevice(older);
  await addDevice({ userId: 'user-2' });
  const { call } = createPeople();
  const first = await call('devices/search', { user_id, plan: { ...plan, limit: 1 } });
  const item = {
    id: deviceId,
    client: { id: 'demo-cli', name: 'Demo CLI' },
    scope: 'openid',
    audience: ['https://drop.example.test'],
    status: 'approved_waiting_pickup',
    road: 'device',
    ip: '192.0.2.1',
    device_name: null,
    family_id: null,
    created_at: '2026-11-01T12:00:00.000Z',
    approved_at: '2026-11-01T12:00:01.000Z',
    redeemed_at: null,
    last_refreshed_at: null,
    expires_at: '2026-11-01T12:10:00.000Z',
  };
  const after = { createdAtMs: startMs, id: deviceId };
  expect(first).toEqual([200, { items: [item], total_count: 2, offset: 0, last_key: after }]);
  const next = await call('devices/search', { user_id, plan: { ...plan, kind: 'keyset', offset: 1, after } });
  expect(next).toMatchObject([200, { items: [{ id: older.id }], total_count: 2, offset: 1, last_key: null }]);
});

test('200 with devices of a client, a state and a time alone', async () => {
  await addDevice();
  const { call } = createPeople();
  const count = async (filters: object) => {
    const [, data] = await call('devices/search', { user_id, plan, ...filters });
    return data.total_count as number;
  };
  expect(
    await count({ client_id: 'demo-cli', status: 'approved_waiting_pickup', created_from_ms: startMs }),
  ).toBe(1);
  expect(await count({ created_to_ms: startMs })).toBe(0);
  expect(await count({ client_id: 'other' })).toBe(0);
  expect(await count({ status: 'revoked' })).toBe(0);
});

test('200 with the consents of a person', async () => {
  const { call } = createPeople();
  const item = {
    client: { id: 'demo-cli', name: 'Demo CLI' },
    scopes: ['openid'],
    status: 'active',
    created_at: '2026-11-01T12:00:00.000Z',
    last_used_at: null,
    session_count: 0,
  };
  const found = { items: [item], total_count: 1, offset: 0, last_key: null };
  const filters = { client_id: 'demo-cli', scope: 'openid', status: 'active', search: 'demo' };
  expect(await call('consents/search', { user_id, plan, ...filters })).toEqual([200, found]);
  const none = { items: [], total_count: 0, offset: 0, last_key: null };
  const others = [{ client_id: 'other' }, { scope: 'email' }, { status: 'revoked' }, { search: 'd_mo' }];
  for (const other of [{ user_id: 'user-2' }, ...others])
    expect(await call('consents/search', { user_id, plan, ...other })).toEqual([200, none]);
});

test('200 with how many sessions live under a consent, and when the last one was used', async () => {
  const people = createPeople();
  const { binding_chain: familyId } = await redeem(people);
  await redeem(people);
  const find = async () => (await people.call('consents/search', { user_id, plan }))[1].items[0];
  const used = { last_used_at: '2026-11-01T12:00:00.000Z' };
  expect(await find()).toMatchObject({ ...used, session_count: 2 });
  await people.call('families/revoke', { user_id, family_id: familyId });
  expect(await find()).toMatchObject({ ...used, session_count: 1 });
  people.clock.advance(30 * 86_400);
  expect(await find()).toMatchObject({ ...used, session_count: 0 });
});

describe('devices/revoke', () => {
  test('404 for a device of another person, and for an unknown one', async () => {
    await addDevice({ id: deviceId, userId: 'user-2' });
    const { call } = createPeople();
    for (const id of [deviceId, randomUUID(), 'no id'])
      expect(await call('devices/revoke', { user_id, id })).toEqual([404, 'not_found']);
  });

  test('200 for one that had ended, which this call has not revoked', async () => {
    const family_id = randomUUID();
    await addDevice({ id: deviceId, familyId: family_id });
    const { call } = createPeople();
    const ended = { revoked: false, client_id: 'demo-cli', family_id };
    expect(await call('devices/revoke', { user_id, id: deviceId })).toEqual([200, ended]);
  });

  test('200 for 20 callers, of whom one has revoked it, and the refresh family has ended', async () => {
    const people = createPeople();
    const { binding_chain: familyId } = await redeem(people);
    const id = await findDeviceId({ familyId });
    const revoke = () => people.call('devices/revoke', { user_id, id });
    const answers = await Promise.all(Array.from({ length: 20 }, revoke));
    const won = { revoked: true, client_id: 'demo-cli', family_id: familyId };
    const isWinner = ([, data]: (typeof answers)[number]) => data.revoked;
    expect(answers.filter(isWinner)).toEqual([[200, won]]);
    expect(answers.filter((one) => !isWinner(one))).toEqual(
      Array.from({ length: 19 }, () => [200, { ...won, revoked: false }]),
    );
    expect(await isLive(people, familyId)).toBe(false);
  });

  test('200 for a code that waits, and its device is denied at the next poll', async () => {
    const { call, approveOne, post, events } = createPeople();
    const device_code = await approveOne();
    const id = await findDeviceId({ deviceCodeHash: hashDeviceCode(device_code) });
    const revoked = { revoked: true, client_id: 'demo-cli' };
    expect(await call('devices/revoke', { user_id, id })).toEqual([200, revoked]);
    expect((await events()).at(-1)?.type).toBe('device.denied');
    const form = { grant_type: 'device_code', client_id: 'demo-cli', device_code };
    expect((await post('/token', form)).body.error).toBe('access_denied');
  });

  test('200 for a code that is picked up at that moment: its family ends with it', async () => {
    const people = createPeople();
    const { context, clock, approveOne, call } = people;
    const hash = hashDeviceCode(await approveOne());
    const id = await findDeviceId({ deviceCodeHash: hash });
    const poll = await context.devices.poll(hash, 'demo-cli', clock.now());
    if (poll.outcome !== 'claimed' || poll.device.approval === undefined) throw new Error('not claimed');
    const { claim, device } = poll;
    Object.assign(context, {
      async pause() {
        await context.families.open(createPickup({ device, approval: poll.device.approval!, claim }));
        await context.devices.complete(hash, claim, clock.now());
      },
    });
    const revoked = { revoked: true, client_id: 'demo-cli' };
    expect(await call('devices/revoke', { user_id, id })).toEqual([200, revoked]);
    expect(await isLive(people, device.id)).toBe(false);
  });
});

describe('consents/revoke', () => {
  test('404 for a client that was granted nothing, and for the consent of another person', async () => {
    const { call } = createPeople();
    expect(await call('consents/revoke', { user_id, client_id: 'other' })).toEqual([404, 'not_found']);
    const foreign = { user_id: 'user-2', client_id: 'demo-cli' };
    expect(await call('consents/revoke', foreign)).toEqual([404, 'not_found']);
  });

  test('200 for a family that an earlier call, which broke off, has left', async () => {
    const people = createPeople();
    const { binding_chain: familyId } = await redeem(people);
    await people.context.consents.revoke(user_id, 'demo-cli', startMs);
    const answer = await people.call('consents/revoke', { user_id, client_id: 'demo-cli' });
    expect(answer).toEqual([200, { revoked: true, families: 1 }]);
    expect(await isLive(people, familyId)).toBe(false);
  });

  test('200 for a code that an earlier call, which broke off, has left waiting', async () => {
    const people = createPeople();
    await people.approveOne();
    await people.context.consents.revoke(user_id, 'demo-cli', startMs + 1);
    const revoke = () => people.call('consents/revoke', { user_id, client_id: 'demo-cli' });
    expect(await revoke()).toEqual([200, { revoked: true, families: 0 }]);
    expect(await revoke()).toEqual([200, { revoked: false, families: 0 }]);
  });

  test('200 once: its families and the codes that wait have ended', async () => {
    const people = createPeople();
    const { binding_chain: familyId } = await redeem(people);
    const device_code = await people.approveOne();
    people.clock.advance(1);
    const revoke = () => people.call('consents/revoke', { user_id, client_id: 'demo-cli' });
    expect(await revoke()).toEqual([200, { revoked: true, families: 1 }]);
    expect(await isLive(people, familyId)).toBe(false);
    const form = { grant_type: 'device_code', client_id: 'demo-cli', device_code };
    expect((await people.post('/token', form)).body.error).toBe('access_denied');
    expect(await revoke()).toEqual([200, { revoked: false, families: 0 }]);
  });
});

test.each([
  [{}, 'admin'],
  [{ reason: 'admin' }, 'admin'],
  [{ reason: 'user' }, 'user'],
])('families/revoke: 200 with %j, and the event says %s', async (input, reason) => {
  const people = createPeople();
  await redeem(people);
  expect(await people.call('families/revoke', { user_id, ...input })).toEqual([200, { revoked: 1 }]);
  expect((await people.events()).at(-1)).toMatchObject({ type: 'family.revoked', data: { reason } });
});

describe('families/revoke and the codes that wait for their pickup', () => {
  async function createWaiting() {
    const people = createPeople();
    const { binding_chain: familyId } = await redeem(people);
    const device_code = await people.approveOne();
    const revoke = (more: object) => people.call('families/revoke', { user_id, ...more });
    const poll = async () => {
      const form = { grant_type: 'device_code', client_id: 'demo-cli', device_code };
      const { status, body } = await people.post('/token', form);
      return [status, body.error];
    };
    return { ...people, device_code, familyId, revoke, poll };
  }

  test.each<[string, (familyId: string) => object, number, unknown[]]>([
    ['all', () => ({}), 2, [400, 'access_denied']],
    ['all but one', (kept_family_id) => ({ kept_family_id }), 1, [400, 'access_denied']],
    ['all of an account that is void', () => ({ voided: true }), 2, [400, 'invalid_grant']],
    ['those of the client', () => ({ client_id: 'demo-cli' }), 2, [400, 'access_denied']],
    ['those of another client', () => ({ client_id: 'other' }), 0, [200, undefined]],
    ['one', (family_id) => ({ family_id }), 1, [200, undefined]],
    ['what is no id', () => ({ family_id: 'no id' }), 0, [200, undefined]],
    ['one that another person has', (family_id) => ({ family_id, user_id: 'user-2' }), 0, [200, undefined]],
    ['those of another person', () => ({ user_id: 'user-2' }), 0, [200, undefined]],
  ])('200 for %s, and the code is answered accordingly', async (_what, select, revoked, answer) => {
    const { revoke, poll, familyId } = await createWaiting();
    expect(await revoke(select(familyId))).toEqual([200, { revoked }]);
    expect(await poll()).toEqual(answer);
  });

  test('503 while a pickup hangs, which keeps no family and no other code alive', async () => {
    const people = await createWaiting();
    const { context, device_code, familyId, revoke } = people;
    const other = await people.approveOne();
    await context.devices.poll(hashDeviceCode(device_code), 'demo-cli', people.clock.now());
    expect(await revoke({})).toEqual([503, 'temporarily_unavailable']);
    expect(await isLive(people, familyId)).toBe(false);
    const found = await context.devices.findByDeviceCodeHash(hashDeviceCode(other), people.clock.now());
    expect(found?.state).toBe('failed');
    people.clock.advance(6);
    expect(await revoke({})).toEqual([200, { revoked: 1 }]);
  });

  test('200 while the code is picked up: its family ends with the others, for the reason given', async () => {
    const people = await createWaiting();
    const { context, revoke, poll, events, familyId } = people;
    const open = context.families.open.bind(context.families);
    let picking: Promise<unknown> | undefined;
    const opened: string[] = [];
    let answer: ReturnType<typeof revoke> | undefined;
    // The pickup goes on as soon as the revocation has to wait for it.
    const waited = new Promise<void>((resolve) => {
      Object.assign(context, {
        async pause() {
          resolve();
          await picking;
        },
      });
    });
    context.families.open = async (pickup) => {
      answer = revoke({ reason: 'user' });
      await Promise.race([waited, answer]);
      opened.push(pickup.device.id);
      return open(pickup);
    };
    picking = poll();
    expect(await picking).toEqual([200, undefined]);
    expect(await answer).toEqual([200, { revoked: 2 }]);
    for (const id of [familyId, opened[0] ?? '']) expect(await isLive(people, id)).toBe(false);
    const ended = (await events()).filter(({ type }) => type === 'family.revoked');
    expect(ended.map(({ data }) => data['reason'])).toEqual(['user', 'user']);
  });

  test('200 for 20 callers, and what ended is counted once', async () => {
    const { revoke } = await createWaiting();
    const answers = await Promise.all(Array.from({ length: 20 }, () => revoke({})));
    expect(answers.map(([status]) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(answers.reduce((sum, [, { revoked }]) => sum + revoked, 0)).toBe(2);
  });
});

test('families/revoke: 200 with the consents of the person, when that is asked for', async () => {
  const { call } = createPeople();
  const find = async () => {
    const [, slice] = await call('consents/search', { user_id, plan, status: 'active' });
    return slice.items.length;
  };
  await call('families/revoke', { user_id });
  expect(await find()).toBe(1);
  await call('families/revoke', { user_id, consents: true });
  expect(await find()).toBe(0);
});

test('families/revoke: 400 for a reason that is none of a caller’s', async () => {
  const { call } = createPeople();
  expect((await call('families/revoke', { user_id, reason: 'reuse' }))[0]).toBe(400);
});
