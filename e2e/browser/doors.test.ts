import type { Page } from 'playwright-core';
import { demo } from '../../infra/local/person.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import { createRelyingParty } from '../client/sign-in.ts';
import { createPeople } from '../http/walk/people.ts';
import { inviteToOrg, linkFor } from './mail-links.ts';
import { openPage, useBrowser } from './open-browser.ts';
import { askFor, makeAccount, newAddress, newPassword as password, signUp } from './sign-up.ts';

const place = useBrowser(shareStack);

const at = (path: string) => place.stack.urls.sso + path;
const heading = (page: Page) => page.textContent('h1');

/** A browser without script. */
const open = () => openPage(place.browser, { javaScriptEnabled: false, locale: 'en' });

async function signIn(page: Page, email: string, typed: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(typed);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a person without an account makes one in the middle of an approval, and approves', async () => {
  const email = newAddress();
  const device = await createRelyingParty(place.stack.urls).startDeviceLogin();
  const page = await open();
  await page.goto(at('/device_login'));
  await page.getByLabel('Code', { exact: true }).fill(device.userCode);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Create an account' }).click();
  await askFor(page, email);
  await page.goto(await linkFor(place.stack, email, '/signup'));
  expect(page.url()).toBe(at('/signup'));
  expect(await page.textContent('main')).toContain(email);
  await makeAccount(page);
  expect(page.url()).toBe(at(`/device_login?user_code=${device.userCode}`));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  expect(await heading(page)).toBe('Access approved');
});

test('a link that is opened in another browser finishes there, and works once', async () => {
  const email = newAddress();
  const [page, other] = [await open(), await open()];
  await page.goto(at('/signup'));
  await askFor(page, email);
  const link = await linkFor(place.stack, email, '/signup');
  await other.goto(link);
  await makeAccount(other);
  expect(await heading(other)).toBe('Your account is ready');
  expect(await other.textContent('main')).toContain('go back there to continue');
  await page.getByRole('link', { name: 'Continue' }).click();
  await signIn(page, email, password);
  expect(await heading(page)).toBe('Overview');
  const late = await open();
  await late.goto(link);
  expect(await late.textContent('main')).toContain('has ended or was already used');
});

test('an invitation is accepted by who signs in with its address, and refused to others', async () => {
  const { newPerson } = createPeople(place.stack.urls);
  const person = await newPerson();
  await inviteToOrg(place.stack, person.email, 'Doors & Co');
  const page = await open();
  await page.goto(at('/login'));
  await signIn(page, demo.email, demo.password);
  await page.goto(await linkFor(place.stack, person.email, '/invitation'));
  expect(await heading(page)).toBe('Another account is signed in');
  await page.getByRole('button', { name: 'Sign out' }).click();
  expect(await page.textContent('main')).toContain('“Doors & Co”');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await signIn(page, person.email, person.password);
  await page.getByRole('button', { name: 'Accept' }).click();
  expect(await heading(page)).toBe('Invitation accepted');
  await page.getByRole('link', { name: 'Organisations' }).click();
  expect(await page.textContent('main')).toContain('Doors & Co');
});

test('a person changes the address by its mail, and who reads the old one takes the account back', async () => {
  const [page, other] = [await open(), await open()];
  const [email, wanted] = [await signUp(place.stack, page), newAddress()];
  await page.goto(at('/account/email'));
  await page.getByLabel('New email address').fill(wanted);
  for (const typed of ['wrong', password]) {
    await page.getByLabel('Current password').fill(typed);
    await page.getByRole('button', { name: 'Send the link' }).click();
  }
  expect(await page.textContent('main')).toContain(`${wanted} becomes your address`);
  await page.goto(await linkFor(place.stack, wanted, '/confirm'));
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  expect(await heading(page)).toBe('Address confirmed');
  await page.goto(at('/account'));
  expect(await page.textContent('main')).toContain(wanted);
  const link = await linkFor(place.stack, email, '/restore');
  await other.goto(link);
  await other.getByRole('button', { name: 'Put the address back' }).click();
  expect(await heading(other)).toBe('Your address is back');
  await page.reload();
  expect(await heading(page)).toBe('Sign in');
  await other.goto(link);
  expect(await heading(other)).toBe('This link no longer works');
  await other.getByRole('link', { name: 'Set a new password' }).click();
  await askFor(other, email);
});
