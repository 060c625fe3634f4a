import { readFileSync } from 'node:fs';
import { createMemoryStore, type Latchkey } from '@latchkey/client';
import type { Page } from 'playwright-core';
import { demo } from '../../infra/local/person.ts';
import { postJson } from '../../infra/local/raw-requests.ts';
import { createRelyingParty, pickUp } from '../client/sign-in.ts';
import { openStack } from '../open-stack.ts';
import { takeRelay } from '../process/user-api-calls.ts';
import { listViolations } from './list-violations.ts';
import { openPage, useBrowser } from './open-browser.ts';

const place = useBrowser(openStack);
let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = createRelyingParty(place.stack.urls);
});

const at = (path: string) => place.stack.urls.sso + path;

interface Credentials {
  readonly email: string;
  readonly password: string;
}

async function signIn(page: Page, { email, password }: Credentials = demo): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** A browser without script that is signed in and shows the section `path` leads to. */
async function open(path = '/account', person: Credentials = demo): Promise<Page> {
  const viewport = { width: 1280, height: 800 };
  const page = await openPage(place.browser, { viewport, javaScriptEnabled: false, locale: 'en' });
  await page.goto(at(path));
  await signIn(page, person);
  return page;
}

/** Approves a new device on the approval page. */
async function approve(page: Page) {
  const device = await latchkey.startDeviceLogin();
  await page.goto(device.verificationUriComplete);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password').fill(demo.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('heading', { name: 'Access approved' }).waitFor();
  return device;
}

/** Lets a device in; a session with the tokens that it picks up. */
async function connect(page: Page) {
  return latchkey.openSession(createMemoryStore(), await pickUp(latchkey, await approve(page)));
}

test('a person who is not signed in signs in, and goes on to the section they asked for', async () => {
  const page = await open('/account/activity');
  expect(new URL(page.url()).pathname).toBe('/account/activity');
  expect(await page.textContent('h1')).toBe('Activity');
});

test('a wrong password is said so, keeps the address, and the next try works', async () => {
  const page = await openPage(place.browser, { locale: 'en' });
  await page.goto(at('/login'));
  await page.getByLabel('Email address').fill(demo.email);
  await page.getByLabel('Password').fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect(await page.getByRole('alert').textContent()).toContain('not correct');
  expect(await page.getByLabel('Email address').inputValue()).toBe(demo.email);
  await signIn(page);
  expect(await page.textContent('h1')).toBe('Overview');
  expect(await page.textContent('main')).toContain(demo.email);
});

test('a person sees the device that they approved, ends it, and its access is gone', async () => {
  const page = await open();
  const session = await connect(page);
  await page.goto(at('/account/devices'));
  const device = page.getByRole('listitem').filter({ hasText: 'End access' }).first();
  expect(await device.textContent()).toContain('Demo command line');
  await device.getByRole('button', { name: 'End access' }).click();
  expect(await page.getByRole('status').textContent()).toBe('The access has ended.');
  await expect(session.caller.credentials(await session.accessToken())).rejects.toMatchObject({
    code: 'session_ended',
  });
});

test('a person ends what they approved before its device picks it up, and the device gets nothing', async () => {
  const page = await open();
  const device = await approve(page);
  await page.goto(at('/account/devices'));
  const waiting = page.getByRole('listitem').filter({ hasText: 'not picked up yet' });
  await waiting.getByRole('button', { name: 'End access' }).click();
  expect(await page.getByRole('status').textContent()).toBe('The access has ended.');
  expect((await pickUp(latchkey, device)).status).not.toBe('redeemed');
});

test('a person ends another browser, and this one stays', async () => {
  const [page, other] = [await open('/account/browsers'), await open()];
  await page.goto(at('/account/browsers'));
  const here = page.getByRole('listitem').filter({ hasText: 'this browser' });
  expect(await here.getByRole('button').count()).toBe(0);
  await page.getByRole('button', { name: 'End all others' }).click();
  expect(await page.getByRole('status').textContent()).toContain('All others have ended');
  await other.goto(at('/account'));
  expect(await other.textContent('h1')).toBe('Sign in');
  await page.goto(at('/account'));
  expect(await page.textContent('h1')).toBe('Overview');
});

test('a person names themselves, takes their data along, and deletes the account', async () => {
  const [email, password] = [`leaver-${crypto.randomUUID()}@latchkey.test`, 'five calm otters in a row'];
  const relay = await takeRelay(place.stack.urls, 'signup', { email_verified: email });
  const fields = { relay, 'auth.user': email, 'auth.pass': password, name: 'Leaver' };
  expect((await postJson(`${place.stack.urls.userApi}/auth/signup`, fields)).status).toBe(200);
  const page = await open('/account/my_data', { email, password });

  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await page.getByRole('combobox', { name: 'Language of emails to you' }).selectOption('Deutsch');
  await page.getByRole('button', { name: 'Save' }).click();
  expect(await page.getByRole('status').textContent()).toBe('Saved.');
  expect(await page.getByRole('combobox', { name: 'Language of emails to you' }).inputValue()).toBe('de');

  // The password was typed a moment ago.
  expect(await page.getByLabel('Current password').count()).toBe(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('latchkey-account.json');
  const file = JSON.parse(readFileSync(await download.path(), 'utf8')) as object;
  expect(file).toMatchObject({ account: { email, name: 'Ada Lovelace', locale: 'de' }, complete: true });

  await page.getByRole('link', { name: 'Delete my account' }).click();
  for (const typed of ['wrong', password]) {
    await page.getByLabel('Current password').fill(typed);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    if (typed === 'wrong') expect(await page.getByRole('alert').textContent()).toContain('not correct');
  }
  expect(await page.textContent('h1')).toBe('Your account is deleted');
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['latchkey-browser']);
  await page.goto(at('/account'));
  await signIn(page, { email, password });
  expect(await page.getByRole('alert').textContent()).toContain('not correct');
});

const sections = [
  '/account',
  '/account/devices',
  '/account/browsers',
  '/account/activity',
  '/account/sign_in',
  '/account/organisations',
  '/account/my_data',
  '/account/password',
  '/account/one_time_codes',
  '/account/recovery_codes',
  '/account/new_devices',
  '/account/delete',
];
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

describe('on a phone', () => {
  let page: Page;
  beforeAll(async () => {
    page = await openPage(place.browser, { viewport: { width: 360, height: 740 }, locale: 'en' });
    await page.goto(at('/account'));
    await signIn(page);
    await connect(page);
  });

  test.each(sections)('axe finds nothing wrong with %s, and it is not wider than the phone', async (path) => {
    await page.goto(at(path));
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await page.textContent('h1')).not.toBe('Sign in');
    expect(await listViolations(page, rules)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
  });
});
