import type { Page } from 'playwright-core';

const findStyle = (text: string) => /<style[^]*<\/style>/.exec(text)?.[0];

/**
 * By how many pixels each document is wider than the window. They have one style, which the page reads once: what
 * differs is their body. They are laid out, but not painted.
 */
export async function listOverflows(page: Page, documents: readonly string[]): Promise<number[]> {
  expect(new Set(documents.map(findStyle)).size).toBe(1);
  await page.setContent(documents[0] ?? '');
  const bodies = documents.map((text) => text.slice(text.indexOf('<body')));
  return page.evaluate<number[]>(`${JSON.stringify(bodies)}.map((body) => {
    document.body.replaceWith(new DOMParser().parseFromString(body, 'text/html').body);
    return document.documentElement.scrollWidth - window.innerWidth;
  })`);
}
