import type { MailBudgetPorts } from './budgets.ts';
import type { Mail, MailFacts, MailKind } from './mail.ts';

export interface MailPorts {
  now(): number;
  newId(): string;
}

/** What forms that anybody may send need. */
export interface FormPorts extends MailPorts, MailBudgetPorts {
  networkOf(ip: string): string;
}

interface NewMail {
  readonly kind: MailKind;
  readonly recipient: string;
  readonly userId: string | null;
  readonly linkId: string | null;
  readonly locale: string;
  readonly facts: MailFacts;
}

export function createMail({ now, newId }: MailPorts, mail: NewMail): Mail {
  const createdAt = new Date(now());
  return { id: newId(), ...mail, status: 'waiting', dueAt: createdAt, createdAt };
}
