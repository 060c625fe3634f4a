import type { Gate } from '@latchkey/secrets';
import { createTimers } from '@latchkey/testing';
import { createHashGate, createPasswords, hashPlaces } from './passwords.ts';

function makeHash() {
  const calls: string[] = [];
  return {
    calls,
    hash: (password: string) => Promise.resolve(calls.push(`hash ${password}`)).then(() => 'phc'),
    verify: (phc: string, password: string) =>
      Promise.resolve(calls.push(`verify ${phc}`)).then(() => phc === `phc of ${password}`),
    isOutdated: () => false,
  };
}
const fixed = { decoy: 'phc of decoy', minLength: 12, houseName: 'Latchkey' };
const stored = (passwordHash: string | null) => ({ passwordHash });
const makeGate = (run: <Result>(work: () => Promise<Result>) => Promise<Result>): Gate =>
  Object.assign(run, {
    takePlace: () => ({ run, free: () => undefined }),
    isFull: () => false,
    load: () => ({ running: 0, waiting: 0, refused: 0 }),
  });
const open = makeGate((work) => work());
const full = makeGate(() => Promise.reject(new Error('full')));

describe('createPasswords', () => {
  test('hashes and verifies through the gate alone', async () => {
    const hash = makeHash();
    const passwords = createPasswords({ hash, gate: full, ...fixed });
    const hashing = passwords.by([]);
    await expect(hashing.verify(stored('phc of right'), 'right')).rejects.toThrow('full');
    await expect(hashing.verify(null, 'right')).rejects.toThrow('full');
    await expect(hashing.hash('right')).rejects.toThrow('full');
    await expect((await passwords.takePlace()).hash('right')).rejects.toThrow('full');
    expect(hash.calls).toEqual([]);
  });

  test.each<[string | null, string, boolean, string]>([
    ['phc of right', 'right', true, 'verify phc of right'],
    ['phc of right', 'wrong', false, 'verify phc of right'],
    ['phc of ', '', false, 'verify phc of decoy'],
    [null, 'right', false, 'verify phc of decoy'],
    [null, 'decoy', false, 'verify phc of decoy'],
    [null, '', false, 'verify phc of decoy'],
  ])('of %j, %j is right: %j, by one verification', async (phc, password, isRight, call) => {
    const hash = makeHash();
    const passwords = createPasswords({ hash, gate: open, ...fixed });
    expect(await passwords.by([]).verify(stored(phc), password)).toBe(isRight);
    expect(hash.calls).toEqual([call]);
  });

  test('hashes the NFKC form', async () => {
    const hash = makeHash();
    await createPasswords({ hash, gate: open, ...fixed })
      .by([])
      .hash('\uFB01ne');
    expect(hash.calls).toEqual(['hash fine']);
  });
});

function hold() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}

describe('the hash gate', () => {
  test('runs two, lets 256 wait for eight seconds, and turns the 259th away', async () => {
    const timers = createTimers();
    const gate = createHashGate(timers.schedule);
    const { held, release } = hold();
    let started = 0;
    const work = async () => {
      started += 1;
      await held;
    };
    const running = [gate(work), gate(work)];
    let turnedAway = 0;
    const waiting = Array.from({ length: 256 }, () => gate(work).catch(() => (turnedAway += 1)));
    await expect(gate(work)).rejects.toMatchObject({ code: 'overloaded' });
    expect([started, turnedAway]).toEqual([2, 0]);
    expect(timers.list()).toEqual(Array(256).fill(8_000));
    await timers.end();
    expect([started, turnedAway, hashPlaces]).toEqual([2, 256, 258]);
    release();
    await Promise.all([...running, ...waiting]);
    expect(started).toBe(2);
  });
});

test('the hash gate is free again after work that failed', async () => {
  const gate = createHashGate();
  const broken = () => Promise.reject(new Error('broken'));
  await Promise.all([1, 2, 3].map(() => expect(gate(broken)).rejects.toThrow('broken')));
  await expect(gate(() => Promise.resolve('ran'))).resolves.toBe('ran');
});
