import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createShell, removeFolder, type Reply } from '../../../test/create-shell.ts';
import type { Shell } from '../../shell.ts';

const folder = mkdtempSync(join(tmpdir(), 'latchkey-drop-'));
afterAll(() => {
  removeFolder();
  rmSync(folder, { recursive: true, force: true });
});

const ok = (data: object): Reply => [200, { status: 1, comment: 'OK', data }];
const refuse = (status: number, code: string, message: string): Reply => [
  status,
  { status: 0, comment: message, message, code, data: null, request_id: 'r' },
];
const env = { LATCHKEY_TOKEN: 'tok', LATCHKEY_DROP_KEY: 'k' };
const open = (replies: readonly Reply[] = [], more: Partial<Shell> = {}) =>
  createShell(replies, { env, ...more });
const stdin = (...chunks: Buffer[]) => Readable.from(chunks);
const kept = { id: 'd1', key: 'dk1_x', expires_at: '2026-11-28T12:00:00.000Z' };
const bytes = Buffer.from([0, 255, 10]);
const payload = bytes.toString('base64');

describe('put', () => {
  test('sends a file as bytes and prints id and key', async () => {
    const file = join(folder, 'bytes');
    writeFileSync(file, bytes);
    const { run, calls, printed } = open([ok(kept)], { env: { LATCHKEY_TOKEN: 'tok' } });
    expect(await run('drop', 'put', file, '--ttl', '1m', '--anonymous', '--type', 'a/b')).toBe(0);
    expect(calls).toEqual([
      {
        proof: null,
        url: 'http://localhost:4003/v1/drop/store',
        fields: {
          'auth.token': 'tok',
          payload: 'AP8K',
          payload_format: 'base64',
          data: { filename: 'bytes' },
          content_type: 'a/b',
          ttl: 60,
          anonymous: true,
        },
      },
    ]);
    expect(printed.out).toBe('id\td1\nkey\tdk1_x\n');
    expect(printed.err).toMatch(/^Stored 3 bytes until .*\n$/);
  });

  test('takes the input or a text, and a key of the person', async () => {
    const { run, calls } = open([ok({ id: 'd1' }), ok({ id: 'd2' })], {
      stdin: stdin(Buffer.from('a'), Buffer.from('b')),
    });
    expect(await run('drop', 'put')).toBe(0);
    expect(await run('drop', 'put', '--text', 'noon', '--key', 'own')).toBe(0);
    expect(calls.map(({ fields }) => [fields['payload'], fields['key']])).toEqual([
      [Buffer.from('ab').toString('base64'), 'k'],
      [Buffer.from('noon').toString('base64'), 'own'],
    ]);
  });

  test.each<[string, string[], Buffer[], string]>([
    ['no file', ['/no/such/file'], [], '/no/such/file cannot be read (ENOENT).'],
    ['nothing', [], [], 'There is nothing to store.'],
    [
      'too much',
      ['-'],
      [Buffer.alloc(700_000), Buffer.alloc(700_000)],
      'The input is too large: a drop holds up to 1 MiB (1048576 bytes).',
    ],
    [
      'a file without an end',
      ['/dev/zero'],
      [],
      '/dev/zero is too large: a drop holds up to 1 MiB (1048576 bytes).',
    ],
    ['a folder', ['/'], [], '/ is a folder: a drop holds one file.'],
    ['a file and a text', ['x', '--text', 'y'], [], 'Give a file or --text, not both.'],
  ])('%s is refused, and nothing is sent', async (_name, args, input, sentence) => {
    const { run, calls, printed } = open([], { stdin: stdin(...input) });
    expect(await run('drop', 'put', ...args)).toBe(1);
    expect(printed.err).toBe(`latchkey: ${sentence}\n`);
    expect(calls).toEqual([]);
  });

  test('shows on a terminal how a large payload goes, unless it is to be quiet', async () => {
    const big = Buffer.alloc(300_000);
    let shown = '';
    const stderr = { write: (chunk: unknown) => (shown += String(chunk)), isTTY: true };
    const { run, calls } = open([ok(kept), ok(kept)], { stdin: stdin(big), stderr });
    expect(await run('drop', 'put')).toBe(0);
    expect(shown).toMatch(/Sending.*█.* 100 %\n/s);
    expect(calls[0]?.fields['payload']).toBe(big.toString('base64'));
    shown = '';
    const quiet = open([ok(kept)], { stdin: stdin(big), stderr });
    expect(await quiet.run('drop', 'put', '--quiet')).toBe(0);
    expect(shown).toBe('');
  });
});

