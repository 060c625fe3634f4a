import { createFormats } from './formats.ts';

const formatsOf = (production: boolean) => createFormats({ production, passwordless: [] });

const key = 'q8Zr1vXk3mTw9bLc5yHd7fNs2gJp4aUeR6iOq0xBtVw';
const demoKey = 'ZGVtby1jdXJzb3Ita2V5LWZvci1sb2NhbC11c2Utb24';

test.each([
  ['one key', `k1:${key}`, true, true],
  ['the newest and an older one', `k2:${key},k1:${key}`, true, true],
  ['a demo key by its name', `demo:${demoKey}`, true, false],
  ['a demo key by another name', `k1:${key},k2:${demoKey}`, true, false],
  ['a random key of the name demo', `demo:${key}`, true, true],
  [
    'a key of readable text',
    `k1:${Buffer.from('Once upon a midnight dreary, I w').toString('base64url')}`,
    true,
    false,
  ],
  ['a key that is no key', `k1:${'A'.repeat(43)}`, true, false],
  ['a key in another spelling than its bytes have', `k1:${key.slice(0, -1)}x`, false, false],
  ['two keys of one name', `k1:${key},k1:${'A'.repeat(43)}`, false, false],
  ['a short key', `k1:${key.slice(1)}`, false, false],
  ['a key without a name', key, false, false],
  ['an empty list', '', false, false],
  ['a trailing comma', `k1:${key},`, false, false],
])('key-list: %s', (_what, text, inDevelopment, inProduction) => {
  const accepts = (production: boolean) => formatsOf(production)['key-list']?.validate(text);
  expect([accepts(false), accepts(true)]).toEqual([inDevelopment, inProduction]);
});

test.each([
  ['loopback, 10.0.0.0/8,2001:db8::/32', true],
  ['10.0.0.1', true],
  // Express takes no network that is everybody, which would let every caller name its own address.
  ['0.0.0.0/0', false],
  ['::/0', false],
  ['10.0.0.0/33', false],
  ['10.0.0.0/', false],
  ['10.0.0.1,', false],
  ['everybody', false],
])('networks: %s', (text, accepted) => {
  expect(formatsOf(true)['networks']?.validate(text)).toBe(accepted);
});

test.each([
  ['public-url', 'https://sso.example.test', true, true],
  ['public-url', 'http://sso.example.test', true, false],
  ['public-url', 'ftp://sso.example.test', false, false],
  ['url', 'http://sso:4001', true, true],
  ['names', '{}', true, true],
  ['names', '{"https://api.example.test":"Example API"}', true, true],
  ['names', '{"https://api.example.test":" "}', false, false],
  ['names', '{"https://api.example.test":7}', false, false],
  ['names', '["Example API"]', false, false],
  ['names', 'null', false, false],
  ['names', '{', false, false],
  ['postgres-url', 'postgresql://u:q8Zr1vXk@db:5432/sso', true, true],
  ['postgres-url', 'postgresql://u@db:5432/sso?password=q8Zr1vXk', true, true],
  ['postgres-url', 'postgresql://u@db:5432/sso?sslcert=/c.crt&sslkey=/c.key', true, true],
  ['postgres-url', 'postgresql://u@db:5432/sso', true, false],
  ['postgres-url', 'postgresql://u@db:5432/sso?sslcert=/c.crt', true, false],
  ['postgres-url', 'postgresql://latchkey:latchkey@db:5432/sso', true, false],
  ['redis-url', 'redis://:q8Zr1vXk@redis:6379', true, true],
  ['redis-url', 'redis://redis:6379', true, false],
  ['redis-url', 'rediss://redis:6379', true, false],
  ['redis-url', 'redis://:demo-redis@redis:6379', true, false],
  ['mail-url', 'smtp://mail.example.com', true, true],
  ['mail-url', 'smtps://user:q8Zr1vXk%40@[::1]:465/', true, true],
  ['mail-url', 'smtp://user:latchkey@mail.example.com', true, false],
  ['mail-url', 'http://mail.example.com', false, false],
  ['mail-url', 'smtp://mail.example.com/?requireTLS=false', false, false],
  ['mail-url', 'smtp://user:%zz@mail.example.com', false, false],
  ['mail-url', 'smtp://', false, false],
  ['mail-sender', 'no-reply@example.com', true, true],
  ['mail-sender', 'Example, the Company <no-reply@example.com>', true, true],
  ['mail-sender', 'Example', false, false],
  ['mail-sender', 'a@example.com, b@example.com', false, false],
  ['mail-sender', 'Example <a@example.com> <b@example.com>', false, false],
  ['mail-sender', 'Example\nBcc: b@example.com <a@example.com>', false, false],
  ['secret', 'demo-master-key-0123456789abcdefghij', true, false],
  ['secret', demoKey, true, false],
])('%s: %s', (format, text, inDevelopment, inProduction) => {
  const accepts = (production: boolean) => formatsOf(production)[format]?.validate(text);
  expect([accepts(false), accepts(true)]).toEqual([inDevelopment, inProduction]);
});

