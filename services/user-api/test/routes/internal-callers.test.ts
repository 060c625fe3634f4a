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

const ofDrop = ['/internal/v1/askers/find', '/internal/v1/events/log_drops'];

test('there are seventeen internal routes', () => {
  expect(routes).toHaveLength(17);
});

describe.each(routes.map(({ path }) => path))('POST %s', (path) => {
  const [own, foreign] = ofDrop.includes(path) ? [dropKey, serviceKey] : [serviceKey, dropKey];

  test('admits its one caller', async () => {
    expect(await call(path, `Bearer ${own}`)).toEqual([400, 'missing_field']);
  });

  test.each([
    ['the key of the other sibling', `Bearer ${foreign}`],
    ['no key', ''],
    ['another key', `Bearer ${own}x`],
    ['the key without its scheme', own],
  ])('401 with %s', async (_name, authorization) => {
    expect(await call(path, authorization)).toEqual([401, 'token_invalid']);
  });
});
