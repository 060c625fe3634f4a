import { countReport } from './jest-run.ts';

test.each([
  [
    'all passed',
    { numPassedTests: 3, numFailedTests: 0, numRuntimeErrorTestSuites: 0 },
    0,
    { passed: 3, failed: 0 },
  ],
  [
    'some failed',
    { numPassedTests: 3, numFailedTests: 2, numRuntimeErrorTestSuites: 0 },
    1,
    { passed: 3, failed: 2 },
  ],
  [
    'a file does not compile',
    { numPassedTests: 3, numFailedTests: 0, numRuntimeErrorTestSuites: 1 },
    1,
    { passed: 3, failed: 1 },
  ],
  [
    'no test matches the pattern',
    { numPassedTests: 0, numFailedTests: 0, numRuntimeErrorTestSuites: 0 },
    1,
    { passed: 0, failed: 1 },
  ],
  ['jest itself died', undefined, 1, { passed: 0, failed: 1 }],
])('a run is counted where %s', (_, report, exitCode, tally) => {
  expect(countReport(report, exitCode)).toEqual(tally);
});
