import { randomBytes } from 'node:crypto';
import { createTextSealer } from '../totp/text-sealer.ts';
import { keepImported } from './imported-hash.ts';
import { createPasswordHash } from './password-hash.ts';

const secrets = createTextSealer({ keys: [{ kid: 'a', key: randomBytes(32) }], randomBytes });
const hash = createPasswordHash(secrets);
// argon2id of "fi" and "ne", as the ligature of it would be typed too.
const cheap = { fine: await hash.hash('fine'), '\uFB01ne': await hash.hash('\uFB01ne') };

test.each<[keyof typeof cheap, string, boolean]>([
  ['fine', 'fine', true],
  ['fine', '\uFB01ne', true],
  ['\uFB01ne', '\uFB01ne', false],
])('what was hashed here of %j is verified by the NFKC form of %j: %j', async (hashed, typed, isRight) => {
  expect(await hash.verify(cheap[hashed], typed)).toBe(isRight);
  expect(hash.isOutdated(cheap[hashed])).toBe(false);
});

test('what was imported is verified as it was typed, and is outdated', async () => {
  const kept = keepImported(cheap['\uFB01ne'], secrets);
  const stored = 'stored' in kept ? kept.stored : '';
  expect([await hash.verify(stored, '\uFB01ne'), await hash.verify(stored, 'fine')]).toEqual([true, false]);
  expect(hash.isOutdated(stored)).toBe(true);
});
