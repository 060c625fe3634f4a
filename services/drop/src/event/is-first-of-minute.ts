import type { Attempts } from '@latchkey/attempts';
import { isDependencyLost } from '@latchkey/database/is-dependency-lost';

export interface MinutePorts {
  readonly attempts: Pick<Attempts, 'hold'>;
  readonly newId: () => string;
}

const eventBudget = { limit: 1, windowMs: 60_000 };

/** Whether to record an event that may come often: once a minute for a key, and always while Redis cannot be asked. */
export async function isFirstOfMinute({ attempts, newId }: MinutePorts, key: string): Promise<boolean> {
  try {
    return (await attempts.hold([{ key, budget: eventBudget }], newId())) === 0;
  } catch (error) {
    if (!isDependencyLost(error)) throw error;
    return true;
  }
}
