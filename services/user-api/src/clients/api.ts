import type { PagePlan, PageSlice } from '@latchkey/pagination';
import type { LogEntry } from '../request-log/request-log.ts';

/** A scope of an API, and what the approval page says of it: by the tag of the language, at least `en`. */
export interface ApiScope {
  readonly name: string;
  readonly words: Readonly<Record<string, string>>;
}

/** A service that tokens may be for, as operators register it. Source: contract part 2 "APIs". */
export interface Api {
  readonly id: string;
  /** Without a slash at its end. No two APIs that are not archived have the same. */
  readonly audience: string;
  readonly name: string;
  /** The client that may ask about tokens for this audience. */
  readonly clientId: string | null;
  readonly scopes: readonly ApiScope[];
  readonly archivedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface ApiFilters {
  readonly archived: boolean;
  readonly audience?: string | undefined;
}

export interface ApiStore {
  find(id: string): Promise<Api | undefined>;
  /** Those of these audiences that are not archived, in any order. */
  findByAudience(audiences: readonly string[]): Promise<Api[]>;
  /** Stores an API and the log row. False, and nothing is written, while its audience is another one's. */
  create(api: Api, row: LogEntry): Promise<boolean>;
  /** Writes name, client and scopes, and the log row. False when it is archived or was changed after `seenAt`. */
  update(changed: Api, seenAt: Date, row: LogEntry): Promise<boolean>;
  /** Archives an API and writes the log row; undefined when that has been done already. */
  archive(id: string, row: LogEntry): Promise<Api | undefined>;
  search(filters: ApiFilters, plan: PagePlan): Promise<PageSlice<Api>>;
}
