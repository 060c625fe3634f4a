import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createShell, folder, ok, refuse, removeFolder, type Reply } from '../test/create-shell.ts';
import { run } from './run.ts';

afterAll(removeFolder);

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
    [['put'], 'The file or the input is empty.'],
  ])('%j', async (args, sentence) => {
    const { shell, err, calls } = createShell([]);
    expect(await run(args, shell)).toBe(1);
    expect(err()).toBe(`${sentence}\n`);
    expect(calls).toEqual([]);
  });
});

test.each(['-abc', '--out', '-'])('an id may begin with a hyphen, as made ones do: %s', async (id) => {
  const { shell, calls } = createShell([ok({}), ok({}), ok({ payload: '' })]);
  expect(await run(['status', id], shell)).toBe(0);
  expect(await run(['revoke', id], shell)).toBe(0);
  expect(await run(['take', id, 'k', '--anonymous'], shell)).toBe(0);
  expect(calls.map(({ body }) => (JSON.parse(body) as { id: string }).id)).toEqual([id, id, id]);
  expect(calls.at(-1)?.authorization).toBeNull();
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

  test('a file that exists: nothing is consumed', async () => {
    const file = join(folder, 'there');
    writeFileSync(file, 'old');
    const { shell, err, calls } = createShell([]);
    expect(await run(['take', 'd1', 'k', '--out', file], shell)).toBe(1);
    expect(err()).toContain('the drop was not consumed');
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
  expect(err()).toBe('Stored 3 bytes until 2026-11-28T12:00:00.000Z. The drop can be consumed once.\n');
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

test('take writes the exact bytes to the output or to a new file; --anonymous needs no token', async () => {
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
  expect(err()).toBe('d1 is revoked: nobody can consume it.\n1 of 2.\nNext page: --cursor c2\n');
});
