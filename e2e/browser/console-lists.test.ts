import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { demo, fromNetwork } from '../../infra/local/person.ts';
import { waitUntil } from '../../infra/local/ports.ts';
import { createPeople, type People } from '../http/walk/people.ts';
import { dataOf } from '../http/walk/route-case.ts';
import { openStack } from '../open-stack.ts';
import { listViolations, looksOnly } from './list-violations.ts';
import { openPage, useBrowser } from './open-browser.ts';

/** Overview, Apps, Log, Drops and Mails of the console, at the services as they are. */

const place = useBrowser(openStack);
const name = `Console ${randomUUID()}`;
const audience = `https://${randomUUID()}.example.test`;
let network = 500;
let people: People;
let [appId, email] = ['', ''];

beforeAll(async () => {
  people = createPeople(place.stack.urls);
  const make = async (path: string, fields: object) => dataOf(await people.asOperator(path, fields));
  const client = { type: 'confidential', grant_types: ['client_credentials'], scopes: ['email'] };
  ({ client_id: appId } = await make('/oauth/clients/create', { ...client, name }));
  const { client_id: target } = await make('/oauth/clients/create', { ...client, name: `${name} target` });
  await make('/oauth/clients/connections/add', { source: appId, target, scopes: ['email'] });
  await make('/admin/api/create', { audience, name, client_id: appId });
  const person = await people.newPerson();
  ({ email } = person);
  await make('/admin/user/reset_password', { user_id: person.id });
});
afterAll(() => people.tidy());

/** An operator with power at a page of the console. */
async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const extraHTTPHeaders = fromNetwork((network += 1));
  const viewport = { width: 1280, height: 800 };
  const page = await openPage(place.browser, { locale: 'en', extraHTTPHeaders, viewport, ...options });
  await page.goto(place.stack.urls.sso + path);
  await page.getByLabel('Email address').fill('root@latchkey.test');
  await page.getByLabel('Password').fill(demo.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await showPassword(page, 'Continue');
  return page;
}

async function showPassword(page: Page, button: string): Promise<void> {
  await page.getByLabel('Your password').last().fill(demo.password);
  await page.getByRole('button', { name: button }).click();
}

const go = (page: Page, path: string) => page.goto(place.stack.urls.sso + path);
const notice = (page: Page) => page.getByRole('status').textContent();

/** Does an act on the only row of a list. */
async function actOnRow(page: Page, path: string, act: string): Promise<void> {
  await go(page, path);
  await page.getByRole('checkbox').and(page.locator('[name=row]')).check();
  await page.getByRole('button', { name: act }).click();
  await page.getByRole('button', { name: act }).click();
  await page.getByText('done', { exact: true }).waitFor();
}

test('an app gets a secret that is shown once, is vouched for, archived and restored, by keyboard and without script', async () => {
  const page = await open(`/console/apps?search=${appId}`, { javaScriptEnabled: false });
  await page.getByRole('link', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name }).waitFor();
  await page.locator('summary', { hasText: 'Make a new secret' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.type(demo.password);
  await page.keyboard.press('Enter');
  const secret = (await page.locator('.secret').textContent()) ?? '';
  expect(secret).toMatch(/^[\w-]{43}$/);
  await page.reload();
  await go(page, `/console/apps/${appId}`);
  expect(await page.textContent('body')).not.toContain(secret);
  expect((await page.locator('dd .line', { hasText: 'since' }).all()).length).toBe(1);

  await page.locator('summary', { hasText: 'Vouch for the name' }).click();
  await page.getByRole('combobox').selectOption('true');
  await page.locator('details[open]').getByLabel('Your password').fill(demo.password);
  await page.locator('details[open]').getByRole('button').click();
  expect(await notice(page)).toBe('The name is vouched for.');

  await actOnRow(page, `/console/apps?search=${appId}`, 'Archive');
  await go(page, `/console/apps?search=${appId}`);
  expect(await page.getByText('0 in all').count()).toBe(1);
  await page.getByLabel('Only archived ones').check();
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('link', { name, exact: true }).click();
  await page.locator('summary', { hasText: 'Restore' }).click();
  await showPassword(page, 'Restore');
  expect(await notice(page)).toBe('The app is restored.');
});

test('a connection is removed and an API archived, as marked rows', async () => {
  const page = await open(`/console/apps/${appId}`);
  await page.locator('#content').getByRole('link', { name: 'Connections' }).click();
  expect(await page.getByText(`${name} target`).count()).toBe(1);
  await actOnRow(page, `/console/connections?client_id=${appId}&status=active`, 'Remove');
  await actOnRow(page, `/console/apis?audience=${encodeURIComponent(audience)}`, 'Archive');
  await go(page, `/console/apis?archived=true&audience=${encodeURIComponent(audience)}`);
  expect(await page.getByText('1 in all').count()).toBe(1);
});

test('a mail is sent again, the log has its rows and says the command, and drops are cleaned up', async () => {
  const isSent = async () => {
    const found = await people.asOperator('/admin/mail/search', { email, kind: 'changed', status: 'sent' });
    return dataOf(found).items.length > 0;
  };
  await waitUntil(isSent, () => new Error('the mail about a new password was not sent'));
  const page = await open(`/console/mails?email=${email}`);
  await page.locator('td', { hasText: email }).first().getByRole('link').click();
  await page.locator('summary', { hasText: 'Send again' }).click();
  await showPassword(page, 'Send again');
  expect(await notice(page)).toBe('It waits to be sent.');

  await go(page, '/console/log?event=admin.mail.send_again&created_from=2026-01-01');
  await page.getByRole('link', { name: email }).first().waitFor();
  expect(await page.locator('.secret').textContent()).toBe(
    'latchkey admin log --format csv --event admin.mail.send_again --since 2026-01-01T00:00Z',
  );
  await go(page, '/console/log?ip=odd');
  await page.getByText('ip must be an IPv4 or IPv6 address').waitFor();

  await go(page, `/console/drops?owner=${randomUUID()}&status=active`);
  await page.getByText('0 in all').waitFor();
  await page.locator('summary', { hasText: 'Clean up' }).click();
  await page.getByRole('button', { name: 'Clean up' }).click();
  expect(await notice(page)).toMatch(/^Drops that were deleted: \d+\.$/);
});

const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
const looks: readonly (readonly [string, BrowserContextOptions, readonly string[]])[] = [
  ['a phone, light', { viewport: { width: 360, height: 740 }, colorScheme: 'light' }, rules],
  ['a desktop, dark', { colorScheme: 'dark' }, looksOnly],
];
const places = ['', '/apps', '/apps/APP', '/connections', '/apis', '/log', '/drops', '/mails', '/signals'];

test.each(looks)('on %s nothing is wrong with any of them', async (_what, options, by) => {
  const page = await open('/console', options);
  const faults: string[] = [];
  for (const path of places) {
    await go(page, `/console${path.replace('APP', appId)}`);
    const found = await listViolations(page, by);
    const scrolls = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    faults.push(...[...found, ...(scrolls === true ? ['scrolls'] : [])].map((fault) => `${path}: ${fault}`));
  }
  expect(faults).toEqual([]);
  await go(page, '/console');
  expect(await page.getByRole('img', { name: 'Sign-ins and approvals by day' }).count()).toBe(1);
  await page.getByText('The numbers of each day').click();
  expect(await page.locator('.fold tbody tr').count()).toBe(30);
});
