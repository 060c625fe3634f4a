/**
 * The time after which a test counts as hung. No test depends on how fast the machine is: tests of whole processes, of
 * builds and of stores with many rows get ten minutes, all others the one minute of jest.config.mjs.
 */
const slow = /\/e2e\/|\/infra\/|\.server\.test\.ts$|\/test\/(store|searches)\/|\.property\./;

if (slow.test(expect.getState().testPath ?? '')) import.meta.jest.setTimeout(600_000);
