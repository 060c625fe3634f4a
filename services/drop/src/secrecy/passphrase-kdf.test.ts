import { createTimers } from '@latchkey/testing';
import { createPassphraseKdf } from './passphrase-kdf.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A derivation that ends when the test says so. */
function createSlowKdf() {
  const running: (() => void)[] = [];
  const timers = createTimers();
  const kdf = createPassphraseKdf(
    () => new Promise((resolve) => running.push(() => resolve(Buffer.alloc(32)))),
    timers.schedule,
  );
  const turn = () => kdf((derive) => derive('key', Buffer.alloc(16)));
  return { running, timers, kdf, turn };
}

const overloaded = { code: 'overloaded', retryAfterSeconds: 1 };

test('two derive, 64 wait, the next is refused at once and changes nothing', async () => {
  const { running, turn } = createSlowKdf();
  const admitted = Array.from({ length: 66 }, () => turn());
  await settle();
  expect(running).toHaveLength(2);
  await expect(turn()).rejects.toMatchObject(overloaded);
  for (let done = 0; done < 66; done += 1) {
    running[done]?.();
    await settle();
    expect(running.length).toBeLessThanOrEqual(done + 3);
  }
  expect(await Promise.all(admitted)).toHaveLength(66);
  const late = turn();
  await settle();
  running.at(-1)?.();
  await late;
});

test('a passphrase that waits for 10 s is refused, and never derived', async () => {
  const { running, timers, turn } = createSlowKdf();
  const first = [turn(), turn()];
  let refusal: unknown;
  const waiting = turn().catch((error: unknown) => (refusal = error));
  await settle();
  expect(refusal).toBeUndefined();
  expect(timers.list()).toEqual([10_000]);
  await timers.end();
  expect(refusal).toMatchObject(overloaded);
  for (const finish of running) finish();
  await Promise.all([...first, waiting]);
  expect(running).toHaveLength(2);
});
