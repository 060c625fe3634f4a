import { readFileSync } from 'node:fs';
import { createMemoryStore } from '@latchkey/client';
import type { Locator, Page } from 'playwright-core';
import { demo } from '../../infra/local/person.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import { createRelyingParty, pickUp } from '../client/sign-in.ts';
import { totpCode } from '../process/totp-code.ts';
import { inviteToOrg, linkFor } from './mail-links.ts';
import { openPage, useBrowser } from './open-browser.ts';
import { askFor, makeAccount, newAddress, newPassword } from './sign-up.ts';

const place = useBrowser(shareStack);

const email = newAddress();
const second = 'nine brown owls in the old mill';
const at = (path: string) => place.stack.urls.sso + path;
const press = (where: Page | Locator, name: string) =>
  where.getByRole('button', { name, exact: true }).click();
const formOf = (page: Page, button: string) =>
  page.locator('form').filter({ has: page.getByRole('button', { name: button, exact: true }) });

/** Turns one-time codes on; her recovery codes. */
async function protect(page: Page): Promise<string[]> {
  await page.goto(at('/account/one_time_codes'));
  await press(page, 'Set up one-time codes');
  const form = formOf(page, 'Turn on one-time codes');
  const secret = (await page.locator('main').textContent())?.match(/\b[A-Z2-7]{32}\b/)?.[0] ?? '';
  await form.getByLabel('One-time code').fill(totpCode(secret, Math.floor(Date.now() / 1000)));
  await press(form, 'Turn on one-time codes');
  return (await page.locator('main').textContent())?.match(/\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/g) ?? [];
}

test('a person comes in by an invitation, lives with devices and codes, comes back by mail, and leaves', async () => {
  await inviteToOrg(place.stack, email, 'Canal Watch');
  const page = await openPage(place.browser, { javaScriptEnabled: false, locale: 'en' });

  // In the middle of an approval she follows the invitation, and makes her account.
  const latchkey = createRelyingParty(place.stack.urls);
  const device = await latchkey.startDeviceLogin({ deviceName: 'anna’s laptop' });
  await page.goto(device.verificationUriComplete);
  await page.goto(await linkFor(place.stack, email, '/invitation'));
  expect(await page.textContent('main')).toContain('“Canal Watch”');
  await makeAccount(page);
  expect(await page.textContent('main')).toContain('Canal Watch');

  // She approves the device, sees it, and ends it.
  await page.goto(device.verificationUriComplete);
  await press(page, 'Continue');
  await page.getByLabel('Password').fill(newPassword);
  await press(page, 'Continue');
  await press(page, 'Approve');
  const session = await latchkey.openSession(createMemoryStore(), await pickUp(latchkey, device));
  await place.stack.mailbox.waitFor(email, ({ text }) => text.includes('anna’s laptop'));
  await page.goto(at('/account/devices'));
  expect(await page.textContent('main')).toContain('anna’s laptop');
  await press(page, 'End access');
  expect(await page.getByRole('status').textContent()).toBe('The access has ended.');
  await expect(session.caller.credentials(await session.accessToken())).rejects.toMatchObject({
    code: 'session_ended',
  });
  await page.goto(at('/account/activity'));
  expect(await page.textContent('main')).toMatch(/on “anna’s laptop” got access/);

  // She forgets her password, and comes back by mail and a recovery code.
  const codes = await protect(page);
  expect(codes).toHaveLength(10);
  await page.context().clearCookies();
  await page.goto(at('/login'));
  await page.getByLabel('Email address').fill(email);
  await press(page, 'Forgot your password?');
  expect(await page.getByLabel('Email address').inputValue()).toBe(email);
  await askFor(page, email);
  await page.goto(await linkFor(place.stack, email, '/reset'));
  await page.getByLabel('New password', { exact: true }).fill(second);
  await page.getByLabel('New password again').fill(second);
  await page.getByLabel('One-time code or recovery code').fill(codes[0] ?? '');
  await press(page, 'Set password');
  expect(await page.textContent('h1')).toBe('Overview');
  expect(await page.textContent('main')).toContain('9 left');

  // She takes her data along, and deletes the account.
  await page.goto(at('/account/my_data'));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(formOf(page, 'Download'), 'Download'),
  ]);
  expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({
    account: { email, name: 'Ada Lovelace' },
    complete: true,
  });
  await page.getByRole('link', { name: 'Delete my account' }).click();
  const deletion = formOf(page, 'Delete my account');
  await deletion.getByLabel('Current password').fill(second);
  await deletion.getByLabel(/code/).fill(codes[1] ?? '');
  await press(deletion, 'Delete my account');
  expect(await page.textContent('h1')).toBe('Your account is deleted');
  await place.stack.mailbox.waitFor(email, ({ subject }) => subject.includes('deleted'));
  const subjects = place.stack.mailbox.messages(email).map(({ subject }) => subject);
  expect(new Set(subjects).size).toBe(subjects.length);
});

test('a person ends all other browsers, and this one stays', async () => {
  const open = async () => {
    const opened = await openPage(place.browser, { javaScriptEnabled: false, locale: 'en' });
    await opened.goto(at('/account/browsers'));
    await opened.getByLabel('Email address').fill(demo.email);
    await opened.getByLabel('Password').fill(demo.password);
    await press(opened, 'Sign in');
    expect(new URL(opened.url()).pathname).toBe('/account/browsers');
    return opened;
  };
  const other = await open();
  const page = await open();
  const here = page.getByRole('listitem').filter({ hasText: 'this browser' });
  expect(await here.getByRole('button').count()).toBe(0);
  await page.getByRole('button', { name: 'End all others' }).click();
  expect(await page.getByRole('status').textContent()).toContain('All others have ended');
  await other.goto(at('/account'));
  expect(await other.textContent('h1')).toBe('Sign in');
  await page.goto(at('/account'));
  expect(await page.textContent('h1')).toBe('Overview');
});
