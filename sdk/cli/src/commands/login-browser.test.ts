import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createShell, removeFolder, type Reply } from '../../test/create-shell.ts';
import { described, device, identity, placeOf, sso, tokens } from '../../test/login-replies.ts';
import { createPendingLogin } from '../pending-login.ts';
import type { Shell } from '../shell.ts';

afterAll(removeFolder);

const metadata: Reply = [
  200,
  {
    ...described,
    authorization_endpoint: `${sso}/authorize`,
    authorization_response_iss_parameter_supported: true,
  },
];

async function approve(page: string): Promise<boolean> {
  const { searchParams } = new URL(page);
  const answer = { code: 'c', state: searchParams.get('state') ?? '', iss: sso };
  const at = `${searchParams.get('redirect_uri')}?${new URLSearchParams(answer).toString()}`;
  return (await fetch(at)).ok;
}

/** A terminal of a desktop whose browser does `browse`; the ten minutes of a login do not pass. */
function openDesktop(
  replies: readonly Reply[],
  browse: (page: string) => unknown,
  more: Partial<Shell> = {},
) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  let written = '';
  const pages: string[] = [];
  const made = createShell(replies, {
    stdin,
    stderr: { isTTY: true, columns: 80, rows: 24, write: (chunk) => (written += String(chunk)) },
    env: { SSO_URL: sso, DISPLAY: ':0', TERM: 'dumb' },
    async openBrowser(page) {
      pages.push(page);
      return (await browse(page)) !== false;
    },
    clock: {
      now: () => 1_000_000,
      wait: (ms, signal) =>
        new Promise((resolve, reject) => {
          if (ms < 600_000) return void setImmediate(resolve);
          const stop = () => reject(signal?.reason as Error);
          if (signal?.aborted === true) stop();
          signal?.addEventListener('abort', stop);
        }),
    },
    ...more,
  });
  return { ...made, stdin, pages, shown: () => written };
}

test('login opens a browser, prints its address, and keeps tokens that are bound to a key', async () => {
  const { run, shell, calls, pages, shown } = openDesktop([metadata, tokens(identity)], approve);
  expect(await run('login')).toBe(0);
  const [page = ''] = pages;
  expect(Object.fromEntries(new URL(page).searchParams)).toMatchObject({
    client_id: 'latchkey-cli',
    scope: identity,
    dpop_jkt: expect.any(String),
  });
  expect(shown()).toContain(
    `Opening a browser to log in (there is a desktop here). The address, for this machine only:\n  ${page}\nPress d to log in with a code instead.\n`,
  );
  expect(shown()).toContain(`Logged in at ${sso}.\n`);
  expect(calls[1]).toMatchObject({ proof: expect.stringMatching(/^ey/), fields: { code: 'c' } });
  expect(readdirSync(placeOf(shell.configDir))).toEqual(['session.json']);
});

test('--device uses a code on a desktop too', async () => {
  const { run, pages, shown } = openDesktop([metadata, device, tokens(identity)], approve);
  expect(await run('login', '--device')).toBe(0);
  expect(pages).toEqual([]);
  expect(shown()).toContain('To log in with a code (as asked for), open\n');
});

test('--browser opens one where the machine looks remote', async () => {
  const env = { SSO_URL: sso, SSH_CONNECTION: '10.0.0.1 50000 10.0.0.2 22' };
  const { run, pages, shown } = openDesktop([metadata, tokens(identity)], approve, { env });
  expect(await run('login', '--browser')).toBe(0);
  expect(pages).toHaveLength(1);
  expect(shown()).toContain('Opening a browser to log in (as asked for).');
});

test('2 with both', async () => {
  const { run, calls, shown } = openDesktop([], approve);
  expect(await run('login', '--browser', '--device')).toBe(2);
  expect([calls, shown()]).toEqual([[], expect.stringContaining('Give --browser or --device, not both.')]);
});

test('d changes to a code, and says so', async () => {
  const desktop = openDesktop([metadata, device, tokens(identity)], () => desktop.stdin.write('d'));
  expect(await desktop.run('login')).toBe(0);
  expect(desktop.shown()).toContain('To log in with a code (d was pressed), open\n');
});

test('in JSON a program reads which road it is, and why', async () => {
  const { run, printed, pages } = openDesktop([metadata, device, tokens(identity)], () => false);
  expect(await run('login', '--json')).toBe(0);
  const [first, second] = printed.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  const begun = { status: 'pending', expires_in: 600 };
  expect(first).toEqual({ ...begun, road: 'browser', reason: 'desktop', authorization_uri: pages[0] });
  expect(second).toMatchObject({ ...begun, road: 'device', reason: 'no_browser', user_code: 'BCDF-GHJK' });
});

test('what sso says of a refusal is shown, without control characters', async () => {
  const refuse = async (page: string) => {
    const { searchParams } = new URL(page);
    const answer = {
      error: 'invalid_scope',
      error_description: 'no \u001B[31mscope',
      state: searchParams.get('state') ?? '',
      iss: sso,
    };
    await fetch(`${searchParams.get('redirect_uri')}?${new URLSearchParams(answer).toString()}`);
  };
  const { run, shell, shown } = openDesktop([metadata], refuse);
  expect(await run('login')).toBe(1);
  expect(shown()).toContain('latchkey: The login failed (invalid_scope): no \u{FFFD}[31mscope.\n');
  expect(existsSync(join(shell.configDir, 'default'))).toBe(false);
});

test('Ctrl-C ends it with 130, and leaves nothing', async () => {
  const interruption = new AbortController();
  const { run, shell, shown } = openDesktop([metadata], () => interruption.abort(), {
    signal: interruption.signal,
  });
  expect(await run('login')).toBe(130);
  expect(shown()).toMatch(/\nInterrupted\. Run the command again to log in\.\n$/);
  expect(existsSync(join(shell.configDir, 'default'))).toBe(false);
});

test('operator power may be asked for in a browser, and its refresh token is written nowhere', async () => {
  const { run, shell, pages } = openDesktop([metadata, tokens(`${identity} admin`)], approve);
  expect(await run('login', '--admin')).toBe(0);
  expect(new URL(pages[0] ?? '').searchParams.get('scope')).toBe(`${identity} admin`);
  expect(readdirSync(placeOf(shell.configDir))).toEqual(['admin.json']);
  const kept = readFileSync(join(placeOf(shell.configDir), 'admin.json'), 'utf8');
  expect(kept).not.toMatch(/refresh|"link"/);
});

test('a login in a browser whose process was killed is not gone on with', async () => {
  const { run, shell, pages } = openDesktop([metadata, tokens(identity)], approve);
  const left = { status: 'pending', authorizationUrl: `${sso}/authorize`, expiresInSeconds: 600 };
  mkdirSync(placeOf(shell.configDir), { recursive: true });
  const file = join(placeOf(shell.configDir), `login.${2 ** 30 + 1}.json`);
  writeFileSync(file, JSON.stringify({ scope: identity, login: { ...left, expiresAtMs: 2_000_000 } }));
  expect(await run('login')).toBe(0);
  expect(pages).toHaveLength(1);
  expect(readdirSync(placeOf(shell.configDir))).toEqual(['session.json']);
  const pending = createPendingLogin(placeOf(shell.configDir), { scope: identity, dpop: false }, 2 ** 30);
  writeFileSync(file, JSON.stringify({ scope: identity, login: { ...left, expiresAtMs: 2_000_000 } }));
  expect(await pending.claim(1_000_000)).toBeUndefined();
});
