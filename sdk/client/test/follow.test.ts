import { hostname } from 'node:os';
import { userAgent } from '../src/host.ts';
import { createLatchkey, type DeviceLogin } from '../src/index.ts';
import { createSend } from '../src/settings.ts';
import { createFakeSso, faultsAfterEffect, faultsWithoutEffect, type Fault } from './fake-sso.ts';

const copy = <T>(value: T) => JSON.parse(JSON.stringify(value)) as T;

async function begin() {
  const sso = createFakeSso();
  const latchkey = createLatchkey(sso.settings);
  const login = await latchkey.startDeviceLogin({ scope: 'openid', audience: ['a', 'b'] });
  return { sso, latchkey, login };
}

/** Follows to the end over stored copies; `onRecord` sees each. */
async function follow(
  { latchkey, login }: Pick<Awaited<ReturnType<typeof begin>>, 'latchkey' | 'login'>,
  onRecord: (record: DeviceLogin) => void = () => undefined,
): Promise<DeviceLogin[]> {
  const records: DeviceLogin[] = [];
  for await (const record of latchkey.followDeviceLogin(copy(login))) {
    records.push(record);
    onRecord(record);
  }
  return records;
}

const statuses = (records: DeviceLogin[]) => records.map(({ status }) => status);

test.each<[string, object, object, string | undefined]>([
  ['the host name for a public client', {}, {}, hostname().slice(0, 64)],
  ['no host name for a confidential client', { clientSecret: 's' }, {}, undefined],
  ['the setting for any client', { clientSecret: 's', deviceName: 'kiosk 7' }, {}, 'kiosk 7'],
  ['nothing where the setting says so', { deviceName: false }, {}, undefined],
  ['what the login says, rather than the setting', { deviceName: false }, { deviceName: 'mine' }, 'mine'],
  ['nothing where the login says so', { deviceName: 'kiosk 7' }, { deviceName: false }, undefined],
])('a start sends %s as the name of the device', async (_what, changes, input, sent) => {
  const sso = createFakeSso();
  await createLatchkey({ ...sso.settings, ...changes }).startDeviceLogin(input);
  expect(sso.forms[0]?.['device_name']).toBe(sent);
});

test('its requests name the library, unless they say otherwise', async () => {
  const seen: (string | null)[] = [];
  const fetch = async (_url: unknown, init?: RequestInit) => {
    seen.push(new Headers(init?.headers).get('user-agent'));
    return new Response(null, { status: 204 });
  };
  await createSend({ fetch })('https://sso.test', {});
  await createSend({ fetch })('https://sso.test', { headers: { 'User-Agent': 'other/1' } });
  await createSend({ fetch, userAgent: 'acme/2' })('https://sso.test', {});
  await createLatchkey({ sso: 'https://sso.test', clientId: 'c', fetch, userAgent: 'acme/2' })
    .findSiblings()
    .catch(() => undefined);
  expect(seen).toEqual([userAgent, 'other/1', 'acme/2', 'acme/2']);
});

test('a refused start throws the code, and an unanswered one no_answer', async () => {
  const sso = createFakeSso();
  const latchkey = createLatchkey(sso.settings);
  sso.faults.push({ code: 'invalid_scope' }, 'busy');
  await expect(latchkey.startDeviceLogin()).rejects.toMatchObject({ code: 'invalid_scope', retryAfter: 9 });
  await expect(latchkey.startDeviceLogin()).rejects.toMatchObject({
    code: 'no_answer',
    retryAfter: 7,
    requestId: 'r-1',
  });
});

test.each<[Fault, DeviceLogin['status'], string | undefined]>([
  ...faultsWithoutEffect.map((fault) => [fault, 'redeemed', undefined] as const),
  ...faultsAfterEffect.map((fault) => [fault, 'failed', 'answer_lost'] as const),
  [{ code: 'access_denied' }, 'failed', 'access_denied'],
  [{ code: 'slow_down' }, 'redeemed', undefined],
] as [Fault, DeviceLogin['status'], string | undefined][])(
  'an approved login whose redemption meets %j ends as %s %s',
  async (fault, status, reason) => {
    const run = await begin();
    run.sso.decide('approved');
    run.sso.faults.push(fault);
    const records = await follow(run);
    expect([records.at(-1)?.status, records.at(-1)?.reason]).toEqual([status, reason]);
    expect(run.sso.isFamilyAlive()).toBe(status === 'redeemed' || reason !== 'answer_lost');
  },
);

test('each poll keeps the interval, or what the service asks for; there is one at a time', async () => {
  const run = await begin();
  run.sso.faults.push(undefined, { code: 'slow_down' }, undefined, 'busy', 'not_sent');
  const start = run.sso.clock.now();
  const records = await follow(run);
  expect(run.sso.askedAtMs.slice(1).map((at) => (at - start) / 1000)).toEqual([5, 10, 20, 30, 50, 90]);
  expect(statuses(records).at(-1)).toBe('expired');
  expect(run.sso.mostInFlight()).toBe(1);
});

test('without any answer it expires once it was asked after the end in vain', async () => {
  const run = await begin();
  run.sso.faults.push(...Array.from({ length: 50 }, () => 'not_sent' as const));
  const records = await follow(run);
  expect(records.at(-1)).toMatchObject({ status: 'expired' });
  expect(run.sso.askedAtMs.at(-1)).toBeGreaterThanOrEqual(run.login.expiresAtMs);
  expect(run.sso.askedAtMs.filter((at) => at >= run.login.expiresAtMs)).toHaveLength(1);
});

