import { availableParallelism } from 'node:os';

/** One run over every package and service; tests that need a database ask @latchkey/testing for one. */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '@swc/jest' },
  testMatch: ['**/*.test.ts'],
  // npm run test:operating and npm run test:scale need programs that not every machine has.
  testPathIgnorePatterns: ['/node_modules/', '/.latchkey/'].concat(
    ['operating', 'scale']
      .filter((name) => process.env.LATCHKEY_TEST_ALSO !== name)
      .map((name) => `/e2e/${name}/`),
  ),
  // A package's build has a package.json of the same name.
  modulePathIgnorePatterns: ['/.latchkey/', '<rootDir>/packages/[^/]+/dist/'],
  // One more than the machine has cores, since tests wait for other processes a quarter of their time.
  maxWorkers: process.env.JEST_WORKERS ?? availableParallelism() + 1,
  // Modules of tests that have ended stay in a worker, which grew to 2.4 GB; beyond this a new one takes its place.
  workerIdleMemoryLimit: '1GB',
  // Only ends a worker that a handle left open keeps alive; a slow machine needs more than the usual half second.
  workerGracefulExitTimeout: 30_000,
  testTimeout: 60_000,
  setupFilesAfterEnv: ['<rootDir>/infra/local/test-limit.ts'],
};
