import type { Account, Membership } from '../../accounts/account.ts';
import { newAccount } from '../../accounts/new-account.ts';
import { createEntry } from '../../request-log/log-event.ts';
import type { LogEntry } from '../../request-log/request-log.ts';
import type { TextSealer } from '../../signing-in/totp/text-sealer.ts';
import { readLine, type Line } from './read-person.ts';

export interface NewPerson {
  readonly account: Account;
  readonly createdAt: Date;
  readonly membership: (Pick<Membership, 'orgId' | 'role'> & { readonly id: string }) | undefined;
  readonly row: LogEntry;
}

export interface ImportStore {
  /** Ids of the active orgs among these slugs. */
  findOrgs(slugs: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Ids of the accounts of these addresses that are their persons', or wait for them; other accounts give way. */
  findTaken(emails: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Stores those whose address is not taken, with their memberships and rows, as one act; the unverified account of an
   * address is retired. Answers the ids of who was stored.
   */
  add(people: readonly NewPerson[], now: Date): Promise<ReadonlySet<string>>;
}

interface ImportPorts {
  readonly store: ImportStore;
  readonly secrets: Pick<TextSealer, 'seal' | 'open'>;
  now(): number;
  newId(): string;
}

/** What became of a line. The id of a dry run is that of no account, so it has none. */
export interface Imported {
  readonly line: number;
  readonly ref?: string | undefined;
  readonly outcome: 'made' | 'exists' | 'refused';
  readonly id?: string | undefined;
  readonly reason?: string | undefined;
}

/**
 * Imports lines, and says what became of each. `first` is the number of the first one. The same lines again make
 * nothing. With `isDry` nothing is written. Source: contract part 2 "Moving in".
 */
export async function importLines(
  ports: ImportPorts,
  texts: readonly string[],
  { first, isDry }: { readonly first: number; readonly isDry: boolean },
): Promise<Imported[]> {
  const lines = texts.map((text) => readLine(text, ports));
  const people = lines.flatMap(({ person }) => person ?? []);
  const orgs = await ports.store.findOrgs([...new Set(people.flatMap(({ org }) => org ?? []))]);
  const emails = people.map(({ email }) => email);
  const before = await ports.store.findTaken(emails);
  const entries = lines.map((line) => describe(ports, line, orgs));
  const free = entries.flatMap(({ made }) => (made && !before.has(made.account.email) ? [made] : []));
  // Of several lines with one address, the first.
  const wanted = [...new Map(free.toReversed().map((one) => [one.account.email, one])).values()];
  const stored = isDry
    ? new Set(wanted.map(({ account }) => account.id))
    : await ports.store.add(wanted, new Date(ports.now()));
  const taken = isDry ? before : await ports.store.findTaken(emails);
  return entries.map(({ ref, made, reason }, at) => {
    const about = { line: first + at, ...(ref !== undefined && { ref }) };
    if (made === undefined) return { ...about, outcome: 'refused', reason };
    const { id, email } = made.account;
    if (!stored.has(id)) return { ...about, outcome: 'exists', id: taken.get(email) };
    return { ...about, outcome: 'made', ...(!isDry && { id }) };
  });
}

/** The rows of the log name the command as their sender. */
const where = { ip: '', userAgent: 'latchkey-user-api people import' };

interface Entry extends Pick<Line, 'ref' | 'reason'> {
  readonly made: NewPerson | undefined;
}

function describe(
  ports: ImportPorts,
  { ref, person, reason }: Line,
  orgs: ReadonlyMap<string, string>,
): Entry {
  if (person === undefined) return { ref, made: undefined, reason };
  const { email, isVerified, name, locale, org, role, createdAt, storedHash } = person;
  const orgId = org === undefined ? undefined : orgs.get(org);
  if (org !== undefined && orgId === undefined)
    return { ref, made: undefined, reason: `there is no active org ${JSON.stringify(org.slice(0, 64))}` };
  const now = new Date(ports.now());
  const id = ports.newId();
  const account = newAccount({
    id,
    email,
    name,
    locale,
    passwordHash: storedHash,
    emailVerifiedAt: isVerified ? now : null,
  });
  const event = { event: 'user.imported', userId: id, orgId: orgId ?? null } as const;
  const row = createEntry(ports, event, where);
  const membership = orgId === undefined ? undefined : { id: ports.newId(), orgId, role };
  return { ref, made: { account, createdAt: createdAt ?? now, membership, row }, reason: undefined };
}
