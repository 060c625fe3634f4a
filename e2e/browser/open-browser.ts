import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

/** Modules of tests are loaded again for each file, so none of them can keep it. */
const kept = globalThis as { latchkeyBrowser?: Promise<Browser> };

/** Launches the browser of CHROMIUM_PATH. Throws a sentence when the variable is missing. */
function launch(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'];
  if (!executablePath) throw new Error('CHROMIUM_PATH names no browser. Run these tests with npm test.');
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  return chromium.launch({ executablePath, args, timeout: 0 });
}

/**
 * The browser of this worker of the test runner, which its test files use one after the other; it ends with the worker.
 * Outside of a worker the caller gets one of its own.
 */
export function openBrowser(): Promise<Browser> {
  if (process.send === undefined) return launch();
  if (kept.latchkeyBrowser === undefined) process.once('disconnect', () => process.exit());
  return (kept.latchkeyBrowser ??= launch());
}

/** Closes all pages that a file has opened, and a browser of its own. */
export async function leaveBrowser(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
  if (process.send === undefined) await browser.close();
}

/** Opens services and a browser for the tests of a file. What it answers is there once they begin. */
export function useBrowser<Opened extends { stop(): Promise<void> }>(open: () => Promise<Opened>) {
  const place = {} as { stack: Opened; browser: Browser };
  beforeAll(async () => {
    [place.stack, place.browser] = await Promise.all([open(), openBrowser()]);
  });
  afterAll(async () => {
    await leaveBrowser(place.browser);
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
