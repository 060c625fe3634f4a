import type { Page } from 'playwright-core';
import { createRelyingParty, pickUp } from '../client/sign-in.ts';
import { createPeople } from '../http/walk/people.ts';
import { openStack } from '../open-stack.ts';
import { addAuthenticator, type Authenticator } from './authenticator.ts';
import { openPage, useBrowser } from './open-browser.ts';

const place = useBrowser(openStack);
const at = (path: string) => place.stack.urls.sso + path;

async function open(path: string): Promise<Page> {
  const page = await openPage(place.browser, { viewport: { width: 1280, height: 800 }, locale: 'en' });
  await page.goto(at(path));
  return page;
}

const signOut = async (page: Page) => {
  await page.goto(at('/logout'));
  await page.getByRole('button', { name: 'Sign out' }).click();
};

const usePasskey = (page: Page, key: Authenticator) =>
  key.touch(() => page.getByRole('button', { name: 'Use a passkey' }).click());

/** Signs a new person in, in a page with an authenticator, and adds a passkey to the account. */
async function addPasskey(page: Page, key: Authenticator, name: string): Promise<void> {
  const { email, password } = await createPeople(place.stack.urls).ann();
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.goto(at('/account/passkeys'));
  await page.getByLabel('Current password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Name of the passkey').fill(name);
  await key.touch(() => page.getByRole('button', { name: 'Create the passkey' }).click());
  await page.getByText('The passkey is added').waitFor();
}

test('a person adds a passkey, signs in with it, approves a device with it, and removes it', async () => {
  const page = await open('/login');
  // Else the browser may answer the offer in the field before the button is used.
  await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = undefined');
  await page.reload();
  const key = await addAuthenticator(page);
  await addPasskey(page, key, 'My key');
  await page.getByText('Only on its own device').waitFor();
  await signOut(page);
  await page.goto(at('/login'));
  await usePasskey(page, key);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();

  const latchkey = createRelyingParty(place.stack.urls);
  const device = await latchkey.startDeviceLogin();
  await page.goto(device.verificationUriComplete);
  await page.getByRole('button', { name: 'Continue' }).click();
  await usePasskey(page, key);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('heading', { name: 'Access approved' }).waitFor();
  expect((await pickUp(latchkey, device)).status).toBe('redeemed');

  await page.goto(at('/account/passkeys'));
  await page.getByRole('button', { name: 'Remove My key' }).click();
  await page.getByText('signs nobody in any more').waitFor();
  await signOut(page);
  await page.goto(at('/login'));
  await usePasskey(page, key);
  await page.getByText('This passkey was not accepted').waitFor();
});

test('a browser offers a passkey in the field of the address, and without script no button is seen', async () => {
  const page = await open('/login');
  const key = await addAuthenticator(page, { synced: true });
  await addPasskey(page, key, 'Of my phone');
  await page.getByText('Copied to your other devices').waitFor();
  await signOut(page);
  await key.touch(() => page.goto(at('/login')));
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const plain = await openPage(place.browser, { javaScriptEnabled: false, locale: 'en' });
  await plain.goto(at('/login'));
  expect(await plain.getByRole('button', { name: 'Use a passkey' }).isVisible()).toBe(false);
  expect(await plain.getByRole('button', { name: 'Sign in' }).isVisible()).toBe(true);
});
