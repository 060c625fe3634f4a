import { existsSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createShell, nowhere, removeFolder } from '../../test/create-shell.ts';
import { logIn } from '../../test/log-in.ts';
import { findConfigDir } from '../profile.ts';

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

test('a folder that cannot be made is reported with the variable that names its place', async () => {
  const { shell } = createShell();
  mkdirSync(dirname(shell.configDir), { recursive: true });
  writeFileSync(`${shell.configDir}-file`, '');
  const configDir = `${shell.configDir}-file/latchkey`;
  const env = { XDG_CONFIG_HOME: dirname(configDir) };
  const { run, printed } = createShell([], { env, configDir });
  expect(await run('profile', 'list')).toBe(1);
  expect(printed.err).toContain(`XDG_CONFIG_HOME is ${dirname(configDir)}.`);
});

describe('without an address', () => {
  test.each(['whoami', 'login', 'devices', 'drop list', 'logout'])(
    '3 for %s, which asks no address of its own choice',
    async (line) => {
      const { run, printed, calls } = createShell([], { env: nowhere });
      expect(await run(...line.split(' '))).toBe(3);
      expect([printed, calls]).toEqual([
        { out: '', err: 'latchkey: No address is known. Run: latchkey login --sso https://…\n' },
        [],
      ]);
    },
  );

  test.each(['profile list', 'completion bash', 'drop --help'])('%s needs none', async (line) => {
    expect(await createShell([], { env: nowhere }).run(...line.split(' '))).toBe(0);
  });
});

describe('what may not be read, or is no file of this command, is named and counts as there', () => {
  const damage: Readonly<Record<string, readonly [code: string, act: (configDir: string) => void]>> = {
    'a file in the place of all profiles': ['ENOTDIR', (place) => writeFileSync(place, '')],
    'a file in the place of a profile': [
      'ENOTDIR',
      (place) => {
        mkdirSync(place);
        writeFileSync(join(place, 'default'), '');
      },
    ],
    'a folder in the place of the addresses': [
      'EISDIR',
      (place) => mkdirSync(join(place, 'default/addresses.json'), { recursive: true }),
    ],
    'a link in a circle': [
      'ELOOP',
      (place) => {
        mkdirSync(place);
        symlinkSync('default', join(place, 'default'));
      },
    ],
  };

  test.each(
    Object.entries(damage).flatMap(([name, [code, act]]) =>
      ['whoami', 'profile list', 'login', 'logout'].map((line) => [name, line, code, act] as const),
    ),
  )('%s: %s', async (_name, line, code, act) => {
    const { run, shell, printed, calls } = createShell([]);
    act(shell.configDir);
    expect(await run(...line.split(' '))).toBe(1);
    expect(printed.err).toMatch(new RegExp(`^latchkey: .*${shell.configDir}`));
    expect(printed.err).toContain(code);
    expect(calls).toEqual([]);
  });

  test.each(['7', 'null', '{"sso":7}', '{'])('addresses that are %s', async (text) => {
    const { run, shell, printed } = createShell([], { env: nowhere });
    mkdirSync(join(shell.configDir, 'default'), { recursive: true });
    writeFileSync(join(shell.configDir, 'default/addresses.json'), text);
    expect(await run('whoami')).toBe(1);
    expect(printed.err).toContain('addresses.json is damaged');
  });

  test('a folder of another program in a profile is left out', async () => {
    const { run, shell } = createShell([]);
    mkdirSync(join(shell.configDir, 'default/100%'), { recursive: true });
    expect(await run('profile', 'list')).toBe(0);
  });
});

test.each([
  ['/etc/xdg', '/etc/xdg/latchkey'],
  ['config', '/home/ann/.config/latchkey'],
  ['./config', '/home/ann/.config/latchkey'],
  ['', '/home/ann/.config/latchkey'],
])('the profiles are below XDG_CONFIG_HOME where it is absolute: %j', (named, folder) => {
  expect(findConfigDir({ XDG_CONFIG_HOME: named }, '/home/ann')).toBe(folder);
});

test.each(['default/addresses.json', 'default'])('a login keeps the link %s', async (linked) => {
  const { shell } = createShell();
  const far = `${shell.configDir}-far`;
  mkdirSync(join(shell.configDir, dirname(linked)), { recursive: true });
  if (linked === 'default') mkdirSync(far);
  symlinkSync(far, join(shell.configDir, linked));
  await logIn(shell);
  expect(readlinkSync(join(shell.configDir, linked))).toBe(far);
  expect(existsSync(linked === 'default' ? join(far, 'addresses.json') : far)).toBe(true);
});
