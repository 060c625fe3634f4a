import { createFormats } from './formats.ts';

const key = 'q8Zr1vXk3mTw9bLc5yHd7fNs2gJp4aUeR6iOq0xBtVw';
const demoKey = 'ZGVtby1jdXJzb3Ita2V5LWZvci1sb2NhbC11c2Utb24';

test.each([
  ['one key', `k1:${key}`, true, true],
  ['the newest and an older one', `k2:${key},k1:${key}`, true, true],
  ['a demo key by its name', `demo:${demoKey}`, true, false],
  ['a key that is no key', `k1:${'A'.repeat(43)}`, true, false],
  ['a key in another spelling than its bytes have', `k1:${key.slice(0, -1)}x`, false, false],
  ['two keys of one name', `k1:${key},k1:${'A'.repeat(43)}`, false, false],
  ['a short key', `k1:${key.slice(1)}`, false, false],
  ['a key without a name', key, false, false],
  ['an empty list', '', false, false],
  ['a trailing comma', `k1:${key},`, false, false],
])('key-list: %s', (_what, text, inDevelopment, inProduction) => {
  const accepts = (production: boolean) => createFormats(production)['key-list']?.validate(text);
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
  expect(createFormats(true)['networks']?.validate(text)).toBe(accepted);
});
