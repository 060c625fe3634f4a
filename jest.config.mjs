/** One run over every package and service; tests that need a database ask @latchkey/testing for one. */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '@swc/jest' },
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/.latchkey/'],
  modulePathIgnorePatterns: ['/.latchkey/'],
  maxWorkers: 2,
  testTimeout: 30_000,
};
