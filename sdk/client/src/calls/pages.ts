/** One answer of a search (contract part 0 "Pagination"). */
export interface Page {
  readonly items: readonly unknown[];
  readonly next_cursor: string | null;
}

/**
 * Iterates the pages of a search by cursor:
 * `pages((fields) => api('/account/me/session/search', fields), { limit: 50 })`. What is added at the top meanwhile does
 * not move the pages that follow.
 */
export async function* pages<const Fields extends object, Found extends Page>(
  call: (fields: Fields) => Promise<Found>,
  filters: Fields,
): AsyncGenerator<Found, void, undefined> {
  let fields = filters;
  for (;;) {
    const page = await call(fields);
    yield page;
    if (page.next_cursor === null) return;
    fields = { ...filters, cursor: page.next_cursor };
  }
}
