import type { DeviceLogin, Tokens } from '@latchkey/client';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { approve } from '../../infra/local/person.ts';
import { startStack, type Stack } from '../../infra/local/stack.ts';
import { openLoginTable } from '../../sdk/examples/back-end/login-table.ts';
import { createPgStore } from '../../sdk/examples/back-end/pg-store.ts';
import { createSealer, type Sealer } from '../../sdk/examples/back-end/seal.ts';
import { openBrowser, openPage } from '../browser/open-browser.ts';
import { openBackEnds, openVisitor, type BackEnd, type BackEnds } from './back-end.ts';
import { openSsoRelay } from './sso-relay.ts';

let stack: Stack;
let relay: Awaited<ReturnType<typeof openSsoRelay>>;
let browser: Browser;
let backEnds: BackEnds;
let sealer: Sealer;
let pool: pg.Pool;
let backEnd: BackEnd;

beforeAll(async () => {
  let ssoPort = 0;
  relay = await openSsoRelay(() => ssoPort);
  stack = await startStack({ sso: { POLL_INTERVAL_SECONDS: '1' } }, async (ports) => {
    ssoPort = ports.sso;
    const at = (port: number) => `http://localhost:${port}`;
    return { sso: relay.url, userApi: at(ports['user-api']), drop: at(ports.drop) };
  });
  backEnds = await openBackEnds();
  sealer = createSealer(backEnds.storeKey);
  pool = new pg.Pool({ connectionString: backEnds.databaseUrl });
  [browser, backEnd] = await Promise.all([openBrowser(), start()]);
});
afterAll(async () => {
  await browser.close();
  await backEnds.stop();
  relay.close();
  await stack.stop();
  await pool.end();
  await backEnds.dropDatabase();
});

const start = () => backEnds.start(stack.urls.sso);

function openPerson() {
  const visitor = openVisitor(() => backEnd);
  return { ...visitor, beginAndApprove: async () => approve(stack.urls, await visitor.begin()) };
}

const query = (sql: string) => pool.query(sql);
const readIds = async () =>
  ((await query('SELECT id FROM logins')).rows as { id: string }[]).map(({ id }) => id);
const openStore = (id: string) => createPgStore(pool, pool, sealer, id);

/** Every login of the database, changed as `change` says. */
async function changeLogins(change: (login: DeviceLogin, id: string) => DeviceLogin | Promise<DeviceLogin>) {
  const table = openLoginTable(pool, sealer);
  for (const id of await readIds()) {
    const stored = await table.read(id);
    if (stored !== undefined) await table.replace(id, stored, await change(stored.login, id));
  }
}

test('a person presses Continue too early, approves, continues and signs out', async () => {
  const page = await openPage(browser, { viewport: { width: 390, height: 844 } });
  const press = async (label: string) => {
    for (let tried = 0; tried < 5; tried += 1) {
      await page.getByRole('button', { name: label }).click();
      if (!(await page.getByRole('heading', { name: 'That did not work' }).isVisible())) return;
      await page.goto(backEnd.url);
    }
  };
  const expectTitle = (text: string) => page.getByRole('heading', { name: text }).waitFor();
  await page.goto(backEnd.url);
  await press('Sign in');
  await expectTitle('Approve this sign-in');
  const userCode = (await page.locator('.code').textContent()) ?? '';
  const link = page.getByRole('link', { name: 'Open the approval page' });
  expect(await link.getAttribute('href')).toContain(userCode);
  expect(await page.getByRole('img', { name: 'QR code of the approval page' }).isVisible()).toBe(true);
  const isTooWideAt = async (width: number) => {
    await page.setViewportSize({ width, height: 844 });
    return page.evaluate('document.documentElement.scrollWidth > window.innerWidth');
  };
  expect({ 1280: await isTooWideAt(1280), 390: await isTooWideAt(390) }).toEqual({ 1280: false, 390: false });
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
});

