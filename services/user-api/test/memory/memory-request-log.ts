import { slicePage } from '@latchkey/pagination';
import type { Account } from '../../src/account/account.ts';
import type { Client } from '../../src/client/client.ts';
import { eventsOf } from '../../src/request-log/log-kinds.ts';
import { toApproval } from '../../src/request-log/notice.ts';
import type {
  ListedEntry,
  LogEntry,
  LogFilters,
  PersonScope,
  RequestLogStore,
} from '../../src/request-log/request-log.ts';

/** What rows refer to. */
interface Names {
  account(id: string): Pick<Account, 'email'> | undefined;
  client(id: string): Pick<Client, 'name'> | undefined;
  slug(orgId: string): string | undefined;
}

export interface MemoryRequestLog extends RequestLogStore {
  readonly entries: LogEntry[];
}

/** The request log in memory. */
export function createMemoryRequestLog(names: Names): MemoryRequestLog {
  const entries: LogEntry[] = [];

  function list(entry: LogEntry): ListedEntry {
    const { userId, actorId, clientId, orgId } = entry;
    return {
      ...entry,
      clientName: names.client(clientId ?? '')?.name ?? null,
      orgSlug: names.slug(orgId ?? '') ?? null,
      userEmail: names.account(userId ?? '')?.email ?? null,
      actorEmail: names.account(actorId ?? '')?.email ?? null,
    };
  }

  return {
    entries,
    add(entry) {
      entries.push(entry);
      return Promise.resolve();
    },
    addMissing(rows) {
      const missing = rows.filter(({ id }) => !entries.some((entry) => entry.id === id));
      entries.push(...missing);
      return Promise.resolve(missing.length);
    },
    listApprovals(rows, since) {
      const ids = new Set(rows.map(({ id }) => id));
      const users = new Set(rows.map(({ userId }) => userId));
      const found = entries.filter(
        ({ id, event, userId, createdAt }) =>
          event === 'device.approved' && users.has(userId) && !ids.has(id) && createdAt > since,
      );
      return Promise.resolve(found.map(toApproval));
    },
    remove({ id }) {
      entries.splice(0, entries.length, ...entries.filter((entry) => entry.id !== id));
      return Promise.resolve();
    },
    search(scope, filters, plan) {
      const rows = entries.map(list).filter((entry) => isOf(scope, entry) && fits(scope, filters, entry));
      const keyOf = ({ id, createdAt }: ListedEntry) => ({ createdAtMs: createdAt.getTime(), id });
      return Promise.resolve(slicePage(rows, plan, keyOf));
    },
  };
}

/** Whether a row is of that person, and of that org where one is given. */
export function isOf(
  scope: PersonScope,
  { userId, orgId }: { readonly userId: string | null; readonly orgId: string | null },
): boolean {
  return scope.all || (userId === scope.userId && (scope.orgId === null || orgId === scope.orgId));
}

function fits(scope: PersonScope, filters: LogFilters, entry: ListedEntry): boolean {
  const { createdFromMs = -Infinity, createdToMs = Infinity, kind, org, search, ip, ...exact } = filters;
  const createdAtMs = entry.createdAt.getTime();
  const part = search?.toLowerCase();
  const isExact = Object.entries(exact).every(
    ([field, value]) => value === undefined || entry[field as keyof LogEntry] === value,
  );
  return (
    isExact &&
    (kind === undefined || eventsOf(kind).includes(entry.event)) &&
    createdAtMs >= createdFromMs &&
    createdAtMs < createdToMs &&
    (org === undefined || entry.orgId === org.toLowerCase() || entry.orgSlug === org) &&
    (ip === undefined || (entry.ip === ip && (scope.all || entry.actorId === null))) &&
    (part === undefined || entry.userEmail?.toLowerCase().includes(part) === true)
  );
}
