import { createRouteGroups } from '../../src/routes.ts';
import { createSso, dropKey, masterKey } from '../sso-harness.ts';

const sso = createSso();
const routes = createRouteGroups(sso.context)
  .flatMap((group) => group.routes)
  .filter(({ path }) => path.startsWith('/internal/'));
const call = (path: string, key: string) => sso.agent.post(path).set({ authorization: `Bearer ${key}` });

test('there are eight internal routes', () => {
  expect(routes).toHaveLength(8);
});

test.each(routes.map(({ path }) => path))(
  '%s admits user-api, and drop only to verify a token',
  async (path) => {
    expect((await call(path, masterKey).send({})).body).toMatchObject({ code: 'missing_field' });
    const isForDrop = path === '/internal/v1/tokens/verify';
    expect((await call(path, dropKey).send({})).body).toMatchObject({
      code: isForDrop ? 'missing_field' : 'token_invalid',
    });
    expect((await call(path, `${dropKey}x`).send({})).status).toBe(401);
  },
);
