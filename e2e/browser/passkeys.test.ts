import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { openPasskeySignIn } from '../../infra/local/person.ts';
import { createRelyingParty, pickUp } from '../client/sign-in.ts';
import { createPeople, type Person } from '../http/walk/people.ts';
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

async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs a new person in, in a page with an authenticator, and adds a passkey to the account. */
async function addPasskey(page: Page, key: Authenticator, name: string): Promise<Person> {
  const person = await createPeople(place.stack.urls).ann();
  await signIn(page, person);
  await page.goto(at('/account/passkeys'));
  await page.getByLabel('Current password').fill(person.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Name of the passkey').fill(name);
  await key.touch(() => page.getByRole('button', { name: 'Create the passkey' }).click());
  await page.getByText('The passkey is added').waitFor();
  return person;
}

/** A page whose authenticator has a passkey of a new person, who is signed out. */
async function openWithPasskey(name: string) {
  const page = await open('/login');
  // Else the browser may answer the offer in the field before the button is used.
  await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = undefined');
  await page.reload();
  const key = await addAuthenticator(page);
  const person = await addPasskey(page, key, name);
  await page.getByText('Only on its own device').waitFor();
  await signOut(page);
  return { page, key, person };
}

test('a person adds a passkey, signs in with it, approves a device with it, and removes it', async () => {
  const { page, key } = await openWithPasskey('My key');
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

test('a form of the approval page that a sign-in in another tab has overtaken changes nothing', async () => {
  const { page, key, person } = await openWithPasskey('Of the tabs');
  const latchkey = createRelyingParty(place.stack.urls);
  const device = await latchkey.startDeviceLogin();
  const showRequest = async () => {
    await page.goto(device.verificationUriComplete);
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  await showRequest();
  const second = await page.context().newPage();
  await second.goto(at('/login'));
  await signIn(second, person);
  await second.getByRole('heading', { name: 'Overview' }).waitFor();
  await usePasskey(page, key);
  await page.getByRole('heading', { name: 'This page is out of date' }).waitFor();
  await showRequest();
  await usePasskey(page, key);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('heading', { name: 'Access approved' }).waitFor();
  expect((await pickUp(latchkey, device)).status).toBe('redeemed');
});

describe('a challenge of the sign-in that another page has passed on', () => {
  let foreign: Server;
  beforeAll(async () => {
    foreign = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Foreign</title>');
    });
    await new Promise<void>((resolve) => foreign.listen(0, resolve));
  });
  afterAll(() => foreign.close());
  const foreignAt = (host: string) => `http://${host}:${(foreign.address() as AddressInfo).port}/`;

  /** What the browser signs on the page at `address`, where a stranger has brought a challenge from the sign-in. */
  async function phish(address: string) {
    const { page, key } = await openWithPasskey('Of the victim');
    const { challenge, send } = await openPasskeySignIn(place.stack.urls);
    await page.goto(address);
    const rpId = new URL(place.stack.urls.sso).hostname;
    const options = JSON.stringify({ challenge, rpId, userVerification: 'required' });
    const ask = `navigator.credentials
      .get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(${options}) })
      .then(JSON.stringify, String)`;
    await key.answer(true);
    return { answer: await page.evaluate<string>(ask), send };
  }

  test.each([
    ['its own origin', 200, () => at('/login')],
    ['another port', 401, () => foreignAt(new URL(place.stack.urls.sso).hostname)],
  ])('signed at %s: %d', async (_where, status, addressOf) => {
    const { answer, send } = await phish(addressOf());
    expect(answer).toContain('clientDataJSON');
    expect((await send(answer)).status).toBe(status);
  });

  test('is not signed by the browser at 127.0.0.1', async () => {
    expect((await phish(foreignAt('127.0.0.1'))).answer).toContain('SecurityError');
  });
});
