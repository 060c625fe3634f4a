import { locales, type Locale } from '@latchkey/pages';
import type { Browser, Page } from 'playwright-core';
import { renderView, type PageView } from '../../services/sso/src/people/page/samples/render-view.ts';
import {
  sampleNowMs,
  samplePlaces,
  sampleViews,
} from '../../services/sso/src/people/page/samples/sample-views.ts';
import { listViolations, looksOnly } from './list-violations.ts';
import { openBrowser, openPage } from './open-browser.ts';

const phone = { width: 320, height: 640 };
const desktop = { width: 1280, height: 800 };
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const options = { pageUrl: 'https://sso.example.test/device_login', nowMs: sampleNowMs, ...samplePlaces };

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function withPage<Result>(
  colorScheme: 'light' | 'dark',
  viewport: { width: number; height: number },
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const page = await openPage(browser, { colorScheme, viewport });
  try {
    return await use(page);
  } finally {
    await page.context().close();
  }
}

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

test.each([
  ['light', phone, rules],
  ['dark', desktop, looksOnly],
] as const)('axe finds nothing wrong with any view, %s at %o, by %j', async (scheme, viewport, by) => {
  expect(await withPage(scheme, viewport, (page) => listAllFaults(page, 'en', all, by))).toEqual({});
});

test.each(locales)('axe finds nothing wrong in %s, and no view is wider than a phone', async (locale) => {
  await withPage('light', phone, async (page) => {
    expect(await listAllFaults(page, locale, fullest)).toEqual({});
    // Laid out, but not painted.
    const texts = all.map(([, view]) => renderView(view, locale, options));
    const overflows = await page.evaluate<number[]>(`${JSON.stringify(texts)}.map((text) => {
      document.open();
      document.write(text);
      document.close();
      return document.documentElement.scrollWidth - window.innerWidth;
    })`);
    const tooWide = all.filter((_, at) => overflows[at] !== 0).map(([name]) => name);
    expect([overflows.length, tooWide]).toEqual([all.length, []]);
  });
});

test('axe is at work: it finds a field without a label', async () => {
  const found = await withPage('light', desktop, async (page) => {
    await page.setContent('<!doctype html><html lang="en"><title>t</title><main><h1>t</h1><input /></main>');
    return listViolations(page, rules);
  });
  expect(found).toEqual(['label: input']);
});

test('a wrong password is no longer said once another one was typed, where the answer is a file', async () => {
  const view = { ...sampleViews['account, my data'], problem: { kind: 'credentials_invalid' } };
  await withPage('light', phone, async (page) => {
    await page.setContent(renderView({ ...view, asksPassword: true } as PageView, 'en', options));
    const alert = page.getByRole('alert');
    expect(await alert.textContent()).toBe('This password is not correct.');
    await page.getByLabel('Current password').fill('another one');
    await page.keyboard.press('Tab');
    expect(await alert.count()).toBe(0);
  });
});
