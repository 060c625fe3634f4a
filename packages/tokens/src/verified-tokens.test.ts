import { generateKeyPairSync } from 'node:crypto';
import { createVerifiedTokens } from './verified-tokens.ts';

const { publicKey: key } = generateKeyPairSync('ed25519');

test('the newest tokens are kept', () => {
  const kept = createVerifiedTokens<{ name: string }>(2);
  for (const name of ['first', 'second', 'third']) kept.keep(name, { kid: 'k', key, claims: { name } });
  expect(['first', 'second', 'third'].map((name) => kept.find(name)?.claims.name)).toEqual([
    undefined,
    'second',
    'third',
  ]);
});

test('none is kept where none is wanted', () => {
  const kept = createVerifiedTokens<{ name: string }>(0);
  kept.keep('only', { kid: 'k', key, claims: { name: 'only' } });
  expect(kept.find('only')).toBeUndefined();
});

test('a token that is kept again does not push out another', () => {
  const kept = createVerifiedTokens<{ name: string }>(2);
  for (const name of ['first', 'second', 'second']) kept.keep(name, { kid: 'k', key, claims: { name } });
  expect(kept.find('first')?.claims.name).toBe('first');
});
