import { createShell, removeFolder, type Reply } from '../../test/create-shell.ts';
import { logIn } from '../../test/log-in.ts';

afterAll(removeFolder);

const sso = 'http://localhost:4001';
const metadata: Reply = [
  200,
  {
    issuer: sso,
    token_endpoint: `${sso}/token`,
    userinfo_endpoint: `${sso}/userinfo`,
    introspection_endpoint: `${sso}/introspect`,
  },
];
const person: Reply = [200, { sub: 'user-1', email: 'ada@example.com', name: 'Ada' }];
const env = { LATCHKEY_TOKEN: 'tok' };

test('whoami asks sso who the person is, and what the token may do', async () => {
  const about = { active: true, client_id: 'latchkey-cli', scope: 'openid account', exp: 1_796_083_200 };
  const { run, calls, printed } = createShell([metadata, person, [200, about]], { env });
  expect(await run('whoami', '--json')).toBe(0);
  expect(calls.slice(1).map(({ url }) => url)).toEqual([`${sso}/userinfo`, `${sso}/introspect`]);
  expect(JSON.parse(printed.out)).toEqual({
    user: { id: 'user-1', email: 'ada@example.com', name: 'Ada' },
    client_id: 'latchkey-cli',
    scope: 'openid account',
    expires_at: '2026-12-01T00:00:00.000Z',
  });
});

test('whoami --admin speaks of the operator', async () => {
  const about = { active: true, client_id: 'latchkey-cli', scope: 'openid admin', exp: 1_796_083_200 };
  const { run, shell, printed } = createShell([metadata, person, [200, about]]);
  await logIn(shell, { places: ['admin'] });
  expect(await run('whoami', '--admin')).toBe(0);
  expect(printed.out).toContain('openid admin');
});

test('whoami says who it is with the token of another client, of which sso says nothing', async () => {
  const { run, printed } = createShell([metadata, person, [200, { active: false }]], { env });
  expect(await run('whoami')).toBe(0);
  expect(printed.out).toContain('ada@example.com');
});
