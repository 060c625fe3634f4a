import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createShell, removeFolder } from '../../test/create-shell.ts';
import { logIn } from '../../test/log-in.ts';

afterAll(removeFolder);

const sso = 'http://localhost:4001';
const clientId = 'latchkey-cli';

test('profile list says where each is and whether it is logged in', async () => {
  const { run, shell, printed } = createShell();
  await logIn(shell);
  mkdirSync(join(shell.configDir, 'work'));
  writeFileSync(
    join(shell.configDir, 'work/addresses.json'),
    JSON.stringify({ sso: 'https://sso.test', clientId }),
  );
  expect(await run('profile', '--profile', 'work')).toBe(0);
  expect(printed.out).toBe(`default\t${sso}\tyes\t-\nwork\thttps://sso.test\tno\tthis one\n`);
});

test('an operator who has no other login is listed as one', async () => {
  const { run, shell, printed } = createShell();
  await logIn(shell, { places: ['admin'] });
  mkdirSync(join(shell.configDir, 'default'), { recursive: true });
  writeFileSync(join(shell.configDir, 'default/addresses.json'), JSON.stringify({ sso, clientId }));
  expect(await run('profile', 'list')).toBe(0);
  expect(printed).toMatchObject({ out: `default\t${sso}\tas operator\tthis one\n`, err: '1 profile.\n' });
});

test('without a login there are none', async () => {
  const { run, printed } = createShell();
  expect(await run('profile', 'list')).toBe(0);
  expect(printed).toEqual({ out: '', err: 'No profiles.\n' });
});

const metadata = [200, { issuer: sso, revocation_endpoint: `${sso}/revoke` }] as const;

test('profile remove ends the logins and forgets them', async () => {
  const { run, shell, calls } = createShell([metadata, [200, {}], [200, {}]]);
  await logIn(shell);
  expect(await run('profile', 'remove', 'default')).toBe(2);
  expect(calls).toEqual([]);
  expect(await run('profile', 'remove', 'default', '--yes')).toBe(0);
  expect(calls.map(({ url }) => url).filter((url) => url.endsWith('/revoke'))).toHaveLength(2);
  expect(existsSync(join(shell.configDir, 'default'))).toBe(false);
});

test('a service that is down does not keep a profile, and is named', async () => {
  const { run, shell, printed } = createShell([new TypeError('fetch failed')]);
  await logIn(shell);
  expect(await run('profile', 'remove', 'default', '--yes')).toBe(0);
  expect(printed.err).toContain(`${sso} did not end the login`);
  expect(existsSync(join(shell.configDir, 'default'))).toBe(false);
});

test('4 for a profile that there is not', async () => {
  const { run } = createShell();
  expect(await run('profile', 'remove', 'nobody', '--yes')).toBe(4);
  expect(await run('profile', 'remove', '../up', '--yes')).toBe(4);
});