test('the browser gets one cookie of its own, and nothing of the sign-in but the user code', async () => {
  const visitor = openPerson();
  const set = await visitor.post('/login');
  expect(set).toMatch(/^login=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  const ids = await readIds();
  const page = await visitor.see();
  expect(ids).not.toEqual([]);
  const logins = await Promise.all(ids.map((id) => openLoginTable(pool, sealer).read(id)));
  const deviceCodes = logins.map((one) => one?.login?.deviceCode ?? '');
  expect(deviceCodes.filter((code) => page.includes(code))).toEqual([]);
  expect(ids.filter((id) => set?.includes(id))).toEqual([]);
});

test('the database holds no code and no token in the clear', async () => {
  const visitor = openPerson();
  await visitor.beginAndApprove();
  const [id = ''] = (
    await query('SELECT id FROM logins ORDER BY delete_after_ms DESC NULLS LAST LIMIT 1')
  ).rows.map((row: { id: string }) => row.id);
  const { login } = (await openLoginTable(pool, sealer).read(id)) ?? {};
  await visitor.post('/continue');
  expect(await visitor.settle()).toBe('You are signed in');
  const record = await openStore(id).read();
  if (login === undefined || record?.status !== 'active') throw new Error('no session');
  const { accessToken, refreshToken = '' } = record.tokens;
  const { rows } = await query(`SELECT encode(record, 'escape') AS text FROM latchkey_sessions
    UNION ALL SELECT encode(record, 'escape') FROM logins`);
  const stored = JSON.stringify(rows);
  const secrets = [login.deviceCode, login.userCode, accessToken, refreshToken, 'deviceCode'];
  expect(secrets.filter((secret) => stored.includes(secret))).toEqual([]);
});

test.each(['/login', '/continue', '/logout'])(
  '403 for a form that is not the page’s own: %s',
  async (path) => {
    const before = await query('SELECT id, record FROM logins ORDER BY id');
    const statusOf = async (headers: Record<string, string>) =>
      (await fetch(`${backEnd.url}${path}`, { method: 'POST', headers })).status;
    expect({
      'cross-site': await statusOf({ 'sec-fetch-site': 'cross-site' }),
      'same-site': await statusOf({ 'sec-fetch-site': 'same-site' }),
      none: await statusOf({ 'sec-fetch-site': 'none' }),
      'no header': await statusOf({}),
    }).toEqual({ 'cross-site': 403, 'same-site': 403, none: 403, 'no header': 403 });
    expect((await query('SELECT id, record FROM logins ORDER BY id')).rows).toEqual(before.rows);
  },
);

describe('kill -9, and a start on the same database', () => {
  test('while the person is asked', async () => {
    const visitor = openPerson();
    const login = await visitor.begin();
    await backEnd.stop('SIGKILL');
    backEnd = await start();
    expect(await visitor.see()).toContain(login.userCode);
    await approve(stack.urls, login);
    await visitor.post('/continue');
    expect(await visitor.settle()).toBe('You are signed in');
  });

  test.each([
    ['before the request reaches sso', 'request', 'You are signed in'],
    ['after the tokens were sent', 'answer', 'You are not signed in'],
  ] as const)('%s', async (_when, loss, title) => {
    const visitor = openPerson();
    await visitor.beginAndApprove();
    const killed = new Promise<void>((resolve) => {
      relay.loseNext(loss, () => backEnd.stop('SIGKILL').then(resolve));
    });
    await visitor.post('/continue').catch(() => undefined);
    await killed;
    backEnd = await start();
    expect(await visitor.settle()).toBe(title);
  });

  test('after the tokens were stored and before their session began', async () => {
    const visitor = openPerson();
    await visitor.beginAndApprove();
    await visitor.post('/continue');
    expect(await visitor.settle()).toBe('You are signed in');
    await backEnd.stop('SIGKILL');
    // What such a moment leaves behind.
    await changeLogins(async (login, id) => {
      const record = await openStore(id).read();
      return record?.status === 'active' ? { ...login, tokens: record.tokens as Tokens } : login;
    });
    await query('DELETE FROM latchkey_sessions');
    backEnd = await start();
    expect(await visitor.settle()).toBe('You are signed in');
  });
});

test('of two processes one asks for the tokens, and both show the session', async () => {
  const other = await start();
  const visitor = openPerson();
  await visitor.beginAndApprove();
  const before = relay.asked();
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => visitor.post('/continue', at % 2 === 0 ? backEnd : other)),
  );
  expect([await visitor.settle(), await visitor.settle(other)]).toEqual([
    'You are signed in',
    'You are signed in',
  ]);
  expect(relay.asked() - before).toBe(1);
});
