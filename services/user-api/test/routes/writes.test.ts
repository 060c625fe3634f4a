import { request } from '@latchkey/testing';
import { acme, addConnectedClients, makeAccount, openSession, root } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';

const ada = makeAccount();
const begin = '/account/me/totp/begin';
let service: TestService;

async function start(writesPerMinute: number, stores: object = {}) {
  service = createTestService({ stores: { writesPerMinute, ...stores } });
  await addConnectedClients(service);
  await service.accounts.add(ada, [acme]);
  await service.accounts.add(root);
}
const send = async (path: string, token: string, fields: object = {}) =>
  request(service.app)
    .post(path)
    .send({ token, ...fields });
const statusesOf = async (times: number, path: string, token: string, fields: object = {}) => {
  const answers = Array.from({ length: times }, async () => (await send(path, token, fields)).status);
  return (await Promise.all(answers)).toSorted((left, right) => left - right);
};

describe('writes of one principal in a minute', () => {
  test('429 beyond the limit with Retry-After, whichever of the sessions and routes, and for nobody else', async () => {
    await start(3);
    const [one, two] = [await openSession(service, ada), await openSession(service, ada)];
    expect((await send(begin, one.token)).status).toBe(200);
    service.clock.advance(20);
    expect((await send('/account/me/session/revoke', two.token, { session_id: 'x' })).status).toBe(404);
    expect((await send('/admin/org/create', two.token)).status).toBe(403);
    const { status, body, headers } = await send('/session/logout', two.token);
    expect([status, body.code, headers['retry-after']]).toEqual([429, 'throttled', '40']);
    expect((await send(begin, (await openSession(service, root)).token)).status).toBe(200);
    service.clock.advance(40);
    expect((await send('/session/logout', two.token)).status).toBe(200);
  });

  test('429 for 40 at once but the first few', async () => {
    await start(5);
    const { token } = await openSession(service, ada);
    expect(await statusesOf(40, begin, token)).toEqual([...Array(5).fill(200), ...Array(35).fill(429)]);
  });

  test('200 without a limit, and while no counter can be asked', async () => {
    await start(0);
    expect(await statusesOf(9, begin, (await openSession(service, ada)).token)).toEqual(Array(9).fill(200));
    await start(1);
    service.context.attempts.hold = () =>
      Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
    expect(await statusesOf(3, begin, (await openSession(service, ada)).token)).toEqual([200, 200, 200]);
  });
});
