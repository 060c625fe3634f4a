import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { createExampleApp } from '../../packages/http-server/test/example-app.ts';
import { groupRoutes } from '../../services/user-api/src/routes.ts';
import { service } from '../../services/user-api/src/service.ts';
import { listViolations } from './list-violations.ts';
import { openBrowser, openPage } from './open-browser.ts';

let browser: Browser;
let server: Server;
let origin: string;
beforeAll(async () => {
  browser = await openBrowser();
  // One family of routes: the browser works on a whole document for seconds, and draws each operation alike.
  const [{ protocol, routes }] = groupRoutes({ headerAuth: {}, legacyAuth: 'off' });
  const ofClients = routes.filter(({ path }) => path.startsWith('/oauth/clients/'));
  // No request reaches a handler: only the docs of the service are asked for.
  const app = createExampleApp([], {
    service,
    groups: [{ protocol, routes: ofClients }],
    context: {} as never,
  });
  server = createServer(app.express);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser.close();
  server.close();
});

interface Opened {
  readonly page: Page;
  /** What the browser complains about; a breach of the page's policy is one of it. */
  readonly complaints: string[];
  readonly addresses: string[];
}

async function openDocs(width: number, colorScheme: 'light' | 'dark' = 'light'): Promise<Opened> {
  const page = await openPage(browser, { viewport: { width, height: 900 }, colorScheme });
  const opened: Opened = { page, complaints: [], addresses: [] };
  page.on('console', (line) => opened.complaints.push(line.text()));
  page.on('pageerror', (error) => opened.complaints.push(error.message));
  page.on('request', (request) => opened.addresses.push(request.url()));
  await page.goto(`${origin}/docs`);
  await openOperation(page, '/oauth/clients/search');
  return opened;
}

async function openOperation(page: Page, path: string): Promise<void> {
  await page.click(`[data-path="${path}"]`);
  await page.waitForSelector('.opblock.is-open .responses-table');
}

test.each([
  [390, 'light'],
  [1280, 'dark'],
] as const)(
  'at %d px and %s an operation opens, every text is strong enough to read, and nothing is asked of another origin',
  async (width, scheme) => {
    const { page, complaints, addresses } = await openDocs(width, scheme);
    expect(await page.innerText('.opblock.is-open')).toContain('Lists OAuth clients of the caller');
    expect(await page.innerText('.opblock.is-open .responses-table')).toContain('invalid_filter');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(complaints).toEqual([]);
    const elsewhere = addresses.filter(
      (address) => !address.startsWith(`${origin}/`) && !address.startsWith('data:'),
    );
    expect(elsewhere).toEqual([]);
    await page.click('.opblock.is-open .try-out__btn');
    // A button changes its colour little by little.
    await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))');
    expect(await listViolations(page, ['color-contrast'])).toEqual([]);
    await page.context().close();
  },
);

test('a form starts with its example, and what is left blank is not sent', async () => {
  const { page, complaints } = await openDocs(1280);
  let sent: string | null = null;
  await page.route(`${origin}/oauth/clients/search`, async (route) => {
    sent = route.request().postData();
    await route.fulfill({ json: {} });
  });
  await page.click('.opblock.is-open .try-out__btn');
  await page.selectOption('.opblock.is-open .body-param-content-type select', {
    label: 'application/x-www-form-urlencoded',
  });
  await page.fill('.opblock.is-open [data-property-name="search"] input[type="text"]', 'backup');
  await page.click('.opblock.is-open .execute');
  await page.waitForSelector('.opblock.is-open .live-responses-table');
  expect(Object.fromEntries(new URLSearchParams(sent ?? ''))).toEqual({
    limit: '20',
    search: 'backup',
  });
  expect(complaints).toEqual([]);
  await page.context().close();
});
