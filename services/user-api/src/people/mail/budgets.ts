import type { Counter } from '@latchkey/attempts';
import { foldEmail } from '@latchkey/contracts';
import { siteOf } from '@latchkey/request-parser';
import { assertNoWait, type CounterPorts } from '../../signing-in/attempt/counters.ts';

export interface MailBudgetPorts extends CounterPorts {
  newId(): string;
  /** Mails an hour that forms for everybody may cause. */
  readonly mailsPerHour: number;
}

/** Whom a form is to mail, what about, and the network (/24 or /64) that it was sent from. */
interface Asked {
  readonly mailbox: string;
  readonly network: string;
  /** Each has a budget of its own at a mailbox, so that none uses up what another one needs. */
  readonly purpose: 'sign_up' | 'reset' | 'confirm';
}

/** What a request holds: slots of its network and mailbox, and its name in the counter of all mails. */
interface MailHold {
  readonly slot: string;
  readonly held: readonly Counter[];
  readonly all: Counter;
}

/** A network that has asked for more in the hour is a busy one. */
const fewRequests = 3;

/**
 * Counts a request for a mail by its network and its mailbox. What one of them refuses uses up none. Throws throttled, the
 * same for every address. Source: contract part 2 "Mail".
 */
export async function holdMailBudgets(ports: MailBudgetPorts, asked: Asked): Promise<MailHold> {
  const { attempts, counterOf } = ports;
  const { network, mailbox, purpose } = asked;
  const site = siteOf(network);
  const networks = [
    counterOf('mailNetwork', network),
    ...(site === undefined ? [] : [counterOf('mailSite', site)]),
  ];
  const mailboxKind = purpose === 'reset' ? 'resetMailbox' : 'mailbox';
  const slot = ports.newId();
  const held: Counter[] = [];
  // Each is a call of its own, since the keys of one call must be in one hash slot of a Redis Cluster.
  for (const counter of [...networks, counterOf(mailboxKind, purpose, mailboxOf(mailbox))]) {
    const waitMs = await attempts.hold([counter], slot);
    if (waitMs > 0) await giveBack(ports, { slot, held });
    assertNoWait(waitMs);
    held.push(counter);
  }
  const isFew = async (counter: Counter) =>
    (await attempts.waitMs([withLimit(counter, fewRequests + 1)])) === 0;
  const isQuiet = (await Promise.all(networks.map(isFew))).every(Boolean);
  const share = purpose === 'sign_up' ? (isQuiet ? 0.75 : 0.5) : 1;
  const all = withLimit(counterOf('mails'), Math.ceil(ports.mailsPerHour * share));
  return { slot, held, all };
}

/**
 * Writes what a request came to, and counts it among all mails if it is one; `write` answers whether it was. Half of all
 * is kept for networks that ask for little, and a quarter for accounts, so that nobody can stop the mails of others. It
 * asks the same of the counters for every address, and refuses all of them alike. Throws throttled.
 */
export async function countMail(
  ports: MailBudgetPorts,
  hold: MailHold,
  isMail: boolean,
  write: () => Promise<boolean>,
): Promise<void> {
  const { attempts } = ports;
  const { all, slot } = hold;
  const waitMs = await (isMail ? attempts.hold([all], slot) : attempts.waitMs([all]));
  if (waitMs > 0) await giveBack(ports, hold);
  assertNoWait(waitMs);
  let isMailed = false;
  try {
    isMailed = await write();
  } finally {
    await (isMailed ? attempts.keep([all], slot) : attempts.release([all], slot));
  }
}

async function giveBack(
  { attempts }: MailBudgetPorts,
  { slot, held }: Pick<MailHold, 'slot' | 'held'>,
): Promise<void> {
  await Promise.all(held.map((one) => attempts.release([one], slot)));
}

function withLimit({ key, budget }: Counter, limit: number): Counter {
  return { key, budget: { ...budget, limit } };
}

/** All addresses that most servers put into one mailbox. */
function mailboxOf(email: string): string {
  return foldEmail(email).replace(/\+[^@]*(?=@[^@]*$)/, '');
}