test('a record comes before each request, and a copy of it goes on after a crash', async () => {
  const run = await begin();
  run.sso.decide('approved');
  let stored: DeviceLogin | undefined;
  run.sso.faults.push('lost');
  for await (const record of run.latchkey.followDeviceLogin(run.login)) {
    // The process dies with the request on its way.
    if (stored?.unanswered === 1) break;
    stored = copy(record);
  }
  expect(stored).toMatchObject({ status: 'pending', unanswered: 1 });
  const records = await follow({ latchkey: createLatchkey(run.sso.settings), login: stored as DeviceLogin });
  expect(statuses(records)).toEqual(['approved_waiting_pickup', 'approved_waiting_pickup', 'failed']);
  expect(records.at(-1)?.reason).toBe('answer_lost');
});

test('Continue asks once at once; while the approval is missing it is pending again', async () => {
  const run = await begin();
  const login = run.latchkey.continueDeviceLogin(run.login);
  expect(login.status).toBe('approved_waiting_pickup');
  for await (const record of run.latchkey.followDeviceLogin(login)) if (record.status === 'pending') break;
  expect(run.sso.forms).toHaveLength(2);
  expect(run.sso.clock.waits).toEqual([]);
});

test('two followers of one login do not poll at once', async () => {
  const run = await begin();
  const first = run.latchkey.followDeviceLogin(run.login)[Symbol.asyncIterator]();
  await first.next();
  await expect(follow(run)).rejects.toMatchObject({ code: 'already_followed' });
  await first.return?.();
  run.sso.decide('approved');
  expect((await follow(run)).at(-1)?.status).toBe('redeemed');
});

test('an abort ends the waiting with its reason, and the login can be followed again', async () => {
  const run = await begin();
  const reason = new Error('Ctrl-C');
  const iterator = run.latchkey.followDeviceLogin(run.login, { signal: AbortSignal.abort(reason) });
  await expect(iterator[Symbol.asyncIterator]().next()).rejects.toBe(reason);
  expect(run.sso.forms).toHaveLength(1);
  run.sso.decide('approved');
  expect((await follow(run)).at(-1)?.status).toBe('redeemed');
});

test('an abort while tokens are on their way does not lose them', async () => {
  const { sso, login } = await begin();
  const stop = new AbortController();
  const { fetch: send = fetch } = sso.settings;
  const latchkey = createLatchkey({
    ...sso.settings,
    async fetch(input, init) {
      const answer = await send(input, init);
      stop.abort();
      init?.signal?.throwIfAborted();
      return answer;
    },
  });
  sso.decide('approved');
  let record = login;
  for await (record of latchkey.followDeviceLogin(login, { signal: stop.signal }));
  expect(record.status).toBe('redeemed');
});

test.each([
  ['before the first request', 0],
  ['between two', 1],
])('a clock that is set back %s makes no wait longer', async (_when, answers) => {
  const run = await begin();
  let isAsked = 0;
  const seen: DeviceLogin[] = [];
  if (answers === 0) run.sso.clock.advance(-3_600_000);
  for await (const record of run.latchkey.followDeviceLogin(run.login)) {
    seen.push(record);
    if (record.unanswered > 0) continue;
    isAsked += 1;
    if (isAsked === answers) run.sso.clock.advance(-3_600_000);
    if (isAsked === 2) break;
  }
  expect(run.sso.clock.waits).toEqual([5_000, 5_000]);
});

test('a proof that is refused for its nonce is made again', async () => {
  const sso = createFakeSso();
  const latchkey = createLatchkey({ ...sso.settings, dpop: true });
  const login = await latchkey.startDeviceLogin();
  sso.decide('approved');
  sso.faults.push({ code: 'use_dpop_nonce' });
  expect((await follow({ latchkey, login })).at(-1)).toMatchObject({ status: 'redeemed' });
});

test('the start names the scope and every audience', async () => {
  const sso = createFakeSso();
  const bodies: URLSearchParams[] = [];
  const { fetch: send = fetch } = sso.settings;
  const latchkey = createLatchkey({
    ...sso.settings,
    fetch: (input, init) => {
      if (init?.body instanceof URLSearchParams) bodies.push(init.body);
      return send(input, init);
    },
  });
  await latchkey.startDeviceLogin({ scope: 'openid', audience: ['https://a.test', 'https://b.test'] });
  expect([...(bodies[0] ?? [])]).toEqual(
    expect.arrayContaining([
      ['scope', 'openid'],
      ['aud', 'https://a.test'],
      ['aud', 'https://b.test'],
    ]),
  );
});

test('a refusal that waiting cannot mend is thrown after its record', async () => {
  const run = await begin();
  run.sso.faults.push({ code: 'invalid_request' });
  const seen: DeviceLogin[] = [];
  await expect(follow(run, (record) => void seen.push(record))).rejects.toMatchObject({
    code: 'invalid_request',
  });
  expect(seen.at(-1)).toMatchObject({ status: 'pending', unanswered: 0 });
});

test('an ended record comes once', async () => {
  const run = await begin();
  run.sso.decide('denied');
  const [last] = (await follow(run)).slice(-1) as [DeviceLogin];
  expect(await follow({ latchkey: run.latchkey, login: last })).toEqual([last]);
});
