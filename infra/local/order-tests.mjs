/** Small files that run for a minute. */
const long = ['lab/histories/histories.server.test.ts', 'services/user-api/test/searches/searches.test.ts'];

/**
 * The order of the test files. A large file runs long, as a rule; the exceptions begin first: at the end the other
 * workers would have nothing to do beside them.
 */
export default class OrderTests {
  /** @param {{ path: string, context: { hasteFS: { getSize(path: string): number | null } } }[]} tests */
  sort(tests) {
    /** @type {(test: typeof tests[number]) => number} */
    const weigh = ({ path, context }) =>
      long.some((one) => path.endsWith(one)) ? Infinity : (context.hasteFS.getSize(path) ?? 0);
    const weights = new Map(tests.map((test) => [test, weigh(test)]));
    return tests.toSorted((one, other) => (weights.get(other) ?? 0) - (weights.get(one) ?? 0));
  }

  /** Jest keeps results for an order of its own. */
  cacheResults() {}
}
