import type { Database } from '../../src/store/database.ts';
import type { TestService } from '../setup/create-test-service.ts';
import { acmeId, ada, bob, slugs, type SearchAccess, type SearchCaller } from './people.ts';

/** The service under test and its database. */
export interface SearchPlace {
  readonly service: TestService;
  readonly database: Database;
}

export interface SearchFilter<Row> {
  /** Values that are let in. Of the rows made from `samples`, each finds some, and not all. */
  readonly good: readonly (string | boolean)[];
  /** Values that are 400 invalid_filter, beside those that no filter takes. */
  readonly bad: readonly unknown[];
  /** The value of a filter that is not given, where that is not "any". */
  readonly absent?: string | boolean;
  /** Anybody but an operator is 403 forbidden. */
  readonly isForOperators?: boolean;
  /** It asks whose a row is: for an operator, every value finds every row. */
  readonly isOfOwners?: boolean;
  /** Whether a row fits, written naively: the stores are held to it. */
  matches(row: Row, value: string | boolean, caller: SearchCaller): boolean;
}

/**
 * What the suite needs to know of one search. To add a search: write `cases/<name>.ts` after the example of
 * `cases/clients.ts`, and put it into the table in `cases.ts`; the suite then proves it, and its properties against {@link SearchFilter.matches} and {@link SearchCase.sees}.
 *
 * - Every row has an id and a created_at of the suite's choice (`key`), so that it can make ties and know the order.
 * - The people, their orgs and their tokens are in `people.ts`; they are there before `prepare`.
 * - Put `secret` of people.ts into every column that no item may show. The suite looks for it in every answer.
 * - The clock stands at `startMs`; `created_at` of the suite's rows lies within some milliseconds of it.
 */
export interface SearchCase<Row extends { readonly createdAt: Date }> {
  readonly path: string;
  readonly access: SearchAccess;
  /** Who sees the row of `item`; Ada, or an operator, unless named. */
  readonly usual?: SearchCaller;
  /** Its rows are sso's, whose stores sso's own tests prove: nothing of it is in this service's database. */
  readonly isKeptBySso?: boolean;
  /** Rows that are there beside those which the suite puts, such as the people themselves. */
  readonly background?: readonly Row[];
  /** Ways in which rows differ, for filters and properties. The first one makes the row of `item`. */
  readonly samples: readonly Partial<Row>[];
  /** The whole item of `makeRow(caller, key, samples[0])`, for the usual caller. */
  item(row: Row): object;
  /** Every filter of the search, by the name that a caller sends; a period's two are {@link periodFilters}. */
  readonly filters: Readonly<Record<string, SearchFilter<Row>>>;
  /** Records that the rows refer to. */
  prepare?(place: SearchPlace): Promise<void>;
  /** A row that belongs to this caller: to the person, or to the org of a member token. */
  makeRow(
    of: SearchCaller,
    key: { readonly id: string; readonly createdAt: Date },
    sample: Partial<Row>,
  ): Row;
  idOfRow(row: Row): string;
  idOfItem(item: Readonly<Record<string, unknown>>): unknown;
  put(place: SearchPlace, row: Row): Promise<void>;
  remove(place: SearchPlace, row: Row): Promise<void>;
  /** Whether the row is the caller's to see, whatever the filters. */
  sees(caller: SearchCaller, row: Row): boolean;
}

type Dated = { readonly createdAt: Date };

/** The filters of a period, the same in every search that has one. */
export const periodFilters: Readonly<Record<'created_from' | 'created_to', SearchFilter<Dated>>> = {
  created_from: {
    good: ['2026-12-01T10:00:00.003Z', '2026-12-01t11:00:00.003+01:00'],
    bad: ['2026-02-30', '2026-12-01T10:00', 'yesterday', '1764583200000'],
    matches: ({ createdAt }, value) => createdAt.getTime() >= Date.parse(String(value).toUpperCase()),
  },
  created_to: {
    good: ['2026-12-01T10:00:00.003Z'],
    bad: ['2026-13-01', '10:00'],
    matches: ({ createdAt }, value) => createdAt.getTime() < Date.parse(String(value)),
  },
};

/** What operators alone ask for, the same in every search whose rows name a person and an org. */
export const operatorFilters: Readonly<
  Record<'user_id' | 'org', SearchFilter<{ readonly userId: string | null; readonly orgId: string | null }>>
> = {
  user_id: {
    good: [ada.id, bob.id.toUpperCase()],
    bad: ['ada', `${ada.id}0`],
    matches: ({ userId }, value) => userId === String(value).toLowerCase(),
  },
  org: {
    good: ['acme', acmeId.toUpperCase(), 'globex'],
    bad: [],
    matches: ({ orgId }, value) =>
      orgId !== null && (orgId === String(value).toLowerCase() || slugs.get(orgId) === value),
  },
};

/** Whether a text has a part in it, in any case and with no wildcards. */
export const hasPart = (text: string, part: string | boolean): boolean =>
  text.toLowerCase().includes(String(part).toLowerCase());
