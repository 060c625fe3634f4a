import type { Delivery, Message } from '../../sibling/mail-server.ts';
import { waitsMs, type DueMail, type MailOutbox, type Outcome } from './outbox.ts';

export interface SenderPorts {
  now(): number;
  readonly outbox: MailOutbox;
  compose(mail: DueMail): Message;
  /** Gives a message to the mail server. Never rejects. */
  deliver(message: Message): Promise<Delivery>;
  count(status: Outcome['status']): void;
  /** True once the process stops: no more mails are taken then. */
  isStopped(): boolean;
}

/** How many mails are given to the mail server at a time. */
const together = 5;

/** Sends what is due. It ends early while the mail server is down. Source: contract part 2 "Mail". */
export async function sendDue(ports: SenderPorts): Promise<void> {
  while (!ports.isStopped()) {
    const due = await ports.outbox.claim(new Date(ports.now()), together);
    const results = await Promise.all(due.map((mail) => send(ports, mail)));
    if (due.length < together || results.includes('down')) return;
  }
}

async function send(ports: SenderPorts, mail: DueMail): Promise<Delivery['result'] | 'dropped'> {
  const delivery = isMoot(mail, ports.now()) ? ({ result: 'dropped' } as const) : await tryOnce(ports, mail);
  const outcome = settle(mail, delivery);
  await ports.outbox.settle(mail.id, outcome, new Date(ports.now()));
  ports.count(outcome.status);
  return delivery.result;
}

/** A mail whose text cannot be made waits as well: the next version may make it. */
async function tryOnce(ports: SenderPorts, mail: DueMail): Promise<Delivery> {
  try {
    return await ports.deliver(ports.compose(mail));
  } catch (error) {
    return { result: 'failed', problem: error instanceof Error ? error.name : 'unknown' };
  }
}

/** Whether nobody is to get it: it is for nobody, or its link leads nowhere any more. */
function isMoot({ kind, link }: DueMail, nowMs: number): boolean {
  return kind === 'none' || (link !== null && (link.endedAt !== null || link.expiresAt.getTime() <= nowMs));
}

function settle({ attempts }: DueMail, delivery: Delivery | { readonly result: 'dropped' }): Outcome {
  if (delivery.result === 'sent' || delivery.result === 'dropped')
    return { status: delivery.result, problem: null };
  const isLast = delivery.result === 'refused' || attempts > waitsMs.length;
  return { status: isLast ? 'dead' : 'waiting', problem: delivery.problem };
}
