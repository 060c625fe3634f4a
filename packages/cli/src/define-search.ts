import { pages, type CallOptions } from '@latchkey/client';
import type { Command, Input } from './command.ts';
import type { Context } from './context.ts';
import type { Option, Options } from './options.ts';
import type { Columns } from './output.ts';
import { readInstant } from './read-instant.ts';

/** The typed calls of user-api. */
export type UserApi = Awaited<ReturnType<Context['userApi']>>;
type Drop = Awaited<ReturnType<Context['drop']>>;

/** An option that narrows a search. */
interface Filter extends Option {
  /** The field of the route that it fills. */
  readonly field: string;
  /** A time, which may be typed as a person would. */
  readonly isTime?: true;
}

/**
 * The fields of a search as they were typed. They fit every route, because their values have no type here: a test holds
 * the filters of each command to the fields of its route in the OpenAPI document.
 */
type Fields = Readonly<Record<string, never>>;

interface Found<Item> {
  readonly items: readonly Item[];
  readonly total_count: number;
  readonly next_cursor: string | null;
}

export interface Search<Item, Api> extends Pick<Command, 'name' | 'summary' | 'details' | 'needs'> {
  /** What the items are, for sentences such as "No devices." */
  readonly things: string;
  readonly filters: Readonly<Record<string, Filter>>;
  readonly columns: Columns<Item>;
  search(api: Api, fields: Fields, options: CallOptions): Promise<Found<Item>>;
}

export const clientFilter = {
  client: { type: 'text', field: 'client_id', value: 'CLIENT', summary: 'Only those of this client.' },
} as const;

const timeFilter = { type: 'text', isTime: true, value: 'TIME' } as const;

export const periodFilters = {
  since: {
    ...timeFilter,
    field: 'created_from',
    summary: 'Only those since then: a date, a date and a time, or 2h, 3d, 1w ago.',
  },
  until: { ...timeFilter, field: 'created_to', summary: 'Only those before then.' },
} as const;

const pageOptions = {
  limit: { type: 'number', value: 'N', summary: 'Show at most this many, up to 100; the default is 20.' },
  cursor: { type: 'text', summary: 'Show the page after an earlier one, which told it.' },
  all: { type: 'flag', summary: 'Show all, page by page.' },
} as const satisfies Options;

/** A command that lists what a search of user-api finds, newest first. */
export function defineSearch<Item>(search: Search<Item, UserApi>): Command {
  const run: Command['run'] = async (context, input) => list(context, await context.userApi(), search, input);
  return { ...toCommand(search), run };
}

/** The same for a search of drop. */
export function defineDropSearch<Item>(search: Search<Item, Drop>): Command {
  const run: Command['run'] = async (context, input) => list(context, await context.drop(), search, input);
  return { ...toCommand(search), run };
}

export function toCommand<Item, Api>({ name, summary, details, needs, filters }: Search<Item, Api>) {
  return {
    name,
    summary,
    ...(details === undefined ? {} : { details }),
    ...(needs === undefined ? {} : { needs }),
    arguments: {},
    options: { ...filters, ...pageOptions },
  };
}

export async function list<Item, Api>(
  context: Context,
  api: Api,
  search: Search<Item, Api>,
  input: Input,
): Promise<void> {
  const { out } = context;
  const { limit, cursor, all } = input;
  const { ask, fields } = prepare(context, api, search, input);
  const show = out.startList(search.columns);
  let shown = 0;
  for await (const page of pages(ask, { ...fields, limit: limit ?? (all ? 100 : undefined), cursor })) {
    show(page.items);
    shown += page.items.length;
    if (all && page.next_cursor !== null) continue;
    const { total_count: total, next_cursor: next } = page;
    out.say(total === 0 ? `No ${search.things}.` : `${shown} of ${total} ${search.things}.`);
    if (next !== null) out.say(`All of them: --all. The next page: --cursor ${next}`);
    return;
  }
}

/** What was typed as the fields of the route, and the call that asks with them. */
export function prepare<Item, Api>(
  context: Context,
  api: Api,
  { filters, search }: Search<Item, Api>,
  input: Input,
) {
  const { signal, clock } = context.shell;
  const typed = Object.entries(filters).map(([name, { field, isTime }]) => {
    const value = input[name] === false ? undefined : input[name];
    return [field, isTime && typeof value === 'string' ? readInstant(value, clock.now()) : value] as const;
  });
  const fields: Input = Object.fromEntries(typed);
  return { fields, ask: (all: Input) => search(api, all as Fields, { signal }) };
}