test('Ctrl-C ends a text that is being typed, and the line of a bar', async () => {
  const interruption = new AbortController();
  const { signal } = interruption;
  const typing = open([], { signal, stdin: new Readable({ read: () => interruption.abort() }) });
  expect(await typing.run('drop', 'put')).toBe(130);
  expect([typing.printed.err, typing.calls]).toEqual(['Interrupted.\n', []]);

  const stop = new AbortController();
  let shown = '';
  const stderr = {
    isTTY: true,
    write(chunk: unknown) {
      shown += String(chunk);
      if (shown.includes('█')) stop.abort();
    },
  };
  const sending = open([], { signal: stop.signal, stdin: stdin(Buffer.alloc(300_000)), stderr });
  expect(await sending.run('drop', 'put')).toBe(130);
  expect(
    shown.endsWith(
      '%\nThe drop may have been stored all the same: see latchkey drop list.\n\r\u001B[KInterrupted.\n',
    ),
  ).toBe(true);
});

test.each(['Sending', 'Receiving'])(
  'a connection that breaks ends the line of the bar: %s',
  async (label) => {
    let shown = '';
    const stderr = { write: (chunk: unknown) => (shown += String(chunk)), isTTY: true };
    const broken = new TypeError('terminated');
    const half = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(150_000)),
      async pull(controller) {
        await new Promise((resolve) => void setImmediate(resolve));
        controller.error(broken);
      },
    });
    const send: typeof fetch = async (_input, init) => {
      if (label === 'Receiving') return new Response(half, { headers: { 'content-length': '300000' } });
      await new Response(init?.body ?? '').body?.getReader().read();
      throw broken;
    };
    const { run } = open([], { stdin: stdin(Buffer.alloc(300_000)), stderr, fetch: send });
    expect(await run('drop', ...(label === 'Sending' ? ['put'] : ['take', 'd1']))).toBe(5);
    expect(shown).toMatch(new RegExp(`${label} .* \\d+ %\n[^\r]*latchkey: .*no_answer`));
  },
);

