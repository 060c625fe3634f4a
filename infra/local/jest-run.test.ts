import { countReport } from './jest-run.ts';

const file = (tests: number, message = '') => ({
  assertionResults: Array.from({ length: tests }, () => ({})),
  message,
});

test.each([
  [
    'all passed',
    { numPassedTests: 3, numFailedTests: 0, numRuntimeErrorTestSuites: 0, testResults: [file(3)] },
    0,
    { passed: 3, failed: 0 },
  ],
  [
    'some failed',
    { numPassedTests: 3, numFailedTests: 2, numRuntimeErrorTestSuites: 0, testResults: [file(5, 'why')] },
    1,
    { passed: 3, failed: 2 },
  ],
  [
    'a file does not compile',
    {
      numPassedTests: 3,
      numFailedTests: 0,
      numRuntimeErrorTestSuites: 1,
      testResults: [file(3), file(0, 'why')],
    },
    1,
    { passed: 3, failed: 1 },
  ],
  [
    'no test matches the pattern',
    { numPassedTests: 0, numFailedTests: 0, numRuntimeErrorTestSuites: 0, testResults: [] },
    1,
    { passed: 0, failed: 1 },
  ],
  [
    'a file has no test',
    { numPassedTests: 3, numFailedTests: 0, numRuntimeErrorTestSuites: 0, testResults: [file(3), file(0)] },
    0,
    { passed: 3, failed: 1 },
  ],
  ['jest itself died', undefined, 1, { passed: 0, failed: 1 }],
])('a run is counted where %s', (_, report, exitCode, tally) => {
  expect(countReport(report, exitCode)).toEqual(tally);
});
