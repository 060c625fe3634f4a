import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

/** Launches the browser of CHROMIUM_PATH. Throws a sentence when the variable is missing. */
export function openBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'];
  if (!executablePath) throw new Error('CHROMIUM_PATH names no browser. Run these tests with npm test.');
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  return chromium.launch({ executablePath, args, timeout: 0 });
}

/** Opens services and a browser for the tests of a file. What it answers is there once they begin. */
export function useBrowser<Opened extends { stop(): Promise<void> }>(open: () => Promise<Opened>) {
  const place = {} as { stack: Opened; browser: Browser };
  beforeAll(async () => {
    [place.stack, place.browser] = await Promise.all([open(), openBrowser()]);
  });
  afterAll(async () => {
    await place.browser.close();
    await place.stack.stop();
  });
  return place;
}

/** A page with cookies of its own. Only the test's own time limit ends what it waits for. */
export async function openPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(Number(process.env['PAGE_MS'] ?? 0));
  return context.newPage();
}
