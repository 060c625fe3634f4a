import { LatchkeyError } from '@latchkey/client';
import { followRows, type Row } from './follow-rows.ts';

const startMs = Date.parse('2026-11-22T12:00:00.000Z');
/** A row that was made `second` seconds after the start. */
const row = (second: number, id = `r${second}`): Row => ({
  id,
  created_at: new Date(startMs + second * 1000).toISOString(),
});

/** Follows what `answers` say one after the other; the first one is the latest rows. */
async function followAnswers(answers: readonly (readonly Row[] | Error)[], isWhole = true) {
  const [waits, asked, reported]: [number[], (string | undefined)[], string[]] = [[], [], []];
  const rest = [...answers];
  const next = async () => {
    const answer = rest.shift();
    if (answer === undefined) throw new Error('the end of the test');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const found = followRows(
    {
      readLatest: async () => ({ rows: await next(), isWhole }),
      async readSince(instant) {
        asked.push(instant);
        return next();
      },
      onDelay: ({ code }) => reported.push(code),
    },
    { now: () => 0, wait: async (ms) => void waits.push(ms) },
    new AbortController().signal,
  );
  const batches: string[][] = [];
  const end = (async () => {
    for await (const rows of found) batches.push(rows.map(({ id }) => id));
  })();
  await expect(end).rejects.toThrow('the end of the test');
  return { batches, waits, asked, reported };
}

test('rows come oldest first, and each of them once', async () => {
  const { batches } = await followAnswers([
    [row(1), row(0)],
    [row(1), row(0)],
    [row(3), row(2), row(1)],
    [row(3), row(2)],
  ]);
  expect(batches).toEqual([
    ['r0', 'r1'],
    ['r2', 'r3'],
  ]);
});

test('two rows of one moment are two rows', async () => {
  const { batches } = await followAnswers([[row(1, 'a')], [row(1, 'b'), row(1, 'a')]]);
  expect(batches).toEqual([['a'], ['b']]);
});

test('a row that comes to light late is not lost, and is asked for in the minute before the newest', async () => {
  const { batches, asked } = await followAnswers([[row(100)], [row(100), row(45)], [row(100), row(45)]]);
  expect(batches).toEqual([['r100'], ['r45']]);
  expect(asked[0]).toBe(row(40).created_at);
});

test('rows that the first ones left out are not new', async () => {
  const { asked } = await followAnswers([[row(100), row(99)], []], false);
  expect(asked[0]).toBe(new Date(startMs + 99_001).toISOString());
});

test('an empty log is asked for everything', async () => {
  const { asked, batches } = await followAnswers([[], [row(1)], [row(1)]]);
  expect(asked.slice(0, 2)).toEqual([undefined, row(-59).created_at]);
  expect(batches).toEqual([[], ['r1']]);
});

test('waits grow while nothing is new, up to half a minute, and begin again after news', async () => {
  const quiet = Array.from({ length: 9 }, () => []);
  const { waits } = await followAnswers([[], ...quiet, [row(1)], []]);
  expect(waits.map((ms) => ms / 1000)).toEqual([
    2, 3, 4.5, 6.75, 10.125, 15.1875, 22.78125, 30, 30, 30, 2, 3,
  ]);
});

test('a limit is waited for, and a service that does not answer is reported once', async () => {
  const down = new LatchkeyError('no_answer', 'Down.');
  const slow = new LatchkeyError('throttled', 'Slow.', { retryAfter: 60 });
  const { waits, reported, batches } = await followAnswers([[], slow, down, [row(1)], down, []]);
  expect(reported).toEqual(['throttled', 'no_answer']);
  expect(waits[1]).toBe(60_000);
  expect(batches).toEqual([[], ['r1']]);
});

test.each(['session_ended', 'forbidden', 'invalid_filter'])('%s ends it', async (code) => {
  const found = followRows(
    {
      readLatest: async () => ({ rows: [], isWhole: true }),
      readSince: () => Promise.reject(new LatchkeyError(code, 'No.')),
      onDelay: () => undefined,
    },
    { now: () => 0, wait: async () => undefined },
    new AbortController().signal,
  );
  await found.next();
  await expect(found.next()).rejects.toMatchObject({ code });
});

test('a failure of the first question ends it, whatever it is', async () => {
  const found = followRows(
    {
      readLatest: () => Promise.reject(new LatchkeyError('no_answer', 'Down.')),
      readSince: async () => [],
      onDelay: () => undefined,
    },
    { now: () => 0, wait: async () => undefined },
    new AbortController().signal,
  );
  await expect(found.next()).rejects.toMatchObject({ code: 'no_answer' });
});
