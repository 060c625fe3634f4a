import { ApiError } from '@latchkey/errors';
import { deviceKnownDays, type KnownDeviceStore } from '../device/known-device.ts';
import { errors, isVerdict } from '../errors.ts';
import type { Counter, Throttle } from '../throttle/throttle.ts';
import type { Subject } from './find-account.ts';

const dayMs = 24 * 3600 * 1000;

interface BudgetPorts {
  readonly throttle: Throttle;
  readonly devices: KnownDeviceStore;
  now(): number;
}

/** The budgets that one attempt holds while its work is done. */
export interface AttemptBudgets {
  /** Before the payload is spent: by the address that sent the request. */
  takeNetwork(ip: string): Promise<void>;
  /** Once a payload has said where the person is: by that address instead. */
  moveToNetwork(ip: string): Promise<void>;
  /** When the account's budget is used up, a device that it has signed in on may try all the same. */
  takeAccount(subject: Subject, ip: string, deviceHash: string | undefined): Promise<void>;
  /** The password was right: all that was taken is put back, and the account's failures are forgotten. */
  settle(): Promise<void>;
  /** The attempt came to no verdict: what it took is put back. */
  release(): Promise<void>;
}

/** Source: contract part 2 "Passwords, codes, throttling". */
function createAttemptBudgets(ports: BudgetPorts): AttemptBudgets {
  const { throttle } = ports;
  let network: Counter | undefined;
  /** Taken, to be put back; and what a right password clears. */
  let account: Counter[] = [];
  let failures: Counter[] = [];

  async function takeNetwork(ip: string): Promise<void> {
    const counter = throttle.network(ip);
    await throttle.take(counter);
    network = counter;
  }

  async function release(): Promise<void> {
    const held = [network, ...account].filter((counter) => counter !== undefined);
    network = undefined;
    account = [];
    for (const counter of held) await throttle.giveBack(counter);
  }

  return {
    takeNetwork,
    release,
    async moveToNetwork(ip) {
      if (network?.key === throttle.network(ip).key) return;
      await release();
      await takeNetwork(ip);
    },
    async takeAccount({ account: known, throttleName }, ip, deviceHash) {
      const here = throttle.accountAndNetwork(throttleName, ip);
      await throttle.take(here);
      account.push(here);
      const everywhere = throttle.account(throttleName);
      failures = [here, everywhere];
      if (await throttle.tryTake(everywhere)) {
        account.push(everywhere);
        return;
      }
      const since = new Date(ports.now() - deviceKnownDays * dayMs);
      if (known && deviceHash && (await ports.devices.isKnown(known.id, deviceHash, since))) return;
      throw new ApiError(errors.throttled, { retryAfterSeconds: everywhere.budget.longestWaitSeconds });
    },
    async settle() {
      const held = network;
      network = undefined;
      account = [];
      if (held !== undefined) await throttle.giveBack(held);
      for (const counter of failures) await throttle.clear(counter);
    },
  };
}

/** Makes an attempt, its network's budget taken first. One that comes to no verdict puts back all that it took. */
export async function withBudgets<Result>(
  ports: BudgetPorts,
  ip: string,
  attempt: (budgets: AttemptBudgets) => Promise<Result>,
): Promise<Result> {
  const budgets = createAttemptBudgets(ports);
  await budgets.takeNetwork(ip);
  try {
    return await attempt(budgets);
  } catch (error) {
    if (!isVerdict(error)) await budgets.release();
    throw error;
  }
}

/** Makes an attempt that only the network's budget guards; a success puts it back. */
export function withNetworkBudget<Result>(
  ports: BudgetPorts,
  ip: string,
  attempt: (moveToNetwork: AttemptBudgets['moveToNetwork']) => Promise<Result>,
): Promise<Result> {
  return withBudgets(ports, ip, async (budgets) => {
    const result = await attempt((other) => budgets.moveToNetwork(other));
    await budgets.release();
    return result;
  });
}
