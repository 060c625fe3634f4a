import type { Page } from 'playwright-core';
import { demo } from '../../infra/local/person.ts';
import { findFreePort } from '../../infra/local/ports.ts';
import { startStack } from '../../infra/local/stack.ts';
import { openPage, useBrowser } from '../browser/open-browser.ts';
import { makeBareClient } from '../clients/make-bare-client.ts';
import { startCommand, type StartedCommand } from './example.ts';

/** Tokens of half a minute: the example refreshes them at every page. */
const place = useBrowser(() =>
  startStack({ sso: { POLL_INTERVAL_SECONDS: '1', ACCESS_TOKEN_TTL_SECONDS: '30' } }),
);
let app: StartedCommand;
let at: string;

beforeAll(async () => {
  const { urls } = place.stack;
  const port = String(await findFreePort());
  at = `http://localhost:${port}`;
  const { id, secret } = await makeBareClient(urls, 'confidential', {
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: [`${at}/callback`],
    post_logout_redirect_uris: [`${at}/`],
  });
  const env = { SSO_URL: urls.sso, PORT: port, CLIENT_ID: id, CLIENT_SECRET: secret };
  app = startCommand('npm --prefix sdk/examples/web-app start', env);
  await app.waitFor(/^Open /m);
});
afterAll(() => app.stop());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function signIn(page: Page): Promise<void> {
  await page.goto(at);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(demo.email);
  await page.getByLabel('Password', { exact: true }).fill(demo.password);
  await press(page, 'Sign in');
}

test('a person denies, allows, stays signed in by refreshes, and signs out', async () => {
  const page = await openPage(place.browser, { javaScriptEnabled: false, locale: 'en' });
  await signIn(page);
  await press(page, 'Deny');
  await page.getByRole('link', { name: /^Go back to/ }).click();
  expect(await page.textContent('body')).toContain('You are not signed in.');
  await page.getByRole('link', { name: 'Try again' }).click();
  await press(page, 'Allow');
  await page.waitForURL(`${at}/`);
  for (const _time of [1, 2, 3]) {
    await page.reload();
    expect(await page.textContent('body')).toContain(`You are ${demo.email}.`);
  }
  await press(page, 'Sign out');
  await press(page, 'Sign out');
  await page.waitForURL(`${at}/`);
  expect(await page.textContent('body')).toContain('Sign in');
});
