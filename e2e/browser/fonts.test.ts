import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage } from './open-browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A noncharacter, which no font has: it is drawn as a missing glyph is, as a box or as nothing. */
const nothing = '\uFFFF';

/** What each character looks like in the fonts of a page in this language. */
async function drawEach(page: Page, lang: string, characters: readonly string[]): Promise<string[]> {
  await page.setContent(
    `<!doctype html><html lang="${lang}"><canvas width="80" height="80"></canvas></html>`,
  );
  const drawing = `(characters) => {
    const canvas = document.querySelector('canvas');
    const context = canvas.getContext('2d');
    context.font = '40px sans-serif';
    return characters.map((character) => {
      context.clearRect(0, 0, 80, 80);
      context.fillText(character, 10, 60);
      return canvas.toDataURL();
    });
  }`;
  return page.evaluate(`(${drawing})(${JSON.stringify(characters)})`);
}

test.each([
  ['ja', ['あ', '認', '確', '端', nothing]],
  ['zh-Hans', ['认', '设', '请', '备', nothing]],
  ['ru', ['Ж', 'Щ', 'ы', nothing]],
] as const)('characters of %s are drawn, not replaced by boxes', async (lang, characters) => {
  const page = await openPage(browser, {});
  const distinct = new Set(await drawEach(page, lang, characters));
  expect(distinct.size).toBe(characters.length);
  await page.context().close();
});
