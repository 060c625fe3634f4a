import type { AnyRow } from './cases.ts';
import type { SearchCaller } from './people.ts';
import type { SearchCase } from './search-case.ts';

export type Given = Readonly<Record<string, unknown>>;

/** Where a page starts. A cursor stands for a row, whether that row is still there or not. */
export type Start = { readonly offset: number } | { readonly after: AnyRow };

/** All rows of a search, whose they are, and what must be answered about them: an array that is filtered and sliced. */
export interface Model {
  readonly search: SearchCase<AnyRow>;
  readonly rows: readonly AnyRow[];
}

/** What the caller may see and the filters find, newest first. */
export function findRows({ search, rows }: Model, caller: SearchCaller, given: Given = {}): AnyRow[] {
  return rows
    .filter((row) => search.sees(caller, row) && fits(search, row, given, caller))
    .sort((left, right) => (placeOf(search, left) > placeOf(search, right) ? -1 : 1));
}

/** The rows of a page, and the figures beside them. */
export function findPage(
  model: Model,
  caller: SearchCaller,
  { given, start, limit }: { readonly given: Given; readonly start: Start; readonly limit: number },
) {
  const all = findRows(model, caller, given);
  const found =
    'offset' in start
      ? all.slice(start.offset)
      : all.filter((row) => placeOf(model.search, row) < placeOf(model.search, start.after));
  const offset = 'offset' in start ? start.offset : all.length - found.length;
  const hasMore = found.length > limit;
  return { rows: found.slice(0, limit), figures: figuresOf(all.length, offset, limit, hasMore) };
}

function figuresOf(totalCount: number, offset: number, limit: number, hasMore: boolean) {
  return {
    limit,
    total_count: totalCount,
    next_offset: offset + limit,
    page_number: Math.floor(offset / limit) + 1,
    page_total: Math.ceil(totalCount / limit),
    next_cursor: hasMore ? expect.any(String) : null,
  };
}

function fits(search: SearchCase<AnyRow>, row: AnyRow, given: Given, caller: SearchCaller): boolean {
  return Object.entries(search.filters).every(([name, { absent, matches }]) => {
    const value = isBlank(given[name]) ? absent : (given[name] as string | boolean);
    return value === undefined || matches(row, value, caller);
  });
}

const isBlank = (value: unknown) => value === undefined || value === null || value === '';

/** A text that sorts as the row does: not the way in which a store compares. */
function placeOf(search: SearchCase<AnyRow>, row: AnyRow): string {
  return `${row.createdAt.toISOString()} ${search.idOfRow(row)}`;
}
