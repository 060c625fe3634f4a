import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.ts';
import type { Shell } from './shell.ts';

interface Call {
  readonly url: string;
  readonly body: string;
  readonly authorization: string | null;
}

type Reply = readonly [status: number, body: unknown] | Error;

const folder = mkdtempSync(join(tmpdir(), 'latchkey-drop-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let serial = 0;

/** A shell whose services answer `replies` in turn. */
function createShell(replies: readonly Reply[], env: Shell['env'] = { LATCHKEY_TOKEN: 'tok' }, stdin = '') {
  const calls: Call[] = [];
  const out: Buffer[] = [];
  const pauses: number[] = [];
  let err = '';
  const clock = { nowMs: 1_000_000 };
  serial += 1;
  const shell: Shell = {
    env,
    sessionFile: join(folder, `session-${serial}`, 'drop.json'),
    stdin: (async function* () {
      yield Buffer.from(stdin);
    })(),
    stdout: { write: (chunk) => out.push(Buffer.from(chunk)) },
    stderr: { write: (chunk) => (err += String(chunk)), isTTY: true },
    async fetch(url, init) {
      const request = new Request(url, init);
      calls.push({ url, body: await request.text(), authorization: request.headers.get('authorization') });
      const reply = replies[calls.length - 1];
      if (reply === undefined) throw new Error('called too often');
      if (reply instanceof Error) throw reply;
      const text = typeof reply[1] === 'string' ? reply[1] : JSON.stringify(reply[1]);
      const length = String(Buffer.byteLength(text));
      return new Response(text, { status: reply[0], headers: { 'content-length': length } });
    },
    now: () => clock.nowMs,
    pause: async (seconds) => pauses.push(seconds),
    newId: () => 'unfinished',
  };
  return { shell, calls, clock, pauses, out: () => Buffer.concat(out), err: () => err };
}

const ok = (data: object): Reply => [200, { status: 1, comment: 'OK', data }];
const refuse = (status: number, code: string, message: string, more: object = {}): Reply => [
  status,
  { status: 0, comment: message, message, code, data: null, request_id: 'r', ...more },
];
const kept = { id: 'd1', key: 'dk1_x', expires_at: '2026-11-28T12:00:00.000Z' };

describe('what is not understood', () => {
  test.each([[[]], [['fetch']], [['put', '--nope']], [['list', '--limit']]])(
    '%j shows the usage',
    async (args) => {
      const { shell, err, calls } = createShell([]);
      expect(await run(args, shell)).toBe(2);
      expect(err()).toContain('Usage: latchkey-drop');
      expect(calls).toEqual([]);
    },
  );

  test.each([
    [['take'], 'take needs the id of a drop.'],
    [['status'], 'status needs the id of a drop.'],
    [['take', 'd1'], 'The key is missing: give it after the id, or in LATCHKEY_DROP_KEY.'],
    [['put', '/no/such/file'], '/no/such/file cannot be read.'],
    [['put'], 'There is nothing to put.'],
  ])('%j', async (args, sentence) => {
    const { shell, err, calls } = createShell([]);
    expect(await run(args, shell)).toBe(1);
    expect(err()).toBe(`${sentence}\n`);
    expect(calls).toEqual([]);
  });
});

describe('what is refused', () => {
  test.each<[string, Reply, string]>([
    ['a refusal', refuse(409, 'not_active', 'Drop is not active'), 'Drop is not active (409 not_active).'],
    [
      'a field',
      refuse(400, 'invalid_value', 'Invalid', { field: 'key' }),
      'Invalid (400 invalid_value, key).',
    ],
    [
      'a limit',
      refuse(429, 'attempts_limited', 'Invalid', { retry_after: 1800 }),
      'Invalid (429 attempts_limited). Try again in 1800 s.',
    ],
    ['no JSON', [502, '<html>'], 'drop answered 502 with something that is not JSON.'],
    ['nothing', new Error('refused'), 'drop does not answer at http://localhost:4003 (refused).'],
  ])('%s', async (_name, reply, sentence) => {
    const { shell, err } = createShell([reply]);
    expect(await run(['take', 'd1', 'k'], shell)).toBe(1);
    expect(err()).toBe(`${sentence}\n`);
  });

  test('a file that is there already: nothing is taken', async () => {
    const file = join(folder, 'there');
    writeFileSync(file, 'old');
    const { shell, err, calls } = createShell([]);
    expect(await run(['take', 'd1', 'k', '--out', file], shell)).toBe(1);
    expect(err()).toContain('nothing was taken');
    expect(calls).toEqual([]);
    expect(readFileSync(file, 'utf8')).toBe('old');
  });

  test('a drop that is gone leaves no empty file', async () => {
    const file = join(folder, 'never');
    const { shell } = createShell([refuse(404, 'not_found', 'Drop not found')]);
    expect(await run(['take', 'd1', 'k', '--out', file], shell)).toBe(1);
    expect(existsSync(file)).toBe(false);
  });
});

test('put sends a file as bytes and prints id and key', async () => {
  const file = join(folder, 'bytes');
  writeFileSync(file, Buffer.from([0, 255, 10]));
  const { shell, calls, out, err } = createShell([ok(kept)]);
  expect(await run(['put', file, '--ttl', '60', '--anonymous', '--type', 'a/b'], shell)).toBe(0);
  expect(calls).toMatchObject([{ url: 'http://localhost:4003/v1/drop/store', authorization: 'Bearer tok' }]);
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
    ttl: '60',
    anonymous: true,
    payload: 'AP8K',
    payload_format: 'base64',
    content_type: 'a/b',
  });
  expect(out().toString()).toBe('d1 dk1_x\n');
  expect(err()).toBe('Kept 3 bytes until 2026-11-28T12:00:00.000Z; they can be taken once.\n');
});

