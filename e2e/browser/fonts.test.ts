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
async function drawEach(page: Page, lang: string, characters: readonly string[]): Promise<Buffer[]> {
  const pictures: Buffer[] = [];
  for (const character of characters) {
    await page.setContent(`<!doctype html><p lang="${lang}" style="font: 40px sans-serif">${character}</p>`);
    pictures.push(await page.screenshot());
  }
  return pictures;
}

test.each([
  ['ja', ['あ', '認', '確', '端', nothing]],
  ['zh-Hans', ['认', '设', '请', '备', nothing]],
  ['ru', ['Ж', 'Щ', 'ы', nothing]],
] as const)('characters of %s are drawn, not replaced by boxes', async (lang, characters) => {
  const page = await openPage(browser, { viewport: { width: 80, height: 80 } });
  const pictures = await drawEach(page, lang, characters);
  const distinct = new Set(pictures.map((picture) => picture.toString('base64')));
  expect(distinct.size).toBe(characters.length);
  await page.context().close();
});