test.each([
  ['postgres-url', 'postgres', 'postgresql://u@db:5432/sso', 'postgresql://u:latchkey@db:5432/sso'],
  ['redis-url', 'redis', 'redis://redis:6379', 'redis://:redis@redis:6379'],
])(
  '%s: no password is needed where %s is named, and a demo one is refused still',
  (format, server, none, demo) => {
    const accepts = (text: string, passwordless: string[]) =>
      createFormats({ production: true, passwordless })[format]?.validate(text);
    expect([accepts(none, [server]), accepts(none, ['other']), accepts(demo, [server])]).toEqual([
      true,
      false,
      false,
    ]);
  },
);

test.each([
  ['url', 'https://Example.test'],
  ['url', 'https://example.test:443'],
  ['url', 'https://user@example.test'],
  ['url', 'https://example.test/?a=b'],
  ['url', 'https://example.test/#a'],
  ['url', 'https:example.test'],
  ['url', 'https://ex\u00e4mple.test'],
  ['public-url', 'https://example.test/a/../b'],
  ['host', '[::]'],
  ['host', 'a b'],
  ['redis-url', 'redis://:q8Zr1vXk@redis:6379/x'],
  ['postgres-url', 'postgres://u:latchkey@db/x?password=q8Zr1vXk&password=q8Zr1vXk'],
])('%s: %s is refused', (format, text) => {
  expect(formatsOf(false)[format]?.validate(text)).toBe(false);
});

test.each([
  ['url', 'http://[::1]:4318/base'],
  ['contact', 'https://example.test/report?by=form'],
  ['contact', 'mailto:security@example.test'],
  ['host', '::1'],
  ['host', 'localhost'],
  ['redis-url', 'rediss://user:q8Zr%401vXk@redis:6379/3?family=6'],
  ['postgres-url', 'postgres://u:q8Zr1vXk@db/x?sslmode=verify-full&sslrootcert=/ca.crt&options=-c%20a=b'],
])('%s: %s is accepted', (format, text) => {
  expect(formatsOf(true)[format]?.validate(text)).toBe(true);
});

test('of two passwords in an address the one that the driver takes is judged', () => {
  const accepts = (format: string, text: string) => formatsOf(true)[format]?.validate(text);
  expect(accepts('postgres-url', 'postgres://u:q8Zr1vXk@db/x?password=latchkey')).toBe(false);
  expect(accepts('redis-url', 'redis://:latchkey@redis?password=q8Zr1vXk')).toBe(false);
});

test('a complaint about a parameter names it, unless it may be a part of a password', () => {
  const complain = formatsOf(false)['postgres-url']?.complainOf;
  expect(complain?.('postgres://u@db/x?schema=mine')).toMatch(
    /^must not have the parameter schema: .*search_path/,
  );
  expect(complain?.('postgres://u@db/x?password=a&hushhush=b')).not.toContain('hushhush');
});
