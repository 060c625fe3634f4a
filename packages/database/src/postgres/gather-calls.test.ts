import { AsyncLocalStorage } from 'node:async_hooks';
import { requests } from '@latchkey/tracing';
import { install, type Clock } from '@sinonjs/fake-timers';
import { isDependencyLost } from '../is-dependency-lost.ts';
import { gatherCalls } from './gather-calls.ts';

/** Runs that end when the test says so. */
function createRuns() {
  const runs: { items: readonly number[]; end: (error?: Error) => void }[] = [];
  const run = (items: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      const end = (error?: Error) =>
        error === undefined ? resolve(items.map((item) => item * 10)) : reject(error);
      runs.push({ items, end });
    });
  return { runs, run };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('what is asked for in one turn goes together, up to the largest run', async () => {
  const { runs, run } = createRuns();
  const call = gatherCalls({ run, largest: 2, atOnce: 5 });
  const answers = Promise.all([1, 2, 3].map(call));
  await nextTurn();
  expect(runs.map(({ items }) => items)).toEqual([[1, 2], [3]]);
  for (const { end } of runs) end();
  expect(await answers).toEqual([10, 20, 30]);
});

test('an item never joins a run that has begun, and waits while enough are under way', async () => {
  const { runs, run } = createRuns();
  const call = gatherCalls({ run, largest: 10, atOnce: 1 });
  const first = call(1);
  await nextTurn();
  const later = Promise.all([2, 3].map(call));
  await nextTurn();
  expect(runs.map(({ items }) => items)).toEqual([[1]]);
  runs[0]?.end();
  expect(await first).toBe(10);
  await nextTurn();
  expect(runs.map(({ items }) => items)).toEqual([[1], [2, 3]]);
  runs[1]?.end();
  expect(await later).toEqual([20, 30]);
});

test('a run that fails rejects all of its items and no others', async () => {
  const { runs, run } = createRuns();
  const call = gatherCalls({ run, largest: 2, atOnce: 2 });
  const answers = Promise.allSettled([1, 2, 3].map(call));
  await nextTurn();
  runs[0]?.end(new Error('away'));
  runs[1]?.end();
  const failed = { status: 'rejected', reason: new Error('away') };
  expect(await answers).toEqual([failed, failed, { status: 'fulfilled', value: 30 }]);
});

test('items of a run that is split fail alone', async () => {
  const run = async (items: readonly number[]) => {
    if (items.includes(2)) throw new Error('two');
    return items;
  };
  const call = gatherCalls({ run, largest: 10, atOnce: 1, isSplit: () => true });
  expect(await Promise.allSettled([1, 2, 3].map(call))).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: new Error('two') },
    { status: 'fulfilled', value: 3 },
  ]);
});

describe('behind runs that hang', () => {
  let clock: Clock;
  beforeEach(() => void (clock = install({ toFake: ['performance'] })));
  afterEach(() => clock.uninstall());

  test('what has waited for 5 s is refused as of a lost dependency, and what came later has its turn', async () => {
    const { runs, run } = createRuns();
    const call = gatherCalls({ run, largest: 1, atOnce: 1 });
    const first = call(1);
    await nextTurn();
    const refused: unknown[] = [];
    for (const item of [2, 3]) void call(item).catch((error: unknown) => refused.push(error));
    clock.tick(5_001);
    const later = call(4);
    runs[0]?.end();
    expect(await first).toBe(10);
    await nextTurn();
    expect(refused.map(isDependencyLost)).toEqual([true, true]);
    expect(runs.map(({ items }) => items)).toEqual([[1], [4]]);
    runs[1]?.end();
    expect(await later).toBe(40);
  });

  test('a run that is split is not run on, item by item, for longer than that', async () => {
    const sent: (readonly number[])[] = [];
    const run = async (items: readonly number[]): Promise<number[]> => {
      sent.push(items);
      if (sent.length === 2) clock.tick(5_001);
      throw new Error('refused');
    };
    const call = gatherCalls({ run, largest: 10, atOnce: 1, isSplit: () => true });
    const settled = await Promise.allSettled([1, 2, 3].map(call));
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(sent).toEqual([[1, 2, 3], [1]]);
  });
});

test('a run that answers too few rejects all of its items', async () => {
  const call = gatherCalls({ run: async () => [1], largest: 10, atOnce: 1 });
  expect(await Promise.allSettled([1, 2].map(call))).toMatchObject([
    { reason: { message: '1 results for 2 items' } },
    { reason: { message: '1 results for 2 items' } },
  ]);
});

test('a run that throws before its first await rejects like any other', async () => {
  const run = (): Promise<number[]> => {
    throw new Error('at once');
  };
  await expect(gatherCalls({ run, largest: 1, atOnce: 1 })(1)).rejects.toThrow('at once');
});

describe('statements', () => {
  /** A database that says `fault` to every statement that holds item 2. */
  const failing = (fault: Error) => {
    const sent: (readonly number[])[] = [];
    const run = async (items: readonly number[]) => {
      sent.push(items);
      if (items.includes(2)) throw fault;
      return items;
    };
    const isSplit = (error: unknown) => !isDependencyLost(error);
    return { sent, call: gatherCalls({ run, largest: 10, atOnce: 2, isSplit }) };
  };

  test('whose fault is in an item are sent again, item by item', async () => {
    const { sent, call } = failing(Object.assign(new Error('a bad value'), { code: '22P02' }));
    const settled = await Promise.allSettled([1, 2].map(call));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(sent).toEqual([[1, 2], [1], [2]]);
  });

  test('whose connection is lost are not sent again', async () => {
    const { sent, call } = failing(Object.assign(new Error('the connection broke'), { code: 'ECONNRESET' }));
    const settled = await Promise.allSettled([1, 2].map(call));
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(sent).toEqual([[1, 2]]);
  });
});

test('while spans are made, a run is in the context of its first caller, also when another one starts it', async () => {
  const caller = new AsyncLocalStorage<string>();
  requests.start.bindStore(caller, () => '');
  const seen: unknown[] = [];
  const run = async (items: readonly number[]) => {
    seen.push(caller.getStore());
    return items;
  };
  const call = gatherCalls({ run, largest: 1, atOnce: 1 });
  await Promise.all(['a', 'b', 'c'].map((name) => caller.run(name, () => call(1))));
  requests.start.unbindStore(caller);
  expect(seen).toEqual(['a', 'b', 'c']);
});
