import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { demo, fromNetwork } from '../../infra/local/person.ts';
import { createPeople, type People } from '../http/walk/people.ts';
import { openStack } from '../open-stack.ts';
import { listViolations, looksOnly } from './list-violations.ts';
import { openPage, useBrowser } from './open-browser.ts';
import { newAddress } from './sign-up.ts';

/** An operator's day at the console. */

const place = useBrowser(openStack);
const looks = [
  ['phone by touch, with script', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
  [
    'desktop by keyboard, without script',
    { viewport: { width: 1280, height: 800 }, javaScriptEnabled: false },
  ],
] as const satisfies readonly (readonly [string, BrowserContextOptions])[];
const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
let network = 300;
let people: People;
beforeAll(() => void (people = createPeople(place.stack.urls)));
afterAll(() => people.tidy());

describe.each(looks)('an operator on a %s', (_look, options) => {
  const isTouch = 'hasTouch' in options;

  /** Uses something as a person of that look does: by a tap, or by Tab and a key. */
  async function use(page: Page, one: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    if (isTouch) return one.tap();
    await reach(page, one);
    await page.keyboard.press(key);
  }

  async function reach(page: Page, one: Locator): Promise<void> {
    await one.waitFor();
    for (let tabs = 0; (await one.and(page.locator(':focus')).count()) === 0; tabs += 1) {
      if (tabs > 120) throw new Error(`Tab leads to no ${String(one)}`);
      await page.keyboard.press('Tab');
    }
  }

  async function type(page: Page, one: Locator, text: string): Promise<void> {
    await (isTouch ? one.tap() : reach(page, one));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  }

  const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
  const password = (page: Page | Locator) => page.getByLabel('Your password');
  const go = (page: Page, path: string) => page.goto(place.stack.urls.sso + path);
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

  /** Opens the form of an act, which asks for the password where `isFresh`. */
  async function unfold(page: Page, name: string, isFresh = true): Promise<Locator> {
    await use(page, page.locator('summary', { hasText: name }));
    const form = page.locator('details[open]', { hasText: name });
    if (isFresh) await type(page, password(form), demo.password);
    return form;
  }

  /** An operator at a page of the console, before the factor is shown. */
  async function open(path: string): Promise<Page> {
    const extraHTTPHeaders = fromNetwork((network += 1));
    const page = await openPage(place.browser, {
      locale: 'de',
      reducedMotion: 'reduce',
      extraHTTPHeaders,
      ...options,
    });
    await go(page, path);
    await type(page, page.locator('#email'), 'root@latchkey.test');
    await type(page, page.locator('#password'), demo.password);
    await page.keyboard.press('Enter');
    await heading(page, 'Enter the console');
    return page;
  }

  async function enter(page: Page, shown: string = demo.password): Promise<void> {
    await type(page, password(page), shown);
    await use(page, button(page, 'Continue'));
  }

  /** What is wrong with a page, narrow and wide, light and dark; without script axe does not run. */
  async function judge(page: Page): Promise<string[]> {
    const found: string[] = [];
    for (const [width, colorScheme, by] of [
      [1280, 'dark', looksOnly],
      [360, 'light', rules],
    ] as const) {
      await page.setViewportSize({ width, height: 740 });
      await page.emulateMedia({ colorScheme });
      if (isTouch) found.push(...(await listViolations(page, by)));
      if ((await page.evaluate('document.documentElement.scrollWidth > innerWidth')) === true)
        found.push(`scrolls at ${width}`);
    }
    await page.setViewportSize(options.viewport);
    return found;
  }

  test('makes an account, finds it by a part, and is shown why an act is refused', async () => {
    const page = await open('/console/people?status=invited');
    const found = await judge(page);
    await enter(page, 'wrong');
    await page.getByText('is not correct').waitFor();
    await enter(page);
    await heading(page, 'People');
    expect(new URL(page.url()).searchParams.get('status')).toBe('invited');
    const email = newAddress();
    const making = await unfold(page, 'Make an account');
    await type(page, making.getByLabel('Email address'), email);
    await use(page, making.getByLabel('Show me the link'), 'Space');
    found.push(...(await judge(page)));
    await use(page, button(making, 'Make an account'));
    expect(await page.locator('.secret').textContent()).toContain('/invitation');
    await go(page, `/console/people?search=${email.slice(7, 25)}`);
    await use(page, page.getByRole('link', { name: email }));
    await heading(page, email);
    await use(page, button(await unfold(page, 'Vouch for the address'), 'Vouch for the address'));
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('invitation');
    found.push(...(await judge(page)));
    expect(found).toEqual([]);
  });

  test('ends marked rows after one question, and the power by the button', async () => {
    const { email } = await people.newPerson();
    const page = await open(`/console/sessions?search=${email}&status=active`);
    await enter(page);
    await heading(page, 'Sessions');
    const found = await judge(page);
    await use(page, page.locator('[name=row]').first(), 'Space');
    await use(page, button(page, 'End'));
    await heading(page, 'End: 1 row');
    found.push(...(await judge(page)));
    await use(page, button(page, 'End'));
    await page.getByText('done', { exact: true }).waitFor();
    found.push(...(await judge(page)));
    // The page before is made again, and so is its form, which finds nothing to end.
    await page.goBack();
    await heading(page, 'End: 1 row');
    await use(page, button(page, 'End'));
    await page.getByText('refused', { exact: true }).waitFor();
    await use(page, button(page, 'End now'));
    await heading(page, 'Enter the console');
    expect(found).toEqual([]);
  });
});
