import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Beside rules about the markup, which is the same at every width and in every scheme. */
export const looksOnly = ['color-contrast', 'target-size'];

/**
 * What axe finds wrong with a page by these rules or tags: the rule and the elements, so that a failure reads as a list
 * of what to mend. Only that leaves the page: to hand over all that axe has looked at takes far longer than the look.
 */
export async function listViolations(page: Page, rules: readonly string[]): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  const options = JSON.stringify({ runOnly: rules, resultTypes: ['violations'] });
  return page.evaluate<string[]>(`axe.run(${options}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`);
}
