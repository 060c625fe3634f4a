import { createDemoCheck } from './refuse-demo-data.ts';

function makeCheck() {
  const seen: (string | number)[] = [];
  const state = { asked: 0, find: async (): Promise<string | undefined> => undefined };
  const stop = {
    print: (text: string) => void seen.push(text),
    exit: (status: number): never => {
      seen.push(status);
      throw new Error('stopped');
    },
  };
  const check = createDemoCheck(() => {
    state.asked += 1;
    return state.find();
  }, stop);
  return { seen, state, check };
}

test('ends the process with one sentence when demo data is found', async () => {
  const { seen, state, check } = makeCheck();
  state.find = async () => 'the demo accounts root@latchkey.test';
  await expect(check()).rejects.toThrow('stopped');
  expect(seen).toEqual([
    'This database holds the demo accounts root@latchkey.test, which everybody knows. Production does not run on it.\n',
    1,
  ]);
});

test('fails while the database is down, and asks no more once nothing was found', async () => {
  const { seen, state, check } = makeCheck();
  state.find = () => Promise.reject(new Error('away'));
  await expect(check()).rejects.toThrow('away');
  state.find = async () => undefined;
  await check();
  state.find = async () => 'the demo accounts root@latchkey.test';
  await check();
  expect([state.asked, seen]).toEqual([2, []]);
});
