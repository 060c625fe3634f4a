import { randomUUID } from 'node:crypto';
import { createTeardown } from '../../infra/local/teardown.ts';
import { judge, showHistory } from './models.ts';
import { runHistories } from './run-histories.ts';

/** `npm run test:histories` looks longer, and repeats the numbers of a seed. */
const plan = { seed: randomUUID().slice(0, 8), seconds: 25, clients: 10, fillsDisk: false };
const kinds = ['app', 'code', 'device', 'drop', 'family', 'invitation', 'passkey', 'relay'];

test(`what ${plan.clients} clients see of one-time acts, while processes die and connections break, has an order`, async () => {
  const teardown = createTeardown();
  try {
    const { tally, faults, histories, bad, odd } = await runHistories(plan, teardown);
    console.log(JSON.stringify({ ...plan, histories: histories.length, ...tally, faults }));
    expect(bad.map((history) => showHistory(history, judge(history)))).toEqual([]);
    expect(odd).toEqual([]);
    expect([...new Set(histories.map(({ kind }) => kind))].toSorted()).toEqual(kinds);
  } finally {
    await teardown.run();
  }
});
