import type { Latchkey } from '@latchkey/client';
import type { Page } from 'playwright-core';
import { demo } from '../../infra/local/person.ts';
import { createRelyingParty, pickUp } from '../client/sign-in.ts';
import { openStack } from '../open-stack.ts';
import { openPage, useBrowser } from './open-browser.ts';

const place = useBrowser(openStack);
let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = createRelyingParty(place.stack.urls);
});

const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 800 };

async function visit(url: string, viewport = desktop, javaScriptEnabled = true): Promise<Page> {
  const page = await openPage(place.browser, { viewport, javaScriptEnabled, locale: 'en' });
  await page.goto(url);
  return page;
}

const goOn = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();

/** Goes on from the page of the code, where that is still open, and signs in. */
async function signIn(page: Page, password: string = demo.password): Promise<void> {
  if (await page.getByLabel('Code', { exact: true }).isVisible()) await goOn(page);
  await page.getByLabel('Email address').fill(demo.email);
  await page.getByLabel('Password').fill(password);
  await goOn(page);
}

test.each([
  ['on a desktop', desktop, true],
  ['on a phone', phone, true],
  ['without JavaScript', desktop, false],
])('a person approves %s, and the device gets its tokens', async (_where, viewport, withScript) => {
  const device = await latchkey.startDeviceLogin();
  const page = await visit(device.verificationUriComplete, viewport, withScript);
  await signIn(page);
  expect(await page.textContent('main')).toContain(device.userCode);
  await page.getByRole('button', { name: 'Approve' }).click();
  expect(await page.textContent('h1')).toBe('Access approved');
  expect((await pickUp(latchkey, device)).status).toBe('redeemed');
});

test('a person types the code, sees who asks, denies, and the device gets access_denied', async () => {
  const device = await latchkey.startDeviceLogin();
  const page = await visit(device.verificationUri);
  await page.getByLabel('Code', { exact: true }).fill(device.userCode.toLowerCase().replace('-', ' '));
  expect(await page.getByLabel('Password').count()).toBe(0);
  await goOn(page);
  expect(await page.textContent('h1')).toContain('asks for access to your account');
  await signIn(page);
  await page.getByRole('button', { name: 'Deny' }).click();
  expect(await page.textContent('h1')).toBe('Access denied');
  expect((await pickUp(latchkey, device)).reason).toBe('access_denied');
});

test('a person who is signed in is asked for the password alone', async () => {
  const first = await latchkey.startDeviceLogin();
  const page = await visit(first.verificationUriComplete);
  await signIn(page);
  await page.getByRole('button', { name: 'Approve' }).click();
  const second = await latchkey.startDeviceLogin();
  await page.goto(second.verificationUriComplete);
  await goOn(page);
  expect(await page.textContent('main')).toContain(demo.email);
  await page.getByLabel('Password').fill(demo.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  expect(await page.textContent('h1')).toBe('Access approved');
});

test('a person who is signed in goes on with another account and the same code', async () => {
  const first = await latchkey.startDeviceLogin();
  const page = await visit(first.verificationUriComplete);
  await signIn(page);
  const second = await latchkey.startDeviceLogin();
  await page.goto(second.verificationUriComplete);
  await goOn(page);
  await page.getByRole('button', { name: 'Use another account' }).click();
  expect(await page.getByLabel('Code', { exact: true }).inputValue()).toBe(second.userCode);
  await goOn(page);
  await page.getByLabel('Email address').fill('admin@latchkey.test');
  await page.getByLabel('Password').fill(demo.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  expect(await page.textContent('main')).toContain('admin@latchkey.test');
  await page.getByRole('button', { name: 'Approve' }).click();
  expect((await pickUp(latchkey, second)).status).toBe('redeemed');
});
