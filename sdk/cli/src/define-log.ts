import { pages } from '@latchkey/client';
import type { Input } from '@latchkey/process/command-line';
import type { Command } from './command.ts';
import type { Context } from './context.ts';
import { list, prepare, toCommand, type Search, type UserApi } from './define-search.ts';
import { createUnclear, wordFailure } from './failure.ts';
import { followRows, type Row } from './follow-rows.ts';
import type { CsvColumns } from './output.ts';

interface LogSearch<Item> extends Search<Item, UserApi> {
  /** What --format csv writes of each row: values as the service has them. */
  readonly csv: CsvColumns<Item>;
}

const logOptions = {
  follow: { type: 'flag', summary: 'Go on with what happens next, until Ctrl-C.' },
  format: {
    type: 'text',
    choices: ['table', 'csv'],
    summary: 'Write csv: all that is found, unless there is a --limit.',
  },
} as const;

/** A command that lists the rows of a log and, with --follow, those that come. */
export function defineLog<Item extends Row>(search: LogSearch<Item>): Command {
  const { options, details: _many, ...rest } = toCommand(search);
  // The help of a log has one line less to spend, and must fit a window.
  const details = search.details === undefined ? {} : { details: search.details };
  return {
    ...rest,
    ...details,
    options: { ...logOptions, ...options },
    async run(context, input) {
      const { out, globals } = context;
      const isCsv = input['format'] === 'csv';
      if (isCsv && globals.json)
        throw createUnclear(search.name, '--format csv cannot be combined with --json.');
      const start = () => (isCsv ? out.startCsv(search.csv) : out.startList(search.columns));
      const show = input['follow'] === true ? follow : list;
      const all = input['all'] === true || (isCsv && !input['follow'] && input['limit'] === undefined);
      await show(context, await context.userApi(), search, { ...input, all }, start);
    },
  };
}

async function follow<Item extends Row, Api>(
  context: Context,
  api: Api,
  search: Search<Item, Api>,
  input: Input,
  start: () => (items: readonly Item[]) => void,
): Promise<void> {
  const { out, shell } = context;
  const unfit = ['all', 'cursor', 'until'].find((name) => input[name]);
  if (unfit !== undefined) throw createUnclear(search.name, `--follow cannot be combined with --${unfit}.`);
  const { ask, fields } = prepare(context, api, search, input);
  const show = start();
  const batches = followRows<Item>(
    {
      async readLatest() {
        const { items, next_cursor: next } = await ask({ ...fields, limit: input['limit'] });
        return { rows: items, isWhole: next === null };
      },
      async readSince(instant = fields['created_from']) {
        const found: Item[] = [];
        for await (const { items } of pages(ask, { ...fields, created_from: instant, limit: 100 }))
          found.push(...items);
        return found;
      },
      onDelay: (error) => out.say(`${wordFailure(error).message} Asking again until there is an answer.`),
    },
    shell.clock,
    shell.signal,
  );
  for await (const rows of batches) show(rows);
}
