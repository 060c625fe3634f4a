import type { Page } from 'playwright-core';
import { demo } from '../../infra/local/person.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import { createRelyingParty, pickUp } from '../client/sign-in.ts';
import { linkFor } from './mail-links.ts';
import { openPage, useBrowser } from './open-browser.ts';
import { askFor, makeAccount, newAddress, newPassword } from './sign-up.ts';

const place = useBrowser(shareStack);

const at = (path: string) => place.stack.urls.sso + path;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/**
 * Reloads the page and goes back to the first one. No form is sent again, and Chromium never shows its own page in place
 * of one that would need that (ERR_CACHE_MISS).
 */
async function walkBack(page: Page): Promise<void> {
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(request.url());
  });
  const title = await page.textContent('h1');
  await page.reload();
  expect(await page.textContent('h1')).toBe(title);
  for (let answer = await page.goBack(); answer !== null; answer = await page.goBack()) {
    if (page.url() === 'about:blank') break;
    expect(answer.status()).toBeLessThan(500);
    expect(await page.locator('main').count()).toBe(1);
  }
  expect(posted).toEqual([]);
}

test('Back and a reload are quiet after an approval with a wrong password on the way', async () => {
  const latchkey = createRelyingParty(place.stack.urls);
  const device = await latchkey.startDeviceLogin();
  const page = await openPage(place.browser, { locale: 'en' });
  await page.goto(at('/device_login'));
  await page.getByLabel('Code', { exact: true }).fill(device.userCode);
  await press(page, 'Continue');
  for (const password of ['wrong', demo.password]) {
    await page.getByLabel('Email address').fill(demo.email);
    await page.getByLabel('Password').fill(password);
    await press(page, 'Continue');
  }
  await press(page, 'Approve');
  expect(await page.textContent('h1')).toBe('Access approved');
  await walkBack(page);
  expect((await pickUp(latchkey, device)).status).toBe('redeemed');
});

test('Back and a reload are quiet after a sign-up whose password was refused first', async () => {
  const email = newAddress();
  const page = await openPage(place.browser, { locale: 'en' });
  await page.goto(at('/signup'));
  await askFor(page, email);
  await page.goto(await linkFor(place.stack, email, '/signup'));
  for (const password of ['short', newPassword]) await makeAccount(page, password);
  expect(await page.textContent('h1')).toBe('Overview');
  await walkBack(page);
});
