import { randomBytes } from 'node:crypto';
import { withClient } from '@latchkey/migrations';
import type { Browser } from 'playwright-core';
import { decide } from '../../infra/local/person.ts';
import { findFreePort } from '../../infra/local/ports.ts';
import { startStack, type Stack } from '../../infra/local/stack.ts';
import { openBrowser, openPage } from '../browser/open-browser.ts';
import { approve } from '../client/sign-in.ts';
import { readCommands, startCommand, type StartedCommand } from './example.ts';
import { openSsoRelay } from './sso-relay.ts';

const [makeDatabase = '', serve = ''] = readCommands('back-end');
const server = process.env['TEST_POSTGRES_URL'] ?? '';
const name = `example_${randomBytes(8).toString('hex')}`;

let stack: Stack;
let relay: Awaited<ReturnType<typeof openSsoRelay>>;
let browser: Browser;
let databaseUrl: string;
const running = new Set<StartedCommand>();

beforeAll(async () => {
  let ssoPort = 0;
  relay = await openSsoRelay(() => ssoPort);
  stack = await startStack({ sso: { POLL_INTERVAL_SECONDS: '1' } }, async (ports) => {
    ssoPort = ports.sso;
    const at = (port: number) => `http://localhost:${port}`;
    return { sso: relay.url, userApi: at(ports['user-api']), drop: at(ports.drop) };
  });
  const command = `${makeDatabase.replace('back_end', name)}; echo "made $DATABASE_URL"`;
  const made = startCommand(command, { DATABASE_URL: server });
  [, databaseUrl = ''] = await made.waitFor(/^made (\S+)$/m);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([...running].map(({ stop }) => stop()));
  relay.close();
  await stack.stop();
  await withClient(server, (client) => client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`));
});

async function start(port?: number) {
  const own = port ?? (await findFreePort());
  const process = startCommand(serve, {
    DATABASE_URL: databaseUrl,
    SSO_URL: stack.urls.sso,
    USER_API_URL: stack.urls.userApi,
    PORT: String(own),
  });
  running.add(process);
  await process.waitFor(/listens on/);
  const stop = async (signal?: NodeJS.Signals) => {
    running.delete(process);
    await process.stop(signal);
  };
  return { url: `http://localhost:${own}`, port: own, stop };
}
type BackEnd = Awaited<ReturnType<typeof start>>;

/** A browser without pictures: it keeps the cookie and sends forms as the page's own. */
function openVisitor() {
  let cookie = '';
  const post = async ({ url }: BackEnd, path: string) => {
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, redirect: 'manual' });
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) cookie = set.split(';')[0] ?? '';
    return { status: response.status, set };
  };
  const see = async ({ url }: BackEnd) => (await fetch(url, { headers: { cookie } })).text();
  return {
    post,
    see,
    /** Looks until the page's title is one of those that do not wait. */
    async settle(backEnd: BackEnd): Promise<string> {
      for (;;) {
        const [, title = ''] = /<h1>(.*?)<\/h1>/.exec(await see(backEnd)) ?? [];
        if (title !== 'One moment') return title;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    /** Starts a sign-in and answers its user code. */
    async begin(backEnd: BackEnd): Promise<string> {
      await post(backEnd, '/login');
      return /class="code">([A-Z-]+)</.exec(await see(backEnd))?.[1] ?? '';
    },
  };
}

const query = (sql: string) => withClient(databaseUrl, (client) => client.query(sql));

test('a person presses Continue too early, approves, continues and signs out', async () => {
  const backEnd = await start();
  const page = await openPage(browser, { viewport: { width: 390, height: 844 } });
  const press = (label: string) => page.getByRole('button', { name: label }).click();
  const expectTitle = (text: string) => page.getByRole('heading', { name: text }).waitFor();
  await page.goto(backEnd.url);
  await press('Sign in');
  await expectTitle('Approve this sign-in');
  const userCode = (await page.locator('.code').textContent()) ?? '';
  expect(await page.getByRole('link', { name: 'Open the approval page' }).getAttribute('href')).toContain(
    userCode,
  );
  expect(await page.getByRole('img', { name: 'QR code of the approval page' }).isVisible()).toBe(true);
  await press('Continue');
  await page.getByText('The approval has not arrived yet.').waitFor();
  await approve(stack.urls, { userCode });
  await press('Continue');
  await expectTitle('You are signed in');
  expect(await page.getByText('demo@latchkey.test').isVisible()).toBe(true);
  await press('Sign out');
  await expectTitle('Sign in');
  expect((await query('SELECT 1 FROM latchkey_sessions')).rowCount).toBe(0);
  await page.context().close();
  await backEnd.stop();
});

test.each([390, 1280])('nothing is wider than a window of %d px', async (width) => {
  const backEnd = await start();
  const page = await openPage(browser, { viewport: { width, height: 844 } });
  await page.goto(backEnd.url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Continue' }).waitFor();
  const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
  expect(overflow).toBeLessThanOrEqual(0);
  await page.context().close();
  await backEnd.stop();
});

test('the browser gets one cookie of its own, and nothing of the sign-in but the user code', async () => {
  const backEnd = await start();
  const visitor = openVisitor();
  const { set } = await visitor.post(backEnd, '/login');
  expect(set).toMatch(/^login=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  const { rows } = await query(`SELECT id, record ->> 'deviceCode' AS code FROM logins`);
  const page = await visitor.see(backEnd);
  for (const { id, code } of rows as { id: string; code: string }[]) {
    expect(page).not.toContain(code);
    expect(set).not.toContain(id);
  }
  await backEnd.stop();
});

test.each(['/login', '/continue', '/logout'])(
  '403 for a form that is not the page’s own: %s',
  async (path) => {
    const backEnd = await start();
    const before = await query('SELECT id, record FROM logins ORDER BY id');
    for (const site of ['cross-site', 'same-site', 'none']) {
      const headers = { 'sec-fetch-site': site };
      expect((await fetch(`${backEnd.url}${path}`, { method: 'POST', headers })).status).toBe(403);
    }
    expect((await fetch(`${backEnd.url}${path}`, { method: 'POST' })).status).toBe(403);
    expect((await query('SELECT id, record FROM logins ORDER BY id')).rows).toEqual(before.rows);
    await backEnd.stop();
  },
);

test('a person who denies reads so, and may start again', async () => {
  const backEnd = await start();
  const visitor = openVisitor();
  await decide(stack.urls, await visitor.begin(backEnd), 'deny');
  await visitor.post(backEnd, '/continue');
  expect(await visitor.settle(backEnd)).toBe('You are not signed in');
  expect(await visitor.see(backEnd)).toContain('denied on the approval page');
  expect(await visitor.begin(backEnd)).toMatch(/^[A-Z-]+$/);
  await backEnd.stop();
});

test('a request that is lost is made again; a lost answer is told as what it is', async () => {
  const backEnd = await start();
  for (const [loss, title] of [
    ['request', 'You are signed in'],
    ['answer', 'You are not signed in'],
  ] as const) {
    const visitor = openVisitor();
    await approve(stack.urls, { userCode: await visitor.begin(backEnd) });
    relay.loseNext(loss);
    await visitor.post(backEnd, '/continue');
    expect(await visitor.settle(backEnd)).toBe(title);
  }
  await backEnd.stop();
});

describe('kill -9, and a start on the same database', () => {
  test('while the person is asked', async () => {
    const first = await start();
    const visitor = openVisitor();
    const userCode = await visitor.begin(first);
    await first.stop('SIGKILL');
    const second = await start(first.port);
    expect(await visitor.see(second)).toContain(userCode);
    await approve(stack.urls, { userCode });
    await visitor.post(second, '/continue');
    expect(await visitor.settle(second)).toBe('You are signed in');
    await second.stop();
  });

  test.each([
    ['before the request reaches sso', 'request', 'You are signed in'],
    ['after the tokens were sent', 'answer', 'You are not signed in'],
  ] as const)('%s', async (_when, loss, title) => {
    const first = await start();
    const visitor = openVisitor();
    await approve(stack.urls, { userCode: await visitor.begin(first) });
    const killed = new Promise<void>((resolve) => {
      relay.loseNext(loss, async () => {
        await first.stop('SIGKILL');
        resolve();
      });
    });
    await visitor.post(first, '/continue').catch(() => undefined);
    await killed;
    const second = await start(first.port);
    expect(await visitor.settle(second)).toBe(title);
    await second.stop();
  });

  test('after the tokens were stored and before their session began', async () => {
    const first = await start();
    const visitor = openVisitor();
    await approve(stack.urls, { userCode: await visitor.begin(first) });
    await visitor.post(first, '/continue');
    expect(await visitor.settle(first)).toBe('You are signed in');
    await first.stop('SIGKILL');
    // What such a moment leaves behind.
    await query(`UPDATE logins SET record = logins.record || jsonb_build_object('tokens', s.record -> 'tokens')
      FROM latchkey_sessions s WHERE s.id = logins.id`);
    await query('DELETE FROM latchkey_sessions');
    const second = await start(first.port);
    expect(await visitor.settle(second)).toBe('You are signed in');
    expect((await query(`SELECT 1 FROM logins WHERE record ? 'tokens'`)).rowCount).toBe(0);
    await second.stop();
  });
});

test('of two processes one asks for the tokens, and both show the session', async () => {
  const [one, other] = await Promise.all([start(), start()]);
  const visitor = openVisitor();
  await approve(stack.urls, { userCode: await visitor.begin(one) });
  const before = relay.asked();
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => visitor.post(at % 2 === 0 ? one : other, '/continue')),
  );
  expect([await visitor.settle(one), await visitor.settle(other)]).toEqual([
    'You are signed in',
    'You are signed in',
  ]);
  expect(relay.asked() - before).toBe(1);
  await Promise.all([one.stop(), other.stop()]);
});
