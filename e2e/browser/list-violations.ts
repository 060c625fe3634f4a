import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** Beside rules about the markup, which is the same at every width and in every scheme. */
export const looksOnly = ['color-contrast', 'target-size'];

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Past the evaluation of playwright, by which a page takes twice as long to read it. */
async function addAxe(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Runtime.evaluate', { expression: `${axe}\n0` });
  await cdp.detach();
}

/**
 * What axe finds wrong with a page by these rules or tags: the rule and the elements, so that a failure reads as a list
 * of what to mend. Only that leaves the page: to hand over all that axe has looked at takes far longer than the look.
 */
export async function listViolations(page: Page, rules: readonly string[]): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await addAxe(page);
  const options = JSON.stringify({ runOnly: rules, resultTypes: ['violations'] });
  return page.evaluate<string[]>(`axe.run(${options}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`);
}
