import type { Page } from 'playwright-core';
import { createPeople } from '../http/walk/people.ts';
import { openStack, type OpenStack } from '../open-stack.ts';
import { openPage, useBrowser } from './open-browser.ts';

const place = useBrowser(openStack);
let token: string;
beforeAll(async () => {
  ({ token } = await createPeople(place.stack.urls).ann());
});

type Service = keyof OpenStack['urls'];

/** /docs of a service, at another name of this machine where that is asked for. */
async function openDocs(service: Service, path: string, isElsewhere = false): Promise<Page> {
  const { origin, hostname, port } = new URL(place.stack.urls[service]);
  const other = `http://${hostname === 'localhost' ? '127.0.0.1' : 'localhost'}:${port}`;
  const page = await openPage(place.browser, { viewport: { width: 1280, height: 900 } });
  await page.goto(`${isElsewhere ? other : origin}/docs`);
  await page.click(`[data-path="${path}"]`);
  await page.waitForSelector('.opblock.is-open .responses-table');
  await page.click('.opblock.is-open .try-out__btn');
  return page;
}

/** Enters values into a scheme of Authorize, in the order of its fields. */
async function authorize(page: Page, scheme: string, values: readonly string[]): Promise<void> {
  await page.click('.btn.authorize');
  const form = page.locator('.auth-container', { hasText: scheme });
  for (const [at, value] of values.entries()) await form.locator('input').nth(at).fill(value);
  await form.locator('button.authorize').click();
  await page.click('.close-modal');
}

/** Sends the opened operation as it stands; what was sent and what came back. */
async function execute(page: Page) {
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.click('.opblock.is-open .execute');
  const answer = await answered;
  await page.waitForSelector('.opblock.is-open .live-responses-table');
  const body = JSON.parse(await answer.text()) as Record<string, unknown>;
  return { status: answer.status(), body, sent: answer.request().postData() ?? '', url: answer.url() };
}

test('sso, at another name of the service: a device authorization starts as it comes, and after Authorize', async () => {
  const page = await openDocs('sso', '/device_authorization', true);
  const first = await execute(page);
  expect([first.status, first.body]).toEqual([200, expect.objectContaining({ expires_in: 600 })]);
  expect(new URLSearchParams(first.sent).getAll('client_id')).toEqual(['demo-cli']);
  await authorize(page, 'basic', ['demo-rp-basic', 'demo-secret-demo-rp-basic']);
  await page.fill('.opblock.is-open [data-property-name="scope"] input', 'openid');
  const second = await execute(page);
  expect([second.status, second.body]).toEqual([200, expect.objectContaining({ expires_in: 600 })]);
  expect(new URLSearchParams(second.sent).has('client_id')).toBe(false);
  await page.context().close();
});

test.each([
  ['userApi', '/oauth/clients/search', 'tokenField'],
  ['drop', '/v1/drop/store', 'bearer'],
] as const)(
  '%s: %s asks for a token as it comes, and works after Authorize with %s',
  async (service, path, scheme) => {
    const page = await openDocs(service, path);
    const first = await execute(page);
    expect([first.status, first.body['code']]).toEqual([401, 'token_missing']);
    await authorize(page, scheme, [token]);
    const { status, sent, url } = await execute(page);
    expect([status, url]).toEqual([200, place.stack.urls[service] + path]);
    expect(sent.split(token).length - 1).toBe(scheme === 'tokenField' ? 1 : 0);
    await page.context().close();
  },
);
