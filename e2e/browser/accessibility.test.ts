import { locales, type Locale } from '@latchkey/pages';
import type { Browser, Page } from 'playwright-core';
import { renderView, type PageView } from '../../services/sso/src/people/page/samples/render-view.ts';
import {
  sampleNowMs,
  samplePlaces,
  sampleViews,
} from '../../services/sso/src/people/page/samples/sample-views.ts';
import { listOverflows } from './list-overflows.ts';
import { listViolations, looksOnly } from './list-violations.ts';
import { openBrowser, openPage } from './open-browser.ts';

const phone = { width: 320, height: 640 };
const desktop = { width: 1280, height: 800 };
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const options = { pageUrl: 'https://sso.example.test/device_login', nowMs: sampleNowMs, ...samplePlaces };

let browser: Browser;
/** Filled by one test after the other, since axe has to be brought into each page. */
let narrow: Page;
let wide: Page;
beforeAll(async () => {
  browser = await openBrowser();
  narrow = await openPage(browser, { colorScheme: 'light', viewport: phone });
  wide = await openPage(browser, { colorScheme: 'dark', viewport: desktop });
});
afterAll(() => browser.close());

async function listAllFaults(
  page: Page,
  locale: Locale,
  views: readonly (readonly [string, PageView])[],
  by: readonly string[] = rules,
): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {};
  for (const [name, view] of views) {
    await page.setContent(renderView(view, locale, options));
    const found = await listViolations(page, by);
    if (found.length > 0) faults[name] = found;
  }
  return faults;
}

const all = Object.entries(sampleViews);
/** The fullest ones; what is left is the same markup with other words. */
const fullest = all.filter(([name]) => name === 'enter, other account' || name === 'confirm');

test('axe finds nothing wrong with any view, light and narrow', async () => {
  expect(await listAllFaults(narrow, 'en', all)).toEqual({});
});

test('axe finds nothing wrong with the looks of any view, dark and wide', async () => {
  expect(await listAllFaults(wide, 'en', all, looksOnly)).toEqual({});
});

test.each(locales)('axe finds nothing wrong in %s, and no view is wider than a phone', async (locale) => {
  expect(await listAllFaults(narrow, locale, fullest)).toEqual({});
  const texts = all.map(([, view]) => renderView(view, locale, options));
  const overflows = await listOverflows(narrow, texts);
  const tooWide = all.filter((_, at) => overflows[at] !== 0).map(([name]) => name);
  expect([overflows.length, tooWide]).toEqual([all.length, []]);
});

test('axe is at work: it finds a field without a label', async () => {
  const text = '<!doctype html><html lang="en"><title>t</title><main><h1>t</h1><input /></main>';
  await wide.setContent(text);
  expect(await listViolations(wide, rules)).toEqual(['label: input']);
});

test('a wrong password is no longer said once another one was typed, where the answer is a file', async () => {
  const view = { ...sampleViews['account, my data'], problem: { kind: 'credentials_invalid' } };
  const page = await openPage(browser, { viewport: phone });
  await page.setContent(renderView({ ...view, asksPassword: true } as PageView, 'en', options));
  const alert = page.getByRole('alert');
  expect(await alert.textContent()).toBe('This password is not correct.');
  await page.getByLabel('Current password').fill('another one');
  await page.keyboard.press('Tab');
  expect(await alert.count()).toBe(0);
});
