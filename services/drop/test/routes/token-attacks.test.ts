import { forgeToken, listTokenAttacks } from '@latchkey/testing';
import { createRouteGroups } from '../../src/routes.ts';
import { createTestApp, dropUrl, issuer } from '../app/create-test-app.ts';

const paths = createRouteGroups({})
  .flatMap(({ routes }) => routes)
  .map(({ path }) => path);

describe.each(paths)('POST %s', (path) => {
  test('401 for each attack on its token, in field or header, and not for the one that they start from', async () => {
    const { post, clock } = createTestApp();
    const iat = clock.now() / 1000;
    const times = { iat, nbf: iat, exp: iat + 900 };
    const names = { iss: issuer, aud: dropUrl, sub: 'admin-1', sid: 's', client_id: 'demo-cli', jti: 'j' };
    const claims = { ...names, ...times, scope: '', token_use: 'user', pk: 'admin' };
    for (const { name, forge } of listTokenAttacks()) {
      const token = forge(claims);
      for (const call of [post(path, { token }), post(path).set('authorization', `Bearer ${token}`)]) {
        const { status, body } = await call;
        expect([name, status, body.data]).toEqual([name, 401, null]);
        expect(['token_invalid', 'token_expired']).toContain(body.code);
      }
    }
    expect((await post(path, { token: forgeToken(claims) })).status).not.toBe(401);
  });
});
