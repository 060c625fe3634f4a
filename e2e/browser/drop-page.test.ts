import { makeDropLink } from '@latchkey/client';
import { createSkin, latchkeyTheme, locales } from '@latchkey/pages';
import type { Page } from 'playwright-core';
import { postJson } from '../../infra/local/raw-requests.ts';
import { renderPage } from '../../services/drop/src/page/render.ts';
import { sampleViews } from '../../services/drop/src/page/sample-views.ts';
import { createPeople } from '../http/walk/people.ts';
import { dataOf } from '../http/walk/route-case.ts';
import { openStack } from '../open-stack.ts';
import { listOverflows } from './list-overflows.ts';
import { listViolations, looksOnly } from './list-violations.ts';
import { openPage, useBrowser } from './open-browser.ts';

const place = useBrowser(openStack);
let token: string;
beforeAll(async () => {
  ({ token } = await createPeople(place.stack.urls).ann());
});

const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 800 };

/** The link and the key of a new anonymous drop. */
async function put(fields: object = { payload: 'the <b>secret</b>\n' }) {
  const stored = await postJson(`${place.stack.urls.drop}/v1/drop/store`, {
    token,
    anonymous: true,
    ...fields,
  });
  const { id, key } = dataOf(stored);
  return { key, link: makeDropLink(place.stack.urls.drop, { id, key }) };
}

async function visit(link: string, javaScriptEnabled = true): Promise<Page> {
  const page = await openPage(place.browser, { viewport: phone, javaScriptEnabled, locale: 'en' });
  await page.goto(link);
  return page;
}

const keyOf = (page: Page) => page.getByLabel('Key', { exact: true });
const open = (page: Page) => page.getByRole('button', { name: 'Open it now' }).click();

test('a person opens a link: the key is filled in, leaves the address, and opens the drop once', async () => {
  const { link, key } = await put();
  const page = await visit(link);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  expect(await keyOf(page).inputValue()).toBe(key);
  expect(page.url()).toBe(link.split('#')[0]);
  await page.locator('.languages summary').click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  expect(await page.textContent('h1')).toBe('Inhalt zum einmaligen Öffnen');
  // The heading is there before the script has run, which fills the key in.
  await page.waitForLoadState();
  expect(await page.getByLabel('Schlüssel').inputValue()).toBe(key);
  await page.getByRole('button', { name: 'Jetzt öffnen' }).click();
  expect(await page.textContent('h1')).toBe('Der Inhalt ist geöffnet');
  expect(await page.textContent('pre')).toBe('the <b>secret</b>\n');
  expect(sent.filter((address) => address.includes('dk1_'))).toEqual([]);
  expect(page.url()).not.toContain('dk1_');
  const again = await visit(link);
  expect(await again.textContent('h1')).toBe('This link does not lead anywhere');
});

test('a wrong key is said so and burns nothing; a form that was left open says that the secret is gone', async () => {
  const { link, key } = await put();
  const [bare = ''] = link.split('#');
  const left = await visit(link);
  const page = await visit(bare);
  expect(await keyOf(page).inputValue()).toBe('');
  await keyOf(page).fill('wrong');
  await open(page);
  expect(await page.getByRole('alert').textContent()).toContain('This key is wrong. Nothing was used up');
  expect(await keyOf(page).inputValue()).toBe('');
  await keyOf(page).fill(key);
  await open(page);
  expect(await page.textContent('pre')).toBe('the <b>secret</b>\n');
  await open(left);
  expect(await left.textContent('h1')).toBe('This secret is gone');
});

test('without script a person types the key', async () => {
  const { link, key } = await put();
  const page = await visit(link, false);
  expect(await keyOf(page).inputValue()).toBe('');
  await keyOf(page).fill(key);
  await open(page);
  expect(await page.textContent('pre')).toBe('the <b>secret</b>\n');
});

test('a file is saved under its name', async () => {
  const payload = Buffer.from([0, 255, 10]).toString('base64');
  const data = { filename: 'Отчёт 1.pdf' };
  const { link } = await put({ payload, payload_format: 'base64', content_type: 'text/html', data });
  const page = await visit(link);
  expect(await keyOf(page).isVisible()).toBe(false);
  const [download] = await Promise.all([page.waitForEvent('download'), open(page)]);
  expect(download.suggestedFilename()).toBe('Отчёт 1.pdf');
  expect(await page.getByRole('status').textContent()).toContain('you can close this page');
  expect(await page.getByRole('button', { name: 'Open it now' }).isVisible()).toBe(false);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString('base64')).toBe(payload);
});

test('no script of a payload runs, and the page breaks no rule of its policy', async () => {
  const { link } = await put({ payload: '<script>document.title = "owned"</script>' });
  const page = await openPage(place.browser, { viewport: phone, locale: 'en' });
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(link);
  await open(page);
  await page.waitForSelector('pre');
  expect(await page.title()).toBe('The secret is open – Latchkey');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the text' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    '<script>document.title = "owned"</script>',
  );
  expect(faults).toEqual([]);
});

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const scene = {
  skin: createSkin(latchkeyTheme),
  pageUrl: 'https://drop.example.test/d/d1',
  scriptPath: '/fill-key.js',
};

test.each([
  ['light', phone, rules],
  ['dark', desktop, looksOnly],
] as const)(
  'axe finds nothing wrong with any view, %s at %o, and none is too wide',
  async (colorScheme, viewport, by) => {
    const page = await openPage(place.browser, { colorScheme, viewport });
    const found: unknown[] = [];
    const views = Object.values(sampleViews);
    for (const locale of locales) {
      const documents = views.map((view) => renderPage(view, locale, scene));
      const overflows = await listOverflows(page, documents);
      found.push(...overflows.flatMap((overflow, at) => (overflow === 0 ? [] : { locale, view: views[at] })));
    }
    // The markup is the same in every language.
    for (const view of views) {
      await page.setContent(renderPage(view, 'en', scene));
      const faults = await listViolations(page, by);
      if (faults.length > 0) found.push({ view, faults });
    }
    expect(found).toEqual([]);
  },
);
