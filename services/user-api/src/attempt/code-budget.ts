import { holdBoth, releaseUnlessVerdict, throttled, type BudgetPorts, type Trust } from './budgets.ts';

type CodePorts = Pick<BudgetPorts, 'attempts' | 'counterOf' | 'newId'>;

/**
 * Checks a one-time code under its account's own budgets: a few wrong codes in a short time, and fifty in 30 days, after
 * which only who is trusted may try. The attempt counts only if the code was wrong; a right one forgets the fifty.
 * Throws throttled. Source: contract part 5 "Budgets".
 */
export async function withCodeBudget<Result>(
  ports: CodePorts,
  accountId: string,
  trust: Trust,
  check: () => Promise<Result>,
): Promise<Result> {
  const { attempts, counterOf } = ports;
  const [few, many] = [counterOf('oneTimeCode', accountId), counterOf('manyCodes', accountId)];
  const slot = ports.newId();
  const release = async () => {
    for (const counter of [few, many]) await attempts.release([counter], slot);
  };
  return releaseUnlessVerdict({ release }, async () => {
    const [fewMs, manyMs] = await holdBoth(attempts, few, many, slot);
    const waitMs = Math.max(fewMs, manyMs > 0 && !(await trust()) ? manyMs : 0);
    if (waitMs > 0) {
      // Who is refused has tried no code, and must not use up the few tries of who is trusted.
      await release();
      throw throttled(waitMs);
    }
    const result = await check();
    await attempts.clear([many]);
    return result;
  });
}

/** Forgets the wrong codes of an account whose one-time codes an operator has turned off. */
export async function clearCodeBudgets({ attempts, counterOf }: CodePorts, accountId: string): Promise<void> {
  for (const kind of ['oneTimeCode', 'manyCodes'] as const)
    await attempts.clear([counterOf(kind, accountId)]);
}
