import { hashSecret } from '@latchkey/secrets';
import type { DeviceApproval } from '../../oauth/device/device.ts';
import type { AdminRefusal } from '../../oauth/token/rights.ts';

/** What one sign-in has proven and was shown, kept until the person decides. */
export interface Ticket extends Pick<
  DeviceApproval,
  'clientId' | 'scope' | 'audience' | 'tokensValidAfterMs'
> {
  readonly deviceCodeHash: string;
  /** Hash of the token of the browser session that the sign-in made; the ticket ends with that session. */
  readonly sessionHash: string;
  readonly cameFromAddress: boolean;
  readonly userId: string;
  readonly email: string;
  readonly kind: 'user' | 'admin' | 'root';
  readonly amr: readonly string[];
  /** Seconds since the epoch. */
  readonly authTime: number;
}

export type DecisionMade =
  | {
      readonly kind: 'approved';
      readonly clientName: string;
      readonly adminRefusal: AdminRefusal | undefined;
    }
  | { readonly kind: 'denied'; readonly clientName: string };

/** Tickets by a hash. Source: contract part 1 "Approval page". */
export interface TicketStore {
  store(handleHash: string, ticket: Ticket, ttlSeconds: number): Promise<void>;
  /** Returns the ticket and deletes it, in one atomic step; `tampered` for one that sso has not made. */
  consume(handleHash: string): Promise<Ticket | 'tampered' | undefined>;
  keepDecision(nameHash: string, made: DecisionMade, ttlSeconds: number): Promise<void>;
  /** Undefined also for one that sso has not made. */
  findDecision(nameHash: string): Promise<DecisionMade | undefined>;
  /** Keeps what a page shows after a form. */
  keepPage(nameHash: string, page: string, ttlSeconds: number): Promise<void>;
  /** Undefined also for one that sso has not made. */
  findPage(nameHash: string): Promise<string | undefined>;
}

interface TicketIssuer {
  readonly tickets: TicketStore;
  readonly randomBytes: (size: number) => Buffer;
}

/** How long a person may take to decide. */
const ttlSeconds = 600;

/** Stores a ticket for one browser and returns its handle, which the confirmation's form carries. */
export async function issueTicket(
  { tickets, randomBytes }: TicketIssuer,
  ticket: Ticket,
  browserSecret: string,
): Promise<string> {
  const handle = randomBytes(32).toString('base64url');
  await tickets.store(nameTicket(handle, browserSecret), ticket, ttlSeconds);
  return handle;
}

/** Consumes a ticket. Undefined when it is unknown, expired, used or of another browser, which does not consume it. */
export function consumeTicket(
  tickets: TicketStore,
  handle: string,
  browserSecret: string,
): Promise<Ticket | 'tampered' | undefined> {
  return tickets.consume(nameTicket(handle, browserSecret));
}

/** Keeps what this browser has decided, by the ticket and by the code. */
export async function keepDecision(
  tickets: TicketStore,
  browserSecret: string,
  { handle, userCode }: { readonly handle: string; readonly userCode: string },
  made: DecisionMade,
): Promise<void> {
  const names = [handle, nameCode(userCode)].map((name) => nameTicket(name, browserSecret));
  await Promise.all(names.map((name) => tickets.keepDecision(name, made, ttlSeconds)));
}

/** What this browser has decided with a ticket. No other browser finds it. */
export function findDecision(
  tickets: TicketStore,
  browserSecret: string,
  handle: string,
): Promise<DecisionMade | undefined> {
  return tickets.findDecision(nameTicket(handle, browserSecret));
}

/** What this browser has decided about a code. */
export function findDecisionOfCode(
  tickets: TicketStore,
  browserSecret: string,
  userCode: string,
): Promise<DecisionMade | undefined> {
  return findDecision(tickets, browserSecret, nameCode(userCode));
}

/** Keeps what a form of this browser led to, under an id that the address of the next page names. */
export function keepPage(
  tickets: Pick<TicketStore, 'keepPage'>,
  browserSecret: string,
  id: string,
  page: string,
): Promise<void> {
  return tickets.keepPage(nameTicket(`page.${id}`, browserSecret), page, ttlSeconds);
}

/** What a form of this browser led to. No other browser finds it. */
export function findPage(
  tickets: Pick<TicketStore, 'findPage'>,
  browserSecret: string,
  id: string,
): Promise<string | undefined> {
  return tickets.findPage(nameTicket(`page.${id}`, browserSecret));
}

/** No handle has a dot. */
function nameCode(userCode: string): string {
  return `code.${userCode}`;
}

function nameTicket(handle: string, browserSecret: string): string {
  return hashSecret(`${browserSecret}.${handle}`);
}
