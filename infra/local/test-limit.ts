import { rootDir } from './paths.ts';

/**
 * The time after which a test is taken for hung: the runner knows none. No test depends on how fast the machine is: tests
 * with servers, processes, builds or many cases get ten minutes, all others one. Storms of many rounds, by hand, get an hour.
 */
const slow = /\/e2e\/|\/lab\/|\/infra\/|\/test\/|\.server\.test\.ts$|\.property\./;

function findLimit(testPath: string): number {
  if (process.env['STORM_ROUNDS'] !== undefined) return 3_600;
  return slow.test(testPath) ? 600 : 60;
}

type Add = (...given: readonly unknown[]) => void;

function limit(act: unknown): unknown {
  if (typeof act !== 'function') return act;
  return async (...values: readonly unknown[]) => {
    const seconds = findLimit((expect.getState().testPath ?? '').slice(rootDir.length));
    const { promise: hung, reject } = Promise.withResolvers();
    const timer = setTimeout(() => reject(new Error(`has not ended after ${seconds} s`)), seconds * 1000);
    try {
      await Promise.race([act(...values), hung]);
    } finally {
      clearTimeout(timer);
    }
  };
}

const limited =
  (add: Add): Add =>
  (...given) =>
    add(...given.map(limit));

for (const name of ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'] as const)
  Object.assign(globalThis, { [name]: limited(globalThis[name] as Add) });
const each = test.each as (...table: readonly unknown[]) => Add;
Object.assign(globalThis, {
  test: Object.assign(limited(test as Add), test, {
    each: (...table: readonly unknown[]) => limited(each(...table)),
  }),
});
