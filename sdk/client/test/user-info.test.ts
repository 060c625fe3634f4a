import { createLatchkey } from '../src/index.ts';
import { createFakeSso } from './fake-sso.ts';

const person = { sub: 'u', email: 'ann@example.test' };

function create() {
  const sso = createFakeSso();
  const latchkey = createLatchkey({ ...sso.settings, clientSecret: 'hush' });
  return { sso, latchkey, session: latchkey.openApp() };
}

test('no_session without a token', async () => {
  const { latchkey } = create();
  await expect(latchkey.userInfo(latchkey.useToken())).rejects.toMatchObject({ code: 'no_session' });
});

test('a token that sso refuses is renewed once; a second refusal is thrown', async () => {
  const { sso, latchkey, session } = create();
  await session.accessToken();
  sso.faults.push({ code: 'invalid_token' });
  expect(await latchkey.userInfo(session)).toEqual(person);
  sso.faults.push({ code: 'invalid_token' }, undefined, { code: 'invalid_token' });
  await expect(latchkey.userInfo(session)).rejects.toMatchObject({ code: 'invalid_token' });
});

test('a token from elsewhere cannot be renewed', async () => {
  const { sso, latchkey } = create();
  sso.faults.push({ code: 'invalid_token' });
  await expect(latchkey.userInfo(latchkey.useToken('t'))).rejects.toMatchObject({ code: 'invalid_token' });
  expect(await latchkey.userInfo(latchkey.useToken('t'))).toEqual(person);
});
