import { Writable } from 'node:stream';
import { createLogger, type LogLevel } from '../index.ts';
import type { LogFields } from './create-logger.ts';

const canary = 'CANARY7f3a9c';

function createRecorder(level: LogLevel = 'debug') {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const logger = createLogger({ service: 'sso', level, stream, now: () => Date.UTC(2026, 10, 21) });
  return { lines, logger };
}

function logged(message: string, fields?: LogFields): string {
  const { lines, logger } = createRecorder();
  logger.info(message, fields);
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

function entryOf(fields: LogFields): unknown {
  const { level, message, service, timestamp, ...rest } = JSON.parse(logged('x', fields)) as Record<
    string,
    unknown
  >;
  expect([level, message, service, timestamp]).toEqual(['info', 'x', 'sso', '2026-11-21T00:00:00.000Z']);
  return rest;
}

describe('secret fields', () => {
  const names = `
    auth auth.token auth.user auth.code auth_pass auth[dpop] AUTH.PASS token access_token
    refreshToken id-token dpop DPoP relay deadDrop.key deadDrop_key key master_key
    SERVICE_MASTER_KEY CURSOR_KEYS payload data cookie cookies set-cookie authorization
    Authorization password new_password pass secret client_secret query user_code device_code
    binding_link csrf ticket totp_secret client_assertion
  `
    .trim()
    .split(/\s+/);

  test.each(names)('%s', (name) => {
    expect(entryOf({ [name]: canary })).toEqual({ [name]: '[redacted]' });
    expect(entryOf({ body: [{ deep: { [name]: { any: [canary] } } }] })).toEqual({
      body: [{ deep: { [name]: '[redacted]' } }],
    });
  });

  test('hide numbers and false too, but not that nothing was there', () => {
    expect(entryOf({ payload: 0, data: false, key: null, token: undefined })).toEqual({
      payload: '[redacted]',
      data: '[redacted]',
      key: null,
    });
  });

  test('hide inside maps, sets, errors and what has its own toJSON', () => {
    const line = logged('x', {
      map: new Map([['token', canary]]),
      set: new Set([{ relay: canary }]),
      own: { visible: 1, toJSON: () => canary },
      bytes: Buffer.from(canary),
      error: Object.assign(new Error('x'), { query: canary, parameters: [canary], detail: canary }),
    });
    expect(line).not.toContain(canary);
    expect(line).not.toContain(Buffer.from(canary).toString('base64'));
  });
});

test('harmless fields stay as they are', () => {
  const fields = {
    code: 'throttled',
    route: '/token',
    status: 200,
    ok: true,
    leaves: ['auth.token'],
    token_use: 'app',
    constructor: 'a name that objects inherit',
  };
  expect(entryOf(fields)).toEqual(fields);
});

describe('secrets inside texts', () => {
  test.each([
    [
      'an address',
      `GET https://a.test/p?user_code=${canary}&b=1 done`,
      'GET https://a.test/p?[redacted] done',
    ],
    ['a path', `/device_login?user_code=${canary}`, '/device_login?[redacted]'],
    ['a fragment', `https://a.test/#${canary}`, 'https://a.test/?[redacted]'],
    [
      'credentials',
      `fetch https://user:p@ss/${canary}@a.test/x failed`,
      'fetch https://[redacted]@a.test/x failed',
    ],
    [
      'a database',
      `connect postgresql://u:${canary}@db/x?ssl=1 failed`,
      'connect [redacted database address] failed',
    ],
    ['a cache', `rediss://:${canary}@cache:6379/0`, '[redacted database address]'],
    ['a header', `Bearer ${canary}.abc refused`, 'Bearer [redacted] refused'],
    ['a JWT', `got eyJhbGciOiJSUzUxMiJ9.${canary}.sig here`, 'got [redacted] here'],
    ['a drop key', `dk1_${canary}0123456789abcdef opened`, '[redacted] opened'],
    ['a root session', `rs_${canary}0123456789abcdef ended`, '[redacted] ended'],
    ['a pair', `bad client_secret=${canary}, sorry`, 'bad client_secret=[redacted], sorry'],
    [
      'a form',
      `auth_pass=${canary}&auth[code]=${canary}&n=1`,
      'auth_pass=[redacted]&auth[code]=[redacted]&n=1',
    ],
    ['a leaf', `auth.pass=${canary} payload=${canary}`, 'auth.pass=[redacted] payload=[redacted]'],
    ['cookies', `cookie: a=1; sid=${canary}`, 'cookie: [redacted]'],
    ['JSON', `{"password": "${canary}"}`, '{"password": "[redacted]"}'],
    ['JSON with blanks', `{"pass": "two ${canary}", "n": 1}`, '{"pass": "[redacted]", "n": 1}'],
    ['a private key', `-----BEGIN PRIVATE KEY-----\n${canary}\n`, '[redacted]'],
  ])('a text with %s is logged without it', (_name, text, expected) => {
    expect(entryOf({ text })).toEqual({ text: expected });
    expect(JSON.parse(logged(text))).toMatchObject({ message: expected });
  });

  test('long texts are cut, and hostile ones are read once', () => {
    const text = `${'a://a://eyJ-/?'.repeat(10_000)}${canary}`;
    const line = logged(text, { text });
    expect(line.length).toBeLessThan(20_000);
    expect(line).not.toContain(canary);
  });
});

describe('errors', () => {
  test('keep name, message, stack, code and cause, without addresses and credentials', () => {
    const cause = Object.assign(new Error(`no route to postgres://sso:${canary}@db/sso`), {
      code: 'ECONNREFUSED',
    });
    const line = logged('failed', { error: new TypeError(`token=${canary}`, { cause }) });
    const { error } = JSON.parse(line) as { error: Record<string, unknown> };
    expect(error).toMatchObject({
      name: 'TypeError',
      message: 'token=[redacted]',
      stack: expect.stringContaining('TypeError: token=[redacted]\n    at '),
      cause: { name: 'Error', message: 'no route to [redacted database address]', code: 'ECONNREFUSED' },
    });
    expect(line).not.toContain(canary);
  });

  test('keep every error of an aggregate', () => {
    const error = new AggregateError([new Error('one'), new Error('two')], 'both');
    expect(entryOf({ error })).toMatchObject({ error: { errors: [{ message: 'one' }, { message: 'two' }] } });
  });

  test('that cause themselves are cut', () => {
    const error: Error & { cause?: unknown } = new Error('loop');
    error.cause = error;
    expect(entryOf({ error })).toMatchObject({ error: { message: 'loop', cause: '[circular]' } });
  });
});

test('cycles, depth, getters that throw and odd values do not break a line', () => {
  const cycle: Record<string, unknown> = { big: 10n, no: () => 1, at: new Date(Number.NaN) };
  cycle['self'] = cycle;
  const hostile = {
    get broken(): string {
      throw new Error(canary);
    },
  };
  const unlistable = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error(canary);
      },
    },
  );
  expect(entryOf({ cycle, hostile, unlistable, url: new URL(`https://u:${canary}@a.test/`) })).toEqual({
    cycle: { big: '10', at: null, self: '[circular]' },
    hostile: { broken: '[unreadable]' },
    unlistable: '[unreadable]',
    url: 'https://[redacted]@a.test/',
  });
  const deep = JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`) as LogFields;
  expect(logged('x', deep)).toContain('"[deep]"');
});

test('fields cannot forge level, service, message or timestamp, nor a second line', () => {
  const fields = { level: 'debug', service: 'x', message: 'y', timestamp: 'z', text: 'a\n{"level":"error"}' };
  const line = logged('real', fields);
  expect(line.trimEnd()).not.toContain('\n');
  expect(JSON.parse(line)).toEqual({
    level: 'info',
    service: 'sso',
    message: 'real',
    timestamp: '2026-11-21T00:00:00.000Z',
    text: fields.text,
  });
});

test('a safe line has the head of every line, and its fields as they are', () => {
  const { lines, logger } = createRecorder();
  const fields = { request_id: 'r', status: 200, caller: undefined };
  logger.safe('request', fields);
  logger.info('request', fields);
  expect(lines[0]).toBe(lines[1]);
  const others = createRecorder('warn');
  others.logger.safe('request', fields);
  expect([lines.length, others.lines.length]).toEqual([2, 0]);
});

test.each([
  ['error', ['error']],
  ['warn', ['warn', 'error']],
  ['info', ['info', 'warn', 'error']],
  ['debug', ['debug', 'info', 'warn', 'error']],
] as const)('level %s writes %j', (level, expected) => {
  const { lines, logger } = createRecorder(level);
  for (const at of ['debug', 'info', 'warn', 'error'] as const) logger[at]('x');
  expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(expected);
});
