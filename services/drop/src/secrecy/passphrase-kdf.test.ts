import { createPassphraseKdf } from './passphrase-kdf.ts';

/** A derivation that ends when it is told to. */
function createSlowKdf() {
  const running: (() => void)[] = [];
  const kdf = createPassphraseKdf(
    () => new Promise((resolve) => running.push(() => resolve(Buffer.alloc(32)))),
  );
  const turn = () => kdf.takeTurn((derive) => derive('key', Buffer.alloc(16)));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { running, kdf, turn, settle };
}

test('two derive, 64 wait, the next is refused at once and changes nothing', async () => {
  const { running, turn, settle } = createSlowKdf();
  const admitted = Array.from({ length: 66 }, () => turn());
  await settle();
  expect(running).toHaveLength(2);
  await expect(turn()).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 1 });
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

test('a turn that fails makes room', async () => {
  const { kdf } = createSlowKdf();
  const fail = () => kdf.takeTurn(() => Promise.reject(new Error('broken')));
  const results = await Promise.allSettled(Array.from({ length: 20 }, fail));
  expect(results.every(({ status }) => status === 'rejected')).toBe(true);
  expect(await kdf.takeTurn(async () => 'done')).toBe('done');
});
