import type { Outcome, OutcomeStore } from '../../src/session/outcome.ts';

/** Outcomes of attempts in memory; `end` ends what they have made, and `isLive` says whether something of it is left. */
export function createMemoryOutcomes(
  end: OutcomeStore['end'],
  isLive: (made: readonly string[]) => boolean,
): OutcomeStore & { add(outcome: Outcome): void } {
  const outcomes = new Map<string, Outcome>();
  const add = (outcome: Outcome) => {
    const before = outcomes.get(outcome.op);
    if (before === undefined) outcomes.set(outcome.op, outcome);
    else if (outcome.code === null && before.code === null && before.digest === outcome.digest)
      outcomes.set(outcome.op, { ...before, made: outcome.made, createdAt: outcome.createdAt });
  };
  return {
    add,
    find(op, since) {
      const found = outcomes.get(op);
      const kept = found && found.createdAt > since ? { ...found, isLive: isLive(found.made) } : undefined;
      return Promise.resolve(kept);
    },
    keep: (outcome) => Promise.resolve(add(outcome)),
    end,
  };
}
