import { request } from '@latchkey/testing';
import { groupRoutes } from '../../src/routes.ts';
import { createTestService, dropKey, serviceKey } from '../setup/create-test-service.ts';

const { app } = createTestService();
const routes = groupRoutes({ headerAuth: {}, legacyAuth: 'on' })
  .flatMap((group) => group.routes)
  .filter(({ path }) => path.startsWith('/internal/'));

async function call(path: string, authorization: string) {
  const { status, body } = await request(app).post(path).set({ authorization }).send({});
  return [status, body.code];
}

test('there are fourteen internal routes', () => {
  expect(routes).toHaveLength(14);
});

describe.each(routes.map(({ path }) => path))('POST %s', (path) => {
  test('admits sso', async () => {
    expect(await call(path, `Bearer ${serviceKey}`)).toEqual([400, 'missing_field']);
  });

  test.each([
    ['the key of drop', `Bearer ${dropKey}`],
    ['no key', ''],
    ['another key', `Bearer ${serviceKey}x`],
    ['the key without its scheme', serviceKey],
  ])('401 with %s', async (_name, authorization) => {
    expect(await call(path, authorization)).toEqual([401, 'token_invalid']);
  });
});
