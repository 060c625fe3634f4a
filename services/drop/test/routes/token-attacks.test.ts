import { forgeToken, listTokenAttacks } from '@latchkey/testing';
import { createRouteGroups } from '../../src/routes.ts';
import { createTestApp, dropUrl, house, issuer } from '../app/create-test-app.ts';

// The page reads no token.
const [{ routes }] = createRouteGroups({}, house);
const paths = routes.map(({ path }) => path);

const { post, now } = await createTestApp();
const iat = now() / 1000;
const times = { iat, nbf: iat, exp: iat + 900 };
const names = { iss: issuer, aud: dropUrl, sub: 'admin-1', sid: 's', client_id: 'demo-cli', jti: 'j' };
const claims = { ...names, ...times, scope: '', token_use: 'user', pk: 'admin' };

const attacks = listTokenAttacks().flatMap((attack) =>
  (['field', 'header'] as const).map((place) => ({ ...attack, place })),
);

describe.each(paths)('POST %s', (path) => {
  test.each(attacks)('401 for $name in a $place', async ({ forge, place }) => {
    const token = forge(claims);
    const call =
      place === 'field' ? post(path, { token }) : post(path).set('authorization', `Bearer ${token}`);
    const { status, body } = await call;
    expect([status, body.data]).toEqual([401, null]);
    expect(['token_invalid', 'token_expired']).toContain(body.code);
  });

  test('the valid token that the attacks change is not refused', async () => {
    expect((await post(path, { token: forgeToken(claims) })).status).not.toBe(401);
  });
});
