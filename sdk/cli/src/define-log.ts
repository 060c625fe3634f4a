import { pages } from '@latchkey/client';
import type { Input } from '@latchkey/process/command-line';
import type { Command } from './command.ts';
import type { Context } from './context.ts';
import { list, prepare, toCommand, type Search, type UserApi } from './define-search.ts';
import { createUnclear, tellFailure } from './failure.ts';
import { followRows, type Row } from './follow-rows.ts';

/** A command that lists the rows of a log and, with --follow, those that come. */
export function defineLog<Item extends Row>(search: Search<Item, UserApi>): Command {
  const { options, ...rest } = toCommand(search);
  const flag = { type: 'flag', summary: 'Go on with what happens next, until Ctrl-C.' } as const;
  return {
    ...rest,
    options: { follow: flag, ...options },
    async run(context, input) {
      const show = input['follow'] === true ? follow : list;
      await show(context, await context.userApi(), search, input);
    },
  };
}

async function follow<Item extends Row, Api>(
  context: Context,
  api: Api,
  search: Search<Item, Api>,
  input: Input,
): Promise<void> {
  const { out, shell } = context;
  const unfit = ['all', 'cursor', 'until'].find((name) => input[name]);
  if (unfit !== undefined) throw createUnclear(search.name, `--follow cannot be combined with --${unfit}.`);
  const { ask, fields } = prepare(context, api, search, input);
  const show = out.startList(search.columns);
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
      onDelay: (error) => out.say(`${tellFailure(error).message} Asking again until there is an answer.`),
    },
    shell.clock,
    shell.signal,
  );
  for await (const rows of batches) show(rows);
}
