import { randomBytes } from 'node:crypto';
import { createTestKeys } from '@latchkey/testing';
import { signJwt } from '@latchkey/tokens';
import { createAnswerSealer } from './seal-answer.ts';

const [one, two] = [createTestKeys(), createTestKeys()];
const [first, second] = [
  { kid: 'one', privateKey: one.privateKey },
  { kid: 'two', privateKey: two.privateKey },
];
const stateKey = { kid: 'state', key: randomBytes(32) };
const request = { token: 'rt_token', link: 'link', familyId: 'family', generation: 3 };

const sealerOf = (keys: readonly (typeof first)[], stateKeys = [stateKey]) =>
  createAnswerSealer({
    stateKeys,
    signingKeys: {
      activeKey: () => keys[0]!,
      findSigningKey: (kid) => keys.find((key) => key.kid === kid),
    },
    randomBytes,
  });

const sign = (typ: 'at+jwt' | 'JWT') => signJwt({ typ, claims: { iat: 1, exp: 2 }, key: first });
const answerOf = async () => ({
  token_type: 'Bearer' as const,
  access_token: await sign('at+jwt'),
  expires_in: 900,
  refresh_token: 'rt_successor',
  refresh_expires_in: 2_592_000,
  binding_chain: 'family',
  binding_link: 'next link',
  scope: 'openid',
});
const read = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as unknown;

test.each([false, true])('the same answer, letter for letter, with an ID token: %j', async (hasIdToken) => {
  const answer = { ...(await answerOf()), ...(hasIdToken ? { id_token: await sign('JWT') } : {}) };
  const sealer = sealerOf([first, second]);
  const opened = await sealer.open(request, sealer.seal(request, answer));
  expect(JSON.stringify(opened)).toBe(JSON.stringify(answer));
});

test('it shows no secret, and holds no signature', async () => {
  const answer = await answerOf();
  const sealed = Buffer.from(sealerOf([first]).seal(request, answer));
  expect(sealed.toString('latin1')).not.toContain('rt_successor');
  expect(sealed.length).toBeLessThan(JSON.stringify(answer).length - 200);
});

test.each([
  ['another token', { token: 'rt_other' }],
  ['another link', { link: 'other' }],
  ['no link', { link: '' }],
  ['another family', { familyId: 'other' }],
  ['another generation', { generation: 4 }],
])('does not open for %s', async (_what, change) => {
  const sealer = sealerOf([first]);
  const sealed = sealer.seal(request, await answerOf());
  expect(await sealer.open({ ...request, ...change }, sealed)).toBeUndefined();
});

test('opens by an older state key that is listed, and by no other', async () => {
  const sealed = sealerOf([first]).seal(request, await answerOf());
  const newer = { kid: 'newer', key: randomBytes(32) };
  expect(await sealerOf([first], [newer, stateKey]).open(request, sealed)).toEqual(await answerOf());
  expect(await sealerOf([first], [newer]).open(request, sealed)).toBeUndefined();
});

test('a key that is not active any more signs again; one that is gone is replaced by the active one', async () => {
  const answer = await answerOf();
  const sealed = sealerOf([first]).seal(request, answer);
  expect((await sealerOf([second, first]).open(request, sealed))?.access_token).toBe(answer.access_token);
  const other = (await sealerOf([second]).open(request, sealed))?.access_token ?? '';
  const [header, payload] = other.split('.');
  expect(payload).toBe(answer.access_token.split('.')[1]);
  expect(read(header)).toEqual({ alg: 'RS512', typ: 'at+jwt', kid: 'two' });
  expect(other).toBe(await signJwt({ typ: 'at+jwt', claims: { iat: 1, exp: 2 }, key: second }));
});
