import { parseKeyList } from '@latchkey/secrets';
import { createLinkTokens } from './link-token.ts';

const key = (letter: string) => Buffer.alloc(32, letter).toString('base64url');
const [older, newer] = [`a:${key('a')}`, `b:${key('b')}`];
const tokens = createLinkTokens(parseKeyList(older));
const link = { id: 'i'.repeat(43), purpose: 'reset' } as const;
const token = tokens.tokenOf(link);

test.each([
  ['another purpose', token, 'sign_up'],
  ['another id', token.replace('iii', 'iij'), 'reset'],
  ['another signature', `${token.slice(0, -2)}AA`, 'reset'],
  ['an unknown key', token.replace('a.', 'c.'), 'reset'],
  ['no token', '', 'reset'],
] as const)('a link token with %s is refused', (_, presented, purpose) => {
  expect(tokens.readId(presented, purpose)).toBeUndefined();
});

test('a link token is the same each time, and is read under a newer key', () => {
  expect(tokens.tokenOf(link)).toBe(token);
  const rotated = createLinkTokens(parseKeyList(`${newer},${older}`));
  expect(rotated.tokenOf(link)).not.toBe(token);
  expect(rotated.readId(token, 'reset')).toBe(link.id);
});
