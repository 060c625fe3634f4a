import fc from 'fast-check';
import { scrubText } from './scrub-text.ts';

const id = '7f3a9c00-1234-4321-9999-123456789abc';
const secret = 'CANARY7f3a9c0123456789abcdef';
/** Enough to make any secret that a pattern knows, and texts that are nearly one. */
const marks = 'dk1_ dk1 rs_ rs rt_ _ eyJ eyj . / // : :// @ ? # & = " \' , ; redis postgres -----BEGIN'.split(
  ' ',
);
const names = 'Bearer Basic DPoP cookie password token key auth. auth[ ] payload'.split(' ');
const parts = [...marks, ...names, ' PRIVATE KEY-----', ' ', '\n', '\u2028', '\u00a0', id, secret];

test('a text that is passed over has nothing that the patterns would change', () => {
  const texts = fc.array(fc.constantFrom(...parts), { maxLength: 8 }).map((some) => some.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      // A single colon makes the patterns scan the text, but matches none of them.
      const looked = scrubText(`${text}\n:\n`);
      expect(scrubText(text) !== text || looked.startsWith(text)).toBe(true);
    }),
    { numRuns: 4_000 },
  );
});

test.each([id, '/device_authorization', 'authorization_pending', '203.0.113.9', 'POST', 'c_abc', 'u1', ''])(
  '%j stays',
  (text) => {
    expect(scrubText(text)).toBe(text);
  },
);

test.each([
  ['a request id', `dk1_${secret}`, '[redacted]'],
  ['a request id of a session', `rs_${secret}`, '[redacted]'],
  ['a request id of a device', `rt_${secret}`, '[redacted]'],
  ['a client’s id', `eyJ${secret}`, '[redacted]'],
  ['a user agent', `Mozilla/5.0 Bearer ${secret}`, 'Mozilla/5.0 Bearer [redacted]'],
  ['a path', `/x?${secret}`, '/x?[redacted]'],
  ['a note', `token=${secret}`, 'token=[redacted]'],
])('a secret that a stranger sends as %s is scrubbed', (_as, text, scrubbed) => {
  expect(scrubText(text)).toBe(scrubbed);
});

test('a long text without any mark is cut all the same', () => {
  expect(scrubText('x'.repeat(10_000))).toBe(`${'x'.repeat(8_192)}…`);
});
