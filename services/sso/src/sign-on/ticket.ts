import { createHash, randomBytes } from 'node:crypto';

/** What one sign-on has proven, waiting for the person's decision. */
export interface Ticket {
  readonly deviceCodeHash: string;
  readonly userId: string;
  readonly email: string;
  readonly amr: readonly string[];
  /** Seconds since the epoch. */
  readonly authTime: number;
  /** SHA-256 of the browser's secret: a ticket is worth nothing in another browser. */
  readonly browserHash: string;
}

/** Tickets by the hash of their handle. Source: contract part 1 "Approval page". */
export interface TicketStore {
  keep(handleHash: string, ticket: Ticket, ttlSeconds: number): Promise<void>;
  /** The ticket, once: one atomic read-and-delete. */
  take(handleHash: string): Promise<Ticket | undefined>;
}

/** How long a person may look at the confirmation. */
const ttlSeconds = 600;

/** Keeps a ticket and answers its handle, which stands in the confirmation's form. */
export async function issueTicket(tickets: TicketStore, ticket: Ticket): Promise<string> {
  const handle = randomBytes(32).toString('base64url');
  await tickets.keep(sha256(handle), ticket, ttlSeconds);
  return handle;
}

/** Spends a ticket: undefined when it is unknown, over, spent, or of another browser. */
export async function spendTicket(
  tickets: TicketStore,
  handle: string,
  browserSecret: string,
): Promise<Ticket | undefined> {
  const ticket = await tickets.take(sha256(handle));
  return ticket?.browserHash === sha256(browserSecret) ? ticket : undefined;
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
