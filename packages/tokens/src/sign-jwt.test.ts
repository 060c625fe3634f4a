import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import jwt from 'jsonwebtoken';
import { signJwt, type JwtType } from './sign-jwt.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const text = fc.string({ unit: 'binary' });
/** jsonwebtoken takes 0 as no time. */
const time = fc.integer({ min: 1, max: 4_000_000_000 });
const times = fc.record({ iat: time, exp: time, nbf: time });
/** jsonwebtoken looks a claim's name up in a plain object: it takes `toString` for a rule of its own, and throws. */
const name = text.filter((one) => !(one in {}));
/** The times, which jsonwebtoken checks before it signs, among any other claims. */
const claims = fc
  .tuple(fc.dictionary(name, fc.jsonValue({ stringUnit: 'binary' }), { noNullPrototype: true }), times)
  .map(([others, fixed]) => ({ ...others, ...fixed }));
const types = fc.constantFrom<JwtType>('at+jwt', 'relay+jwt', 'JWT');
/** jsonwebtoken writes the header in Latin-1, where RFC 7515 wants UTF-8; of ASCII both are the same. */
const kids = fc.string({ unit: 'grapheme-ascii', minLength: 1 });

test('signs, letter for letter, what jsonwebtoken signs, and jsonwebtoken verifies it', async () => {
  await fc.assert(
    fc.asyncProperty(types, kids, claims, async (typ, kid, sent) => {
      const signed = await signJwt({ typ, claims: sent, key: { kid, privateKey } });
      const header = { alg: 'RS512', typ, kid };
      expect(signed).toBe(jwt.sign(sent, privateKey, { algorithm: 'RS512', header }));
      const read = jwt.verify(signed, publicKey, {
        algorithms: ['RS512'],
        ignoreExpiration: true,
        ignoreNotBefore: true,
        complete: true,
      });
      expect(read.header).toEqual(header);
      expect(JSON.stringify(read.payload)).toBe(JSON.stringify(sent));
    }),
    { numRuns: 50 },
  );
});

test('many at once are signed apart', async () => {
  const all = Array.from({ length: 64 }, (_, index) => ({
    iat: index,
    exp: index + 1,
    sub: `user-${index}`,
  }));
  const key = { kid: 'k', privateKey };
  const signed = await Promise.all(all.map((one) => signJwt({ typ: 'at+jwt', claims: one, key })));
  const read = signed.map((token) => jwt.verify(token, publicKey, { ignoreExpiration: true }));
  expect(read).toEqual(all);
});

test('a key that cannot sign rejects, and answers no token', async () => {
  const key = { kid: 'k', privateKey: publicKey };
  await expect(signJwt({ typ: 'at+jwt', claims: { iat: 1, exp: 2 }, key })).rejects.toThrow('private');
});