test('put takes what comes in, a chosen key from the environment, and shows how a large payload goes', async () => {
  const env = { LATCHKEY_TOKEN: 'tok', LATCHKEY_DROP_KEY: 'chosen', DROP_URL: 'https://drop.test/' };
  const { key: _key, ...withoutKey } = kept;
  const { shell, calls, out, err } = createShell([ok(withoutKey)], env, 'x'.repeat(300_000));
  expect(await run(['put', '-'], shell)).toBe(0);
  expect(calls[0]?.url).toBe('https://drop.test/v1/drop/store');
  expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ key: 'chosen' });
  expect(out().toString()).toBe('d1\n');
  expect(err()).toMatch(/Sending.*█.* 100 %\n/s);
});

test('take writes the very bytes, to the output or to a new file; anonymous asks for no token', async () => {
  const payload = Buffer.from([0, 255, 10]).toString('base64');
  const first = createShell([ok({ payload })], { LATCHKEY_DROP_KEY: 'k' });
  expect(await run(['take', 'd1', '--anonymous'], first.shell)).toBe(0);
  expect([...first.out()]).toEqual([0, 255, 10]);
  expect(first.calls).toEqual([
    {
      url: 'http://localhost:4003/v1/consume',
      body: JSON.stringify({ id: 'd1', key: 'k', payload_format: 'base64' }),
      authorization: null,
    },
  ]);
  const file = join(folder, 'new');
  const second = createShell([ok({ payload })]);
  expect(await run(['take', 'd1', 'k', '--out', file], second.shell)).toBe(0);
  expect([...readFileSync(file)]).toEqual([0, 255, 10]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('status, revoke and list', async () => {
  const item = { id: 'd1', status: 'active', size: 3, expires_at: 'then', kind: null };
  const page = { items: [item], total_count: 2, next_cursor: 'c2' };
  const { shell, calls, out, err } = createShell([ok({ id: 'd1' }), ok({}), ok(page)]);
  expect(await run(['status', 'd1'], shell)).toBe(0);
  expect(await run(['revoke', 'd1'], shell)).toBe(0);
  expect(await run(['list', '--limit', '1', '--status', 'active'], shell)).toBe(0);
  expect(calls.map(({ url }) => url.slice(21))).toEqual([
    '/v1/drop/status',
    '/v1/drop/revoke',
    '/v1/drop/list',
  ]);
  expect(JSON.parse(calls[2]?.body ?? '')).toEqual({ limit: '1', status: 'active' });
  expect(out().toString()).toBe('{\n  "id": "d1"\n}\nd1\tactive\t3\tthen\t-\n');
  expect(err()).toBe('d1 is revoked: nobody can take it any more.\n1 of 2.\nMore with --cursor c2\n');
});

describe('signing in', () => {
  const device: Reply = [
    200,
    {
      device_code: 'dc',
      user_code: 'BCDF-GHJK',
      verification_uri_complete: 'http://sso/device_login?user_code=BCDF-GHJK',
      interval: 5,
    },
  ];
  const tokens = (name: string): Reply => [
    200,
    {
      access_token: `access-${name}`,
      expires_in: 900,
      refresh_token: `refresh-${name}`,
      binding_chain: 'chain',
      binding_link: `link-${name}`,
    },
  ];
  const error = (name: string, more: object = {}): Reply => [400, { error: name, ...more }];

  test('waits for the approval, slows down when told, keeps the tokens to their owner, and renews them', async () => {
    const replies = [
      device,
      error('authorization_pending'),
      error('slow_down', { interval: 10 }),
      tokens('1'),
    ];
    const { shell, calls, clock, pauses, err } = createShell(
      [...replies, ok({}), ok({}), tokens('2'), ok({})],
      {},
    );
    expect(await run(['status', 'd1'], shell)).toBe(0);
    expect(err()).toContain('http://sso/device_login?user_code=BCDF-GHJK');
    expect(pauses).toEqual([5, 5, 10]);
    expect(statSync(shell.sessionFile).mode & 0o777).toBe(0o600);
    expect(await run(['status', 'd1'], shell)).toBe(0);
    clock.nowMs += 900_000;
    expect(await run(['status', 'd1'], shell)).toBe(0);
    const [, , , , , second, renewal, third] = calls;
    expect(second?.authorization).toBe('Bearer access-1');
    expect(Object.fromEntries(new URLSearchParams(renewal?.body))).toEqual({
      grant_type: 'refresh_token',
      client_id: 'demo-cli',
      refresh_token: 'refresh-1',
      binding_chain: 'chain',
      binding_link: 'link-1',
    });
    expect(third?.authorization).toBe('Bearer access-2');
  });

  test('starts again when the last sign-in is over, or was at another place', async () => {
    const { shell, calls, clock } = createShell(
      [device, tokens('1'), error('invalid_grant'), device, tokens('2'), ok({})],
      {},
    );
    expect(await run(['login'], shell)).toBe(0);
    clock.nowMs += 900_000;
    expect(await run(['status', 'd1'], shell)).toBe(0);
    expect(calls.at(-1)?.authorization).toBe('Bearer access-2');
    const elsewhere = createShell([device, tokens('3'), ok({})], { SSO_URL: 'https://other.test' });
    const moved = { ...elsewhere.shell, sessionFile: shell.sessionFile };
    expect(await run(['status', 'd1'], moved)).toBe(0);
    expect(elsewhere.calls.map(({ url }) => new URL(url).host)).toEqual([
      'other.test',
      'other.test',
      'localhost:4003',
    ]);
  });

  test.each<[string, Reply]>([
    ['The sign-in was denied.', error('access_denied')],
    ['Nobody approved the sign-in in time.', error('expired_token')],
    ['The sign-in failed: invalid_client.', error('invalid_client')],
    ['sso does not answer at http://localhost:4001.', new Error('down')],
    ['sso answered without refresh_token.', [200, { access_token: 'a', expires_in: 1 }]],
  ])('%s', async (sentence, reply) => {
    const { shell, err } = createShell([device, reply], {});
    expect(await run(['login'], shell)).toBe(1);
    expect(err()).toContain(sentence);
  });

  test('logout forgets the tokens', async () => {
    const { shell, calls } = createShell([device, tokens('1'), device, tokens('2'), ok({})], {});
    await run(['login'], shell);
    expect(await run(['logout'], shell)).toBe(0);
    await run(['status', 'd1'], shell);
    expect(calls[2]?.url).toContain('/device_authorization');
  });
});
