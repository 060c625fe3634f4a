import { pages, type Page } from '@latchkey/client';
import type { Columns, Output } from './output.ts';

/** Options of every command that lists. */
export const searchOptions = {
  limit: { type: 'number', summary: 'At most so many: 50 unless given.' },
  all: { type: 'flag', summary: 'All of them.' },
} as const;

interface Paging {
  readonly limit: number | undefined;
  readonly all: boolean;
}

/** The most that a page of any search holds. */
const pageSize = 100;

type ItemOf<Found extends Page> = Found['items'][number];

/** Prints what a search finds, page by page, up to the limit. */
export async function printItems<
  const Fields extends object,
  Found extends Page & { readonly total_count?: number },
>(
  out: Output,
  call: (fields: Fields & { limit: number }) => Promise<Found>,
  filters: Fields,
  { limit = 50, all }: Paging,
  columns: Columns<ItemOf<Found>>,
): Promise<void> {
  const most = all ? Number.POSITIVE_INFINITY : limit;
  const items: ItemOf<Found>[] = [];
  let total: number | undefined;
  for await (const page of pages(call, { ...filters, limit: Math.min(most, pageSize) })) {
    items.push(...(page.items as ItemOf<Found>[]));
    total ??= page.total_count;
    if (items.length >= most) break;
  }
  const shown = items.slice(0, most);
  out.list(shown, columns);
  const of = total === undefined || total === shown.length ? '' : ` of ${total}; --all shows all of them`;
  out.say(shown.length === 0 ? 'Nothing found.' : `${shown.length}${of}.`);
}
