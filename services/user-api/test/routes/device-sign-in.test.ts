import { request } from '@latchkey/testing';
import { makeAccount, openSession, password } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';

const ada = makeAccount();
let service: TestService;
let token: string;
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(ada);
  token = (await openSession(service, ada)).token;
});

const change = (fields: object) =>
  request(service.app)
    .post('/account/me/device_sign_in/change')
    .send({ token, 'auth.pass': password, ...fields });
const look = async () => (await service.accounts.findById(ada.id))?.deviceSignIn;
const events = async () => (await service.requestLog.entries()).map(({ event }) => event);

describe('POST /account/me/device_sign_in/change', () => {
  test.each([
    [{ device_sign_in: 'never' }, 400, 'invalid_value', 'device_sign_in'],
    [{ device_sign_in: undefined }, 400, 'missing_field', 'device_sign_in'],
    [{ device_sign_in: 'off', 'auth.pass': undefined }, 400, 'missing_field', 'auth.pass'],
    [{ device_sign_in: 'off', 'auth.pass': 'wrong' }, 401, 'invalid_credentials', undefined],
    [{ device_sign_in: 'off', token: 'none' }, 401, 'token_invalid', undefined],
  ])('%j: %i %s', async (fields, status, code, field) => {
    const { body, status: answered } = await change(fields);
    expect([answered, body.code]).toEqual([status, code]);
    if (field !== undefined) expect(body.field).toBe(field);
    expect(await look()).toBe(true);
    expect(await events()).not.toContain('device_sign_in.off');
  });

  test('409 where the sign-ins of the account ended meanwhile', async () => {
    const { accounts } = service;
    const write = accounts.setDeviceSignIn.bind(accounts);
    accounts.setDeviceSignIn = async (seen, ...all) => {
      await accounts.add({ ...ada, tokensValidAfter: new Date(service.clock.now()) });
      return write(seen, ...all);
    };
    const { status, body } = await change({ device_sign_in: 'off' });
    expect([status, body.code]).toEqual([409, 'state_conflict']);
    expect(await look()).toBe(true);
    expect(await events()).not.toContain('device_sign_in.off');
  });

  test('200 off and on, each with its event, and again the same', async () => {
    for (const state of ['off', 'off', 'on']) {
      const { status, body } = await change({ device_sign_in: state });
      expect([status, body.data]).toEqual([200, { device_sign_in: state }]);
      expect(await look()).toBe(state === 'on');
    }
    expect((await events()).filter((event) => event.startsWith('device_sign_in'))).toEqual([
      'device_sign_in.off',
      'device_sign_in.off',
      'device_sign_in.on',
    ]);
  });
});
