import type { OnceMemory } from '@latchkey/database';
import { findPage, keepPage, type TicketStore } from '../sign-in/ticket.ts';

interface OncePorts {
  readonly forms: OnceMemory;
  readonly tickets: Pick<TicketStore, 'findPage' | 'keepPage'>;
  readonly pause: (milliseconds: number) => Promise<void>;
}

interface SentForm {
  readonly browserSecret: string;
  readonly formId: string;
}

/** Longer than a one-time code, a challenge or the power of an act is good. */
const keptSeconds = 3600;
/** How often, and how long, a form that is sent again looks for what the first one did. */
const looks = 10;
const lookMs = 100;

/** What `act` did: `isOver` where the same form must not act again. */
export interface Once<Done> {
  readonly done: Done;
  readonly isOver: boolean;
}

/**
 * Runs the act of a form once, however often and at however many replicas the form is sent: of many at once, one acts. The
 * others, and later ones, get what `keep` has kept; undefined where that is not known, since the process of the first
 * one died. An act that is not over, as it did nothing, may be sent again; one that throws may not.
 */
export async function actOnce<Done>(
  { forms, tickets, pause }: OncePorts,
  { browserSecret, formId }: SentForm,
  act: (keep: (done: Done) => Promise<void>) => Promise<Once<Done>>,
): Promise<Done | undefined> {
  const name = `form.${formId}`;
  const find = async () => {
    const kept = await findPage(tickets, browserSecret, name);
    return kept === undefined ? undefined : (JSON.parse(kept) as Done);
  };
  if (!(await forms.remember(formId, keptSeconds))) {
    for (let look = 1; look < looks && (await find()) === undefined; look += 1) await pause(lookMs);
    return find();
  }
  const keep = (done: Done) => keepPage(tickets, browserSecret, name, JSON.stringify(done));
  const { done, isOver } = await act(keep);
  if (!isOver) await forms.forget(formId);
  return done;
}
