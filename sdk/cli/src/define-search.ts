import { pages } from '@latchkey/client';
import { nearest, type Input, type Option, type Options } from '@latchkey/process/command-line';
import type { Command } from './command.ts';
import type { Context } from './context.ts';
import { createUnclear } from './failure.ts';
import type { Columns } from './output.ts';
import { readInstant, timeForms } from './read-instant.ts';

export type UserApi = Awaited<ReturnType<Context['userApi']>>;
type Drop = Awaited<ReturnType<Context['drop']>>;

interface Filter extends Option {
  /** The field of the route that it fills. */
  readonly field: string;
  /** A time, which may be typed as a person would. */
  readonly isTime?: true;
  /** All values, where they are too many for the help: a mistyped one is met with the nearest. */
  readonly known?: readonly string[];
}

/**
 * The fields of a search as they were typed. They fit every route, because their values have no type here: a test holds
 * the filters of each command to the fields of its route in the OpenAPI document.
 */
export type Fields = Readonly<Record<string, never>>;

interface Found<Item> {
  readonly items: readonly Item[];
  readonly total_count: number;
  readonly next_cursor: string | null;
}

export interface Search<Item, Api> extends Pick<Command, 'name' | 'summary' | 'details' | 'needs'> {
  /** What the items are, for sentences such as "No devices." */
  readonly things: string;
  readonly filters: Readonly<Record<string, Filter>>;
  /** Options that fill no field. */
  readonly options?: Options;
  readonly columns: Columns<Item>;
  /** What --quiet prints of each: what other commands take. */
  readonly key?: (item: Item) => string;
  search(api: Api, fields: Fields): Promise<Found<Item>>;
}

export const clientFilter = {
  client: { type: 'text', field: 'client_id', value: 'CLIENT', summary: 'Only those of this client.' },
} as const;

export const stateFilter = (...choices: readonly string[]): Filter => ({
  type: 'text',
  field: 'status',
  choices,
  summary: 'Only those in this state.',
});

/** A filter by a part of what the list names. */
export const partFilter = (of: string, things = 'those'): Filter => ({
  type: 'text',
  field: 'search',
  value: 'TEXT',
  summary: `Only ${things} with this in ${of}.`,
});

const timeFilter = { type: 'text', isTime: true, value: 'TIME' } as const;

export const periodFilters = {
  since: {
    ...timeFilter,
    field: 'created_from',
    summary: 'Only those since a date, a time, yesterday or 2h ago.',
  },
  until: { ...timeFilter, field: 'created_to', summary: 'Only those before then.' },
} as const;

const pageOptions = {
  limit: { type: 'number', value: 'N', summary: 'Show at most this many, up to 100; 20 unless given.' },
  cursor: { type: 'text', summary: 'Show the page after the one that ended with it.' },
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

export function toCommand<Item, Api>({ name, summary, details, needs, filters, options }: Search<Item, Api>) {
  return {
    name,
    summary,
    details: [...(details === undefined ? [] : [details]), 'With --json each of them is a line.'].join('\n'),
    ...(needs === undefined ? {} : { needs }),
    arguments: {},
    options: { ...filters, ...options, ...pageOptions },
    fieldNames: Object.fromEntries(
      Object.entries(filters).map(([option, { field }]) => [field, `--${option}`]),
    ),
  };
}

export async function list<Item, Api>(
  context: Context,
  api: Api,
  search: Search<Item, Api>,
  input: Input,
  start = () => context.out.startList(search.columns, search.key),
): Promise<void> {
  const { out } = context;
  const { limit, cursor, all } = input;
  const { ask, fields } = prepare(context, api, search, input);
  const show = start();
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

interface Asked<Answer, Api> extends Pick<Search<never, Api>, 'name' | 'filters'> {
  search(api: Api, fields: Fields): Promise<Answer>;
}

/** What was typed as the fields of the route, and the call that asks with them. */
export function prepare<Answer, Api>(
  context: Context,
  api: Api,
  { name, filters, search }: Asked<Answer, Api>,
  input: Input,
) {
  const { clock } = context.shell;
  const typed = Object.entries(filters).map(([option, filter]) => {
    const value = input[option] === false ? undefined : input[option];
    return [filter.field, typeof value === 'string' ? read(option, filter, value) : value] as const;
  });
  function read(option: string, { isTime, known }: Filter, value: string): string {
    const refuse = (sentence: string) => createUnclear(name, sentence);
    if (known?.includes(value) === false) {
      const near = nearest(value, known);
      const hint = near === undefined ? '' : ` Did you mean ${near}?`;
      throw refuse(`--${option}: there is no ${JSON.stringify(value)}.${hint}`);
    }
    const instant = isTime ? readInstant(value, clock.now()) : value;
    if (instant === undefined)
      throw refuse(`--${option} must be ${timeForms}, not ${JSON.stringify(value)}.`);
    return instant;
  }
  const fields: Input = Object.fromEntries(typed);
  return { fields, ask: (all: Input) => search(api, all as Fields) };
}
