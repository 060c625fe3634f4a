import { availableParallelism } from 'node:os';

/** One run over every package and service; tests that need a database ask @latchkey/testing for one. */
export default {
  // Tests run in Node itself: a context for each file loaded every module again, a third of the time of all tests.
  runner: ['jest-light-runner', { runtime: 'child_process' }],
  testMatch: ['**/*.test.ts'],
  // npm run test:operating and npm run test:scale need programs that not every machine has.
  testPathIgnorePatterns: ['/node_modules/', '/.latchkey/'].concat(
    ['e2e/operating', 'lab/scale']
      .filter((folder) => !folder.endsWith(`/${process.env.LATCHKEY_TEST_ALSO}`))
      .map((folder) => `/${folder}/`),
  ),
  // A package's build has a package.json of the same name.
  modulePathIgnorePatterns: ['/.latchkey/', '<rootDir>/(packages|sdk)/[^/]+/dist/'],
  testSequencer: '<rootDir>/infra/local/order-tests.mjs',
  // One more than the machine has cores, since tests wait for other processes; each more loads the product once more.
  maxWorkers: process.env.JEST_WORKERS ?? availableParallelism() + 1,
  setupFilesAfterEnv: ['<rootDir>/infra/local/load-helpers.ts', '<rootDir>/infra/local/test-limit.ts'],
};