describe('take', () => {
  test('writes the exact bytes to a new file of its owner alone', async () => {
    const file = join(folder, 'new');
    const { run, calls } = open([ok({ id: 'd1', payload })]);
    expect(await run('drop', 'take', 'd1', '--out', file)).toBe(0);
    expect(readFileSync(file).equals(bytes)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(calls[0]?.fields).toEqual({ 'auth.token': 'tok', id: 'd1', key: 'k', payload_format: 'base64' });
  });

  test('writes the exact bytes to a pipe; --anonymous needs no login', async () => {
    const out: Buffer[] = [];
    const stdout = { write: (chunk: string | Uint8Array) => out.push(Buffer.from(chunk)) };
    const { run, calls } = open([ok({ id: 'd1', payload })], { stdout });
    expect(await run('drop', 'take', 'd1', '--anonymous')).toBe(0);
    expect(Buffer.concat(out).equals(bytes)).toBe(true);
    expect(calls[0]?.fields).toEqual({ id: 'd1', key: 'k', payload_format: 'base64' });
  });

  test('asks for the key on a terminal, or reads it from a file', async () => {
    const tty = Object.assign(stdin(Buffer.from('typed\n')), { isTTY: true });
    const asked = open([ok({ payload })], { env: { LATCHKEY_TOKEN: 't' }, stdin: tty });
    expect(await asked.run('drop', 'take', 'd1')).toBe(0);
    expect(asked.calls[0]?.fields['key']).toBe('typed');
    const file = join(folder, 'key');
    writeFileSync(file, 'in the file\n');
    const read = open([ok({ payload })]);
    expect(await read.run('drop', 'take', 'd1', '--key-file', file)).toBe(0);
    expect(read.calls[0]?.fields['key']).toBe('in the file');
  });

  test('without a key and without a terminal it is not understood', async () => {
    const { run, calls } = open([], { env: { LATCHKEY_TOKEN: 't' } });
    expect(await run('drop', 'take', 'd1')).toBe(2);
    expect(calls).toEqual([]);
  });

  test('a file that is there stays as it is, and nothing is taken', async () => {
    const file = join(folder, 'there');
    writeFileSync(file, 'old');
    const { run, calls, printed } = open();
    expect(await run('drop', 'take', 'd1', '--out', file)).toBe(1);
    expect(printed.err).toContain('the drop was not taken');
    expect(calls).toEqual([]);
    expect(readFileSync(file, 'utf8')).toBe('old');
  });

  test('without room for it a drop is not taken', async () => {
    const { run, calls, printed } = open();
    // A file there exists, and nothing can be written to it.
    expect(await run('drop', 'take', 'd1', '--out', '/dev/full')).toBe(1);
    expect(await run('drop', 'take', 'd1', '--out', join(folder, 'none', 'new'))).toBe(1);
    expect(printed.err).toMatch(/room for the drop \(EEXIST\).*\n.*room for the drop \(ENOENT\)/);
    expect(calls).toEqual([]);
  });

  test('its room is there before it is taken', async () => {
    const file = join(folder, 'room');
    const sizes: number[] = [];
    const send: typeof fetch = async () => {
      sizes.push(statSync(file).size);
      return Response.json({ status: 1, data: { id: 'd1', payload } });
    };
    const { run } = open([], { fetch: send });
    expect(await run('drop', 'take', 'd1', '--out', file)).toBe(0);
    expect([sizes, readFileSync(file).length]).toEqual([[1_048_576], bytes.length]);
  });

  test.each([[[]], [['--json']]])(
    'an output that takes no more leaves the drop in a file %j',
    async (more) => {
      const deliver = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
      const { run, printed } = open([ok({ id: 'd1', payload })], { deliver });
      expect(await run('drop', 'take', 'd-full', ...more)).toBe(1);
      expect(printed.err).toContain('(ENOSPC)');
      expect(readFileSync('./d-full.drop').equals(bytes)).toBe(true);
      rmSync('./d-full.drop');
    },
  );

  test.each(['free', 'taken'])('no raw byte reaches a terminal: its file’s name is %s', async (name) => {
    const id = `d-${name}`;
    if (name === 'taken') writeFileSync(`./${id}.drop`, 'old');
    const shown: string[] = [];
    const stdout = { isTTY: true, write: (chunk: unknown) => shown.push(String(chunk)) };
    const { run, printed } = open([ok({ id, payload })], { stdout });
    expect(await run('drop', 'take', id)).toBe(0);
    const [, place = ''] = /Wrote 3 bytes to (\S+)\. /.exec(printed.err) ?? [];
    expect([shown, readFileSync(place).equals(bytes)]).toEqual([[], true]);
    rmSync(place);
    rmSync(`./${id}.drop`, { force: true });
  });

  test.each<[string, Reply, number, string]>([
    ['a wrong key', refuse(403, 'invalid_key', 'Invalid'), 1, 'The key is wrong (invalid_key).'],
    ['an unknown id', refuse(404, 'not_found', 'Drop not found'), 4, 'Drop not found (not_found).'],
    [
      'no network',
      new TypeError('fetch failed'),
      5,
      'http://localhost:4003 cannot be reached (fetch failed) (no_answer).',
    ],
  ])('%s leaves no file', async (_name, reply, exitCode, sentence) => {
    const file = join(folder, 'never');
    const { run, printed } = open([reply]);
    expect(await run('drop', 'take', 'd1', '--out', file)).toBe(exitCode);
    expect(printed.err).toContain(sentence);
    expect(printed.err.includes('may have been taken')).toBe(exitCode === 5);
    expect(existsSync(file)).toBe(false);
  });
});

describe('the name of a file', () => {
  const name = 'named-drop.txt';
  const taken = ok({ id: 'd1', payload, data: { filename: name } });
  const onTerminal = (answer?: string) => ({
    stdout: { isTTY: true, write: () => undefined },
    stdin: Object.assign(stdin(Buffer.from(answer === undefined ? '' : `${answer}\n`)), {
      isTTY: answer !== undefined,
    }),
  });
  afterEach(() => ['./d1.drop', `./${name}`].forEach((path) => rmSync(path, { force: true })));

  test('is kept: put sends it, and take on a terminal writes the file under it', async () => {
    const { run, printed } = open([taken], onTerminal());
    expect(await run('drop', 'take', 'd1')).toBe(0);
    expect(printed.err).toBe(`Wrote 3 bytes to ./${name}. The drop is gone.\n`);
    expect([readFileSync(name).equals(bytes), existsSync('./d1.drop')]).toEqual([true, false]);
    expect(statSync(name).mode & 0o777).toBe(0o600);
  });

  test.each([
    ['without a terminal to ask on', undefined, 'old'],
    ['where the person says no', 'n', 'old'],
    ['where the person says yes', 'y', 'new'],
  ])('of a file that exists replaces it only as wished: %s', async (_name, answer, content) => {
    writeFileSync(name, 'old');
    const { run, printed } = open([taken], onTerminal(answer));
    expect(await run('drop', 'take', 'd1')).toBe(0);
    const isNew = content === 'new';
    expect(readFileSync(name).equals(isNew ? bytes : Buffer.from('old'))).toBe(true);
    expect(existsSync('./d1.drop')).toBe(!isNew);
    const place = isNew ? `./${name}.` : `./d1.drop. Its name is ${name}.`;
    expect(printed.err).toContain(`Wrote 3 bytes to ${place} The drop is gone.\n`);
  });

  test('of --out and of a pipe is not asked for', async () => {
    const file = join(folder, 'elsewhere');
    const { run } = open([taken, taken], { stdout: { write: () => undefined } });
    expect(await run('drop', 'take', 'd1', '--out', file)).toBe(0);
    expect(await run('drop', 'take', 'd1')).toBe(0);
    expect([existsSync(file), existsSync(name)]).toEqual([true, false]);
  });

  test('is left out where a drop has no room for it', async () => {
    const file = join(folder, 'largest');
    writeFileSync(file, Buffer.alloc(1_048_576));
    const { run, calls } = open([ok(kept)]);
    expect(await run('drop', 'put', file)).toBe(0);
    expect(calls[0]?.fields).not.toHaveProperty('data');
  });
});

test.each([
  ['short', true],
  ['aaaaaaaaaaaaaaaa', true],
  ['four quiet herons', false],
])('a key that is easy to guess is warned about: %s', async (key, isWarned) => {
  const { run, printed } = open([ok({ ...kept, key: undefined })]);
  expect(await run('drop', 'put', '--text', 'x', '--key', key)).toBe(0);
  expect(printed.err.includes('The key is easy to guess.')).toBe(isWarned);
});

test.each([
  [[], 'see latchkey drop list. Revoke it then: nobody has its key.'],
  [['--id', 'mine', '--key', 'four quiet herons'], 'see latchkey drop inspect mine.\n'],
])('a put without an answer says where to look %j', async (more, sentence) => {
  const { run, printed } = open([new TypeError('down')], { env: { LATCHKEY_TOKEN: 'tok' } });
  expect(await run('drop', 'put', '--text', 'x', ...more)).toBe(5);
  expect(printed.err).toContain(sentence);
});

describe('the state of a drop', () => {
  const at = '2026-11-22T09:30:00.000Z';
  const ended = { id: 'd1', expires_at: at, consumed_at: at, revoked_at: at };
  const conflict = refuse(409, 'state_conflict', 'Only reserved or active drops may be revoked');

  test.each([
    ['consumed', 'it was taken at 2026-11-22'],
    ['revoked', 'it was revoked at 2026-11-22'],
    ['expired', 'it expired at 2026-11-22'],
    ['reserved', 'it is reserved, and holds nothing yet'],
  ])('is said where it refuses: %s', async (status, sentence) => {
    const { run, printed, calls } = open([conflict, ok({ ...ended, status })]);
    expect(await run('drop', 'revoke', 'd1', '--yes')).toBe(1);
    expect(printed.err).toContain(`Only reserved or active drops may be revoked: ${sentence}`);
    expect(calls[1]?.url).toContain('/v1/drop/status');
  });

  test('of another person is not said', async () => {
    const refusal = refuse(409, 'not_active', 'Drop is not active');
    const { run, printed } = open([refusal, refuse(404, 'not_found', 'Drop not found')]);
    expect(await run('drop', 'take', 'd1')).toBe(1);
    expect(printed.err).toBe(
      'latchkey: This drop has ended. If you did not take it, tell whoever sent it: somebody else may have read it (not_active).\n',
    );
  });

  const [me, org] = ['54c29517-0000-4000-8000-000000000001', 'b0000000-0000-4000-8000-000000000002'];
  const sso = 'http://localhost:4001';
  const metadata: Reply = [200, { issuer: sso, userinfo_endpoint: `${sso}/userinfo` }];
  const own: readonly Reply[] = [metadata, [200, { sub: me }]];
  test.each<[string, readonly Reply[], string]>([
    ['anonymous', [], 'somebody without a login'],
    [me, own, 'you'],
    [org, own, `the account ${org}`],
    [`${org}:${me}`, own, `the account ${me}, for the org ${org}`],
    ['c_1', [metadata, [401, { error: 'invalid_token' }]], 'the app c_1'],
    [me, [new TypeError('down')], `the account ${me}`],
  ])('says who took it: %s', async (consumed_by, replies, words) => {
    const { run, printed } = open([ok({ ...ended, status: 'consumed', consumed_by }), ...replies]);
    expect(await run('drop', 'inspect', 'd1')).toBe(0);
    expect(printed.out).toContain(`taken by\t${words}\n`);
  });
});

test('an id may begin with a hyphen', async () => {
  const id = '-bcdefghijklmnopqrstuv';
  const { run, calls } = open([ok({ id }), ok({ id }), ok({ payload })]);
  expect(await run('drop', 'inspect', id)).toBe(0);
  expect(await run('drop', 'revoke', '--yes', '--', id)).toBe(0);
  expect(await run('drop', 'take', '--anonymous', id)).toBe(0);
  expect(calls.map(({ fields }) => fields['id'])).toEqual([id, id, id]);
});

test('list shows one page and how to see more, or all pages', async () => {
  const page = (names: string[], next: string | null) =>
    ok({ items: names.map((id) => ({ id, status: 'active', size: 3 })), total_count: 3, next_cursor: next });
  const { run, calls, printed } = open([page(['a', 'b'], 'c1'), page(['a', 'b'], 'c1'), page(['c'], null)]);
  expect(await run('drop', 'list', '--limit', '2', '--status', 'active')).toBe(0);
  expect(printed.err).toBe('2 of 3 drops.\nAll of them: --all. The next page: --cursor c1\n');
  expect(await run('drop', 'list', '--all')).toBe(0);
  expect(calls.map(({ fields: { limit, cursor, status } }) => [limit, cursor, status])).toEqual([
    [2, undefined, 'active'],
    [100, undefined, undefined],
    [100, 'c1', undefined],
  ]);
  expect(printed.out.split('\n').map((line) => line.split('\t')[0])).toEqual(['a', 'b', 'a', 'b', 'c', '']);
});

describe('links', () => {
  const key = `dk1_${'k'.repeat(43)}`;
  const expires_at = '2026-12-01T00:00:00.000Z';
  const noLogin = { env: {} };

  test.each([
    ['a text', ['--text', 'a secret'], { payload: 'a secret', payload_format: 'text' }],
    ['bytes', [], { payload, payload_format: 'base64' }],
  ])('put --link stores %s for anybody and prints only the link', async (_name, more, fields) => {
    const { run, calls, printed } = open([ok({ id: 'd1', key, expires_at })], {
      env: { LATCHKEY_TOKEN: 'tok' },
      stdin: stdin(bytes),
    });
    expect(await run('drop', 'put', '--link', ...more)).toBe(0);
    expect(calls[0]?.fields).toEqual({ 'auth.token': 'tok', ...fields, anonymous: true });
    expect(printed.out).toBe(`http://localhost:4003/d/d1#${key}\n`);
    expect(printed.err).toContain(
      'The drop is anonymous: whoever has link and key can take it, once. The link holds the key.',
    );
  });

  test('put --link of a file sends its base name beside it', async () => {
    const file = join(folder, 'report.pdf');
    writeFileSync(file, bytes);
    const { run, calls } = open([ok({ id: 'd1', key, expires_at })], { env: { LATCHKEY_TOKEN: 'tok' } });
    expect(await run('drop', 'put', file, '--link')).toBe(0);
    expect(calls[0]?.fields).toMatchObject({
      payload,
      payload_format: 'base64',
      data: { filename: 'report.pdf' },
    });
  });

  test('a key of one’s own is not in the link', async () => {
    const { run, printed } = open([ok({ id: 'd1', expires_at })], { stdin: stdin(bytes) });
    expect(await run('drop', 'put', '--link')).toBe(0);
    expect(printed.out).toBe('http://localhost:4003/d/d1\n');
    expect(printed.err).toContain('Send the key another way.');
  });

  test('take of a link sends no token, to the service of the link', async () => {
    const out: Buffer[] = [];
    const stdout = { write: (chunk: string | Uint8Array) => out.push(Buffer.from(chunk)) };
    const { run, calls } = open([ok({ id: 'd1', payload })], { stdout });
    expect(await run('drop', 'take', `https://drop.test/d/d1#${key}`)).toBe(0);
    expect(Buffer.concat(out).equals(bytes)).toBe(true);
    expect(calls).toEqual([expect.objectContaining({ fields: { id: 'd1', key, payload_format: 'base64' } })]);
  });

  test('take - reads the link from the standard input', async () => {
    const link = Buffer.from(`  https://drop.test/d/d1#${key}\n`);
    const { run, calls } = open([ok({ payload })], { ...noLogin, stdin: stdin(link) });
    expect(await run('drop', 'take', '-')).toBe(0);
    expect(calls[0]?.fields).toEqual({ id: 'd1', key, payload_format: 'base64' });
  });

  test.each([
    ['no link', ['-'], 2, 'holds no link'],
    ['http of another machine', [`http://drop.test/d/d1#${key}`], 1, 'The link is not https (invalid_link).'],
    ['no page of a drop', ['https://drop.test/other'], 1, 'This is not a link to a drop (invalid_link).'],
    ['a link without a key, and no terminal', ['https://drop.test/d/d1'], 2, 'The key is missing'],
  ])('take of %s calls nobody and leaves no file', async (_name, typed, exitCode, sentence) => {
    const { run, calls, printed } = open([], { ...noLogin, stdin: stdin(Buffer.from('something\n')) });
    expect(await run('drop', 'take', ...typed)).toBe(exitCode);
    expect(printed.err).toContain(sentence);
    expect([calls, existsSync('./d1.drop')]).toEqual([[], false]);
  });

  test('take of a link without a key uses the variable', async () => {
    const { run, calls } = open([ok({ payload })], { env: { LATCHKEY_DROP_KEY: 'mine' } });
    expect(await run('drop', 'take', 'https://drop.test/d/d1')).toBe(0);
    expect(calls[0]?.fields['key']).toBe('mine');
  });
});
