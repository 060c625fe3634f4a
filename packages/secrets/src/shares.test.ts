import { createTimers } from '@latchkey/testing';
import { createShares, type Share } from './shares.ts';

const overloaded = { code: 'overloaded', message: 'Too many wait' } as const;
const ada: Share = { name: 'ada', inside: 2, outside: 2 };
const bob: Share = { name: 'bob', inside: 2, outside: 2 };
const office: Share = { name: 'office', inside: 3, outside: 9 };

function create() {
  const timers = createTimers();
  const shares = createShares({
    waitMs: 8_000,
    overloaded,
    retryAfterSeconds: 2,
    schedule: timers.schedule,
  });
  const entered: string[] = [];
  const enter = async (name: string, ...own: Share[]) => {
    const leave = await shares.enter(own);
    entered.push(name);
    return leave;
  };
  return { timers, entered, enter };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('as many of a name are inside as it may have; the next one enters when one leaves, once', async () => {
  const { entered, enter } = create();
  const leave = await enter('first', ada);
  await enter('second', ada);
  const [third, fourth] = [enter('third', ada), enter('fourth', ada)];
  await enter('other', bob);
  expect(entered).toEqual(['first', 'second', 'other']);
  leave();
  leave();
  await third;
  await settle();
  expect(entered).toEqual(['first', 'second', 'other', 'third']);
  (await third)();
  await fourth;
});

test('who shares two names waits for both, and holds nobody else up', async () => {
  const { entered, enter } = create();
  const leaves = [await enter('ada 1', ada, office), await enter('ada 2', ada, office)];
  const waiting = enter('ada 3', ada, office);
  const last = await enter('bob', bob, office);
  const outside = enter('bob 2', bob, office);
  leaves[0]?.();
  await waiting;
  last();
  await outside;
  expect(entered).toEqual(['ada 1', 'ada 2', 'bob', 'ada 3', 'bob 2']);
});

test('one more than may wait outside is refused at once, and others are not', async () => {
  const { enter } = create();
  for (const name of ['1', '2']) await enter(name, ada);
  void enter('3', ada);
  void enter('4', ada);
  await expect(enter('5', ada)).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 2 });
  await enter('bob', bob);
});

test('who waits for too long is refused, and takes no room afterwards', async () => {
  const { timers, entered, enter } = create();
  const leaves = [await enter('1', ada), await enter('2', ada)];
  const late = enter('3', ada);
  expect(timers.list()).toEqual([8_000]);
  await Promise.all([expect(late).rejects.toMatchObject({ code: 'overloaded' }), timers.end()]);
  for (const leave of leaves) leave();
  await enter('4', ada);
  await enter('5', ada);
  expect(entered).toEqual(['1', '2', '4', '5']);
});
