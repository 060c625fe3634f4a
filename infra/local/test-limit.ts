/**
 * The time after which a test is taken for hung. No test depends on how fast the machine is: tests with servers,
 * processes, builds or many cases get ten minutes, all others the one minute of jest.config.mjs.
 */
const slow = /\/e2e\/|\/infra\/|\/test\/|\.server\.test\.ts$|\.property\./;

if (slow.test(expect.getState().testPath ?? '')) import.meta.jest.setTimeout(600_000);
