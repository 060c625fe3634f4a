import { createClock } from '@latchkey/testing';
import { startMs } from '../../test/setup/signer.ts';
import { createFamilyCache, createVouchCache } from './positive-caches.ts';

/** What is kept of sso's word, and for how long. Source: contract part 2 "Manual validation". */

interface Ports {
  ask(token: string): Promise<boolean>;
  now(): number;
  readonly keepSeconds: number;
}

const family = { createdAt: null, lastUsedAt: null, expiresAt: null, tokensValidAfter: new Date(0) };

/** Each as a question of yes or no about one name. */
const caches: Readonly<Record<string, (ports: Ports) => (name: string) => Promise<boolean>>> = {
  'of tokens': (ports) => {
    const vouchFor = createVouchCache(ports);
    return (name) => vouchFor(name, 'trace');
  },
  'of refresh families': ({ ask, ...ports }) => {
    const families = createFamilyCache({
      ...ports,
      ask: async (token) => ((await ask(token)) ? family : undefined),
    });
    return async (name) => (await families.find(name, `token of ${name}`, 'trace')) !== undefined;
  },
};

describe.each(Object.entries(caches))('the cache %s', (_name, createCache) => {
  const clock = createClock(startMs);
  let asked = 0;
  let answer: () => Promise<boolean>;
  beforeEach(() => {
    asked = 0;
    answer = () => Promise.resolve(true);
  });
  const open = (keepSeconds: number) =>
    createCache({
      now: clock.now,
      keepSeconds,
      ask() {
        asked += 1;
        return answer();
      },
    });

  test('of 0 s keeps nothing, even on a clock that is set back', async () => {
    const find = open(0);
    expect(await find('a')).toBe(true);
    answer = () => Promise.resolve(false);
    for (const seconds of [0, -1]) {
      clock.advance(seconds);
      expect(await find('a')).toBe(false);
      answer = () => Promise.resolve(true);
      expect(await find('a')).toBe(true);
      answer = () => Promise.resolve(false);
    }
    expect(asked).toBe(5);
  });

  test('keeps no yes longer on a clock that is set back', async () => {
    const find = open(5);
    await find('a');
    clock.advance(-1);
    answer = () => Promise.resolve(false);
    expect(await find('a')).toBe(false);
  });

  test('of 5 s keeps a yes for 5 s from the asking, however often it is used', async () => {
    const find = open(5);
    await find('a');
    answer = () => Promise.resolve(false);
    for (const seconds of [0, 4, 0.999]) {
      clock.advance(seconds);
      expect([await find('a'), asked]).toEqual([true, 1]);
    }
    clock.advance(0.001);
    expect([await find('a'), asked]).toEqual([false, 2]);
  });

  test('counts the time that sso takes to answer', async () => {
    const find = open(5);
    answer = async () => {
      clock.advance(2);
      return true;
    };
    expect(await find('a')).toBe(true);
    answer = () => Promise.resolve(false);
    clock.advance(2.999);
    expect([await find('a'), asked]).toEqual([true, 1]);
    clock.advance(0.001);
    expect([await find('a'), asked]).toEqual([false, 2]);
  });

  test('keeps a yes for its own name alone', async () => {
    const find = open(5);
    await find('a');
    answer = () => Promise.resolve(false);
    expect([await find('b'), await find('a')]).toEqual([false, true]);
  });

  test.each<[string, () => Promise<boolean>]>([
    ['a no', () => Promise.resolve(false)],
    ['no answer', () => Promise.reject(new Error('down'))],
  ])('never keeps %s, nor a yes from before it', async (_what, said) => {
    const find = open(5);
    await find('a');
    clock.advance(5);
    answer = said;
    for (let call = 0; call < 2; call += 1)
      expect(await find('a').catch((error: unknown) => error)).not.toBe(true);
    expect(asked).toBe(3);
    answer = () => Promise.resolve(true);
    expect([await find('a'), asked]).toEqual([true, 4]);
  });

  test('keeps 10,000 answers and forgets the one that was used least recently', async () => {
    const find = open(5);
    for (let at = 0; at < 10_000; at += 1) await find(`${at}`);
    expect([await find('0'), asked]).toEqual([true, 10_000]);
    await find('one more');
    expect([await find('0'), await find('one more'), asked]).toEqual([true, true, 10_001]);
    expect([await find('1'), asked]).toEqual([true, 10_002]);
  });
});
