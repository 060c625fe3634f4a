/** The one total order of every list: a record's place is its row value (created_at, id), newest first. */
const pageSort = 'created_at desc, id desc';

/** How one list or search is paged. A service keeps all of its specs in one constants file. */
export interface PageSpec<Scope extends string = string> {
  /** Names the endpoint inside its cursors, such as `user-api.oauth.clients.search`; unique over all services. */
  readonly key: string;
  /** Records on a page when `limit` is absent or invalid. */
  readonly defaultLimit: number;
  /** The highest number of records on a page. A larger `limit` is clamped to it. */
  readonly maximumLimit: number;
  readonly sort: typeof pageSort;
  /** Names of the ownership values that a cursor of this endpoint is bound to. Empty where everybody sees every row. */
  readonly cursorScope: readonly Scope[];
}

/** Requirement 2 "Limits": the maximum of an endpoint that names none. */
const fallbackMaximumLimit = 100;

/**
 * Makes the spec of one endpoint. Without `maximumLimit` the maximum is 100.
 * Throws an Error when 1 <= defaultLimit <= maximumLimit does not hold, in whole numbers.
 */
export function definePageSpec<const Scope extends string = never>(spec: {
  readonly key: string;
  readonly defaultLimit: number;
  readonly maximumLimit?: number;
  readonly cursorScope: readonly Scope[];
}): PageSpec<Scope> {
  const { key, defaultLimit, maximumLimit = fallbackMaximumLimit, cursorScope } = spec;
  const isWhole = Number.isSafeInteger(defaultLimit) && Number.isSafeInteger(maximumLimit);
  if (!isWhole || defaultLimit < 1 || defaultLimit > maximumLimit) {
    throw new Error(`Page spec ${key}: whole numbers with 1 <= defaultLimit <= maximumLimit are needed`);
  }
  return { key, defaultLimit, maximumLimit, sort: pageSort, cursorScope };
}
