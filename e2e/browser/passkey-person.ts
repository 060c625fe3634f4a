import type { Browser, Page } from 'playwright-core';
import type { Urls } from '../../infra/local/environment.ts';
import { createPeople, type Person } from '../http/walk/people.ts';
import { addAuthenticator, type Authenticator } from './authenticator.ts';
import { openPage } from './open-browser.ts';

/** What people do with passkeys at a stack, which is there once it is used. */
export function createPasskeyPeople(place: {
  readonly stack: { readonly urls: Urls };
  readonly browser: Browser;
}) {
  const at = (path: string) => place.stack.urls.sso + path;

  /** A page at `path`, which runs a script before its own. */
  async function open(path: string, script?: string): Promise<Page> {
    const page = await openPage(place.browser, { viewport: { width: 1280, height: 800 }, locale: 'en' });
    if (script !== undefined) await page.addInitScript(script);
    await page.goto(at(path));
    return page;
  }

  async function signOut(page: Page): Promise<void> {
    await page.goto(at('/logout'));
    await page.getByRole('button', { name: 'Sign out' }).click();
  }

  async function signIn(page: Page, { email, password }: Person): Promise<void> {
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  const newPerson = () => createPeople(place.stack.urls).newPerson();

  /** Signs a new person in, in a page with an authenticator, and adds a passkey to the account. */
  async function addPasskey(page: Page, key: Authenticator, name: string): Promise<Person> {
    const person = await newPerson();
    await signIn(page, person);
    await page.goto(at('/account/passkeys'));
    await page.getByLabel('Current password').fill(person.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Name of the passkey').fill(name);
    await key.touch(() => page.getByRole('button', { name: 'Create the passkey' }).click());
    await page.getByText('The passkey is added').waitFor();
    return person;
  }

  /** A page whose browser answers no offer in the field before the button is used. */
  const openForButton = () =>
    open('/login', 'PublicKeyCredential.isConditionalMediationAvailable = undefined');

  /** A page whose authenticator has a passkey of a new person, who is signed out. */
  async function openWithPasskey(name: string) {
    const page = await openForButton();
    const key = await addAuthenticator(page);
    const person = await addPasskey(page, key, name);
    await page.getByText('Only on its own device').waitFor();
    await signOut(page);
    return { page, key, person };
  }

  const usePasskey = (page: Page, key: Authenticator) =>
    key.touch(() => page.getByRole('button', { name: 'Use a passkey' }).click());

  return { at, open, openForButton, signIn, signOut, newPerson, addPasskey, openWithPasskey, usePasskey };
}
