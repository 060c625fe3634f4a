import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Attempts, Budget, Counter } from '../src/attempts.ts';
import { createModel } from './model.ts';
import { usePlaces } from './places.ts';

const { places } = usePlaces();

// Long times: Redis forgets a key by its own clock, which must not matter while a step runs.
const slots = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const budgets = fc.record(
  {
    limit: fc.integer({ min: 1, max: 4 }),
    windowMs: fc.constantFrom(1_000_000, 6_000_000),
    heldMs: fc.constantFrom(100_000, 500_000),
    heldWaitMs: fc.constant(50_000),
    penalty: fc.oneof(
      fc.record({ closedMs: fc.constantFrom(700_000, 9_000_000) }),
      fc.record({
        firstWaitMs: fc.constantFrom(100_000, 800_000),
        longestWaitMs: fc.constantFrom(1_000_000, 3_000_000),
      }),
    ),
  },
  { requiredKeys: ['limit', 'windowMs'] },
) as fc.Arbitrary<Budget>;

const acts = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('hold' as const) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('keep' as const), slot: fc.constantFrom(...slots) }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('release' as const), slot: fc.constantFrom(...slots) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('clear' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('wait' as const), seconds: fc.integer({ min: 0, max: 4_000 }) }),
  },
);
const steps = fc.array(fc.tuple(acts, fc.constantFrom([0], [1], [0, 1])), {
  minLength: 5,
  maxLength: 40,
  size: 'max',
});
type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never;

/** Carries one step out and answers what can be seen after it: what the act answered, and every counter's wait. */
async function carryOut(attempts: Attempts, all: Counter[], turn: number, [step, chosen]: Step) {
  const counters = chosen.map((index) => all[index] as Counter);
  let answer: number | boolean = 0;
  // Each hold has a slot of its own, as every attempt has; keep and release name any of them, or none that is held.
  if (step.act === 'hold') answer = await attempts.hold(counters, slots[turn % slots.length] + String(turn));
  if (step.act === 'keep') await attempts.keep(counters, findSlot(step.slot, turn));
  if (step.act === 'release') answer = await attempts.release(counters, findSlot(step.slot, turn));
  if (step.act === 'clear') await attempts.clear(counters);
  return [answer, await attempts.waitMs([all[0] as Counter]), await attempts.waitMs([all[1] as Counter])];
}

function findSlot(letter: string, turn: number): string {
  const back = (turn - slots.indexOf(letter) + slots.length) % slots.length;
  return letter + String(turn - back);
}

test.each(places)('%s, every step answers what the model answers', async (_name, createPlace) => {
  await fc.assert(
    fc.asyncProperty(budgets, budgets, steps, async (first, second, sequence) => {
      const { attempts, now, advance } = createPlace();
      const model = createModel(now);
      const tag = randomUUID();
      const all = [first, second].map((budget, index) => ({ key: `{${tag}}${index}`, budget }));
      for (const [turn, step] of sequence.entries()) {
        if (step[0].act === 'wait') advance(step[0].seconds);
        expect(await carryOut(attempts, all, turn, step)).toEqual(await carryOut(model, all, turn, step));
      }
    }),
    { numRuns: 30 },
  );
});

test.each(places)(
  '%s, a wait is the shortest that lets the next attempt through',
  async (_name, createPlace) => {
    const withoutHeldWait = budgets.filter(({ heldWaitMs }) => heldWaitMs === undefined);
    await fc.assert(
      fc.asyncProperty(withoutHeldWait, steps, async (budget, sequence) => {
        const { attempts, advance } = createPlace();
        const all = [0, 1].map((index) => ({ key: `{${randomUUID()}}${index}`, budget }));
        const [counter] = all as [Counter, Counter];
        for (const [turn, [step]] of sequence.entries()) {
          if (step.act === 'wait') advance(step.seconds);
          await carryOut(attempts, all, turn, [step, [0]]);
          const waitMs = await attempts.waitMs([counter]);
          if (waitMs === 0) continue;
          advance((waitMs - 1) / 1000);
          expect(await attempts.waitMs([counter])).toBe(1);
          advance(0.001);
          expect(await attempts.waitMs([counter])).toBe(0);
        }
      }),
      { numRuns: 30 },
    );
  },
);
