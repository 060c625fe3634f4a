import type { Counter } from '@latchkey/attempts';
import { foldEmail } from '@latchkey/contracts';
import { siteOf } from '@latchkey/request-parser';
import { assertNoWait, type CounterPorts } from '../attempt/counters.ts';

export interface MailBudgetPorts extends CounterPorts {
  newId(): string;
  /** Mails an hour that forms for everybody may cause. */
  readonly mailsPerHour: number;
}

/** Whom a form is to mail, and the network (/24 or /64) that it was sent from. */
interface Asked {
  readonly mailbox: string;
  readonly network: string;
}

/**
 * Counts a mail that a form for everybody causes: by network, mailbox and all together. What one of them refuses uses up
 * none. Throws throttled, the same for every address. Source: contract part 2 "Mail".
 */
export async function holdMailBudgets(ports: MailBudgetPorts, { mailbox, network }: Asked): Promise<void> {
  const { attempts, counterOf, mailsPerHour } = ports;
  const all = counterOf('mails');
  const site = siteOf(network);
  const counters: readonly Counter[] = [
    counterOf('mailNetwork', network),
    ...(site === undefined ? [] : [counterOf('mailSite', site)]),
    counterOf('mailbox', mailboxOf(mailbox)),
    { key: all.key, budget: { ...all.budget, limit: mailsPerHour } },
  ];
  const slot = ports.newId();
  const held: Counter[] = [];
  // Each is a call of its own, since the keys of one call must be in one hash slot of a Redis Cluster.
  for (const counter of counters) {
    const waitMs = await attempts.hold([counter], slot);
    if (waitMs > 0) await Promise.all(held.map((one) => attempts.release([one], slot)));
    assertNoWait(waitMs);
    held.push(counter);
  }
}

/** All addresses that most servers put into one mailbox. */
function mailboxOf(email: string): string {
  return foldEmail(email).replace(/\+[^@]*(?=@[^@]*$)/, '');
}
