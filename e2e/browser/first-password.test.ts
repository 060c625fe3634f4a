import type { Page } from 'playwright-core';
import type { Urls } from '../../infra/local/environment.ts';
import { postJson } from '../../infra/local/raw-requests.ts';
import { createRelyingParty, pickUp } from '../client/sign-in.ts';
import { openStack } from '../open-stack.ts';
import { dataOf, loginFields, takeRelay } from '../process/user-api-calls.ts';
import { openPage, useBrowser } from './open-browser.ts';

const place = useBrowser(openStack);

async function call(urls: Urls, path: string, fields: object): Promise<Record<string, unknown>> {
  const answer = await postJson(urls.userApi + path, fields);
  if (answer.status !== 200)
    throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return dataOf(answer);
}

/** A new account whose password an operator has just reset. */
async function createPerson(): Promise<{ email: string; password: string }> {
  const { urls } = place.stack;
  const email = `first-${Date.now()}@latchkey.test`;
  const relay = await takeRelay(urls, 'signup', { email_verified: email });
  const pass = 'an earlier password';
  const { user } = await call(urls, '/auth/signup', {
    relay,
    'auth.user': email,
    'auth.pass': pass,
    name: 'A',
  });
  const admin = await loginFields(urls, { 'auth.user': 'admin@latchkey.test' });
  const { access_token: token } = await call(urls, '/auth/user/login', admin);
  const reset = { token, 'auth.pass': admin['auth.pass'], user_id: (user as { id: string }).id };
  const { password } = await call(urls, '/admin/user/reset_password', reset);
  return { email, password: String(password) };
}

async function typeCredentials(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email address').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.locator('button.primary').click();
}

const own = 'chosen by the person';

async function choose(page: Page, wish: string, again = wish): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(wish);
  await page.getByLabel('New password again').fill(again);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('a person chooses their password at the sign-in, types nothing twice, and sees no error', async () => {
  const person = await createPerson();
  const page = await openPage(place.browser, { javaScriptEnabled: false, locale: 'en' });
  await page.goto(`${place.stack.urls.sso}/login`);
  await typeCredentials(page, person);
  expect(await page.textContent('h1')).toBe('Choose your password');
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await page.locator('input:visible').count()).toBe(2);
  expect(await page.content()).not.toContain(person.password);
  await choose(page, own, `${own}!`);
  expect(await page.getByRole('alert').textContent()).toContain('differ');
  await choose(page, own);
  expect(new URL(page.url()).pathname).toBe('/account');
});

test('a person chooses their password while they connect a device', async () => {
  const person = await createPerson();
  const latchkey = createRelyingParty(place.stack.urls);
  const device = await latchkey.startDeviceLogin();
  const page = await openPage(place.browser, { viewport: { width: 360, height: 740 }, locale: 'en' });
  await page.goto(device.verificationUriComplete);
  await page.getByRole('button', { name: 'Continue' }).click();
  await typeCredentials(page, person);
  expect(await page.textContent('h1')).toBe('Choose your password');
  await choose(page, own);
  expect(await page.textContent('main')).toContain(device.userCode);
  await page.getByRole('button', { name: 'Approve' }).click();
  expect(await page.textContent('h1')).toBe('Access approved');
  expect((await pickUp(latchkey, device)).status).toBe('redeemed');
});
