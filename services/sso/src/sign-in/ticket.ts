import { hashSecret } from '@latchkey/secrets';

/** What one sign-on has proven, waiting for the person's decision. */
export interface Ticket {
  readonly deviceCodeHash: string;
  readonly userId: string;
  readonly email: string;
  readonly amr: readonly string[];
  /** Seconds since the epoch. */
  readonly authTime: number;
  /** Read before the password was checked, so that what is voided meanwhile is later. */
  readonly provenAtMs: number;
}

/** Tickets by a hash. Source: contract part 1 "Approval page". */
export interface TicketStore {
  store(handleHash: string, ticket: Ticket, ttlSeconds: number): Promise<void>;
  /** The ticket, once: one atomic read-and-delete. */
  consume(handleHash: string): Promise<Ticket | undefined>;
}

interface TicketIssuer {
  readonly tickets: TicketStore;
  readonly randomBytes: (size: number) => Buffer;
}

/** How long a person may look at the confirmation. */
const ttlSeconds = 600;

/** Keeps a ticket for one browser and answers its handle, which stands in the confirmation's form. */
export async function issueTicket(
  { tickets, randomBytes }: TicketIssuer,
  ticket: Ticket,
  browserSecret: string,
): Promise<string> {
  const handle = randomBytes(32).toString('base64url');
  await tickets.store(nameTicket(handle, browserSecret), ticket, ttlSeconds);
  return handle;
}

/** Spends a ticket: undefined when it is unknown, over, spent, or of another browser, which then cannot burn it. */
export function spendTicket(
  tickets: TicketStore,
  handle: string,
  browserSecret: string,
): Promise<Ticket | undefined> {
  return tickets.consume(nameTicket(handle, browserSecret));
}

function nameTicket(handle: string, browserSecret: string): string {
  return hashSecret(`${browserSecret}.${handle}`);
}
