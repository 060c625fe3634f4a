import type { PagePlan, PageSlice } from '@latchkey/pagination';
import type { ListedClient } from '../../clients/client.ts';
import type { ListedConnection } from '../../clients/connection.ts';
import type { ListedCredential } from '../../clients/credential.ts';
import type { ListedEntry } from '../../request-log/request-log.ts';
import type { ListedSession } from '../../sessions/session-list.ts';

/** A list that is read batch by batch, the newest first. */
export type Batches<Row> = AsyncIterable<readonly Row[]>;

export interface ExportedMembership {
  readonly orgId: string;
  readonly orgSlug: string;
  readonly orgName: string;
  readonly role: string;
  readonly status: string;
  readonly createdAt: Date;
}

export interface ExportedInvitation {
  readonly orgSlug: string;
  readonly role: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
}

/** All that user-api keeps of an account, for its person: no list holds a secret, a hash or a token. */
export interface ExportStore {
  findTimes(userId: string): Promise<{ readonly createdAt: Date; readonly lastLoginAt: Date | null }>;
  listMemberships(userId: string): Promise<readonly ExportedMembership[]>;
  listInvitations(email: string): Promise<readonly ExportedInvitation[]>;
  listKnownDevices(userId: string): Promise<readonly Date[]>;
  readSessions(userId: string, now: Date): Batches<ListedSession>;
  readClients(userId: string): Batches<ListedClient>;
  readConnections(userId: string): Batches<ListedConnection>;
  readCredentials(userId: string, now: Date): Batches<ListedCredential>;
  readMails(userId: string): Batches<{ readonly kind: string; readonly createdAt: Date }>;
  readLog(userId: string): Batches<ListedEntry>;
}

const binding = '';
/** The most that sso answers at once. */
const limit = 100;

/** All pages of a search of sso. */
export async function* readPages<Item>(
  search: (plan: PagePlan) => Promise<PageSlice<Item>>,
): AsyncGenerator<readonly Item[], void> {
  let plan: PagePlan = { kind: 'offset', limit, offset: 0, binding };
  for (;;) {
    const { items, lastKey: after } = await search(plan);
    yield items;
    if (after === null) return;
    plan = { kind: 'keyset', limit, after, binding };
  }
}

export async function* mapBatches<Row, Item extends object>(
  batches: Batches<Row>,
  toItem: (row: Row) => Item,
): AsyncGenerator<readonly Item[], void> {
  for await (const batch of batches) yield batch.map((row) => toItem(row));
}
