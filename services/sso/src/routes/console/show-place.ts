import { ApiError, consoleCall, consoleSearch } from '@latchkey/contracts';
import type { Refusal } from '@latchkey/contracts/service-client';
import { errors } from '../../errors.ts';
import type { Item, List } from '../../people/console/declare.ts';
import { findList } from '../../people/console/lists.ts';
import { findPower } from '../../people/console/power.ts';
import type {
  ConsoleResult,
  ConsoleSection,
  ConsoleView,
  Typed,
} from '../../people/page/console/console-view.ts';
import { consoleWords } from '../../people/page/console/words.ts';
import { unexpected } from '../../sibling/unexpected.ts';
import type { Outcome } from '../pages/outcome.ts';
import { askAsOperator, enterSection, viewConsole, type OperatorVisit } from './for-operator.ts';
import { findOverview } from './show-overview.ts';

/** What the address of a list says beside its filters. */
export interface Position {
  readonly cursor?: string | undefined;
  readonly page_number?: string | undefined;
}

const pageSize = 20;

/** The calls of a declaration are made once, as each output is compiled once. */
const searches = new Map<string, ReturnType<typeof consoleSearch>>();
const views = new Map<string, ReturnType<typeof consoleCall>>();

function made<Made>(kept: Map<string, Made>, path: `/${string}`, make: (path: `/${string}`) => Made): Made {
  const one = kept.get(path) ?? make(path);
  kept.set(path, one);
  return one;
}

export const callOf = (path: `/${string}`) => made(views, path, consoleCall);

/** A page of the console: what the form before it led to, else its list or thing as it is now. */
export async function showPlace(
  operator: OperatorVisit,
  query: Typed & Position,
  result: ConsoleResult = { kind: 'console' },
): Promise<Outcome<ConsoleView>> {
  const { context, visit, place } = operator;
  const { confirm, results, form, rows } = result;
  const power = await findPower(context, visit);
  if (results !== undefined) return show(operator, { at: 'rows', ...results }, result);
  if (power === undefined)
    return show(operator, enterSection(operator, { form: form ?? null, rows: rows ?? [] }), result);
  if (confirm !== undefined) return show(operator, { at: 'confirm', ...confirm }, result);
  if (place.list === undefined) return show(operator, await findOverview(operator), result);
  const list = findList(place.list);
  if (list === undefined) throw new ApiError(errors.pageUnknown);
  if (place.id !== undefined) return showThing(operator, { list, id: place.id }, result);
  return showList(operator, list, query, result);
}

async function show(
  operator: OperatorVisit,
  section: ConsoleSection,
  result: Partial<ConsoleResult>,
): Promise<Outcome<ConsoleView>> {
  return { view: await viewConsole(operator, section, result) };
}

async function showThing(
  operator: OperatorVisit,
  { list: { thing, at = 'user-api' }, id }: { readonly list: List; readonly id: string },
  result: ConsoleResult,
): Promise<Outcome<ConsoleView>> {
  if (thing === undefined) throw new ApiError(errors.pageUnknown);
  const asked = { at, to: callOf(thing.view), body: { [thing.key]: id } };
  const answer = await askAsOperator(operator, asked);
  if (!answer.ok && isUnknown(answer)) throw new ApiError(errors.pageUnknown);
  if (!answer.ok) throw unexpected(answer, 'a page of the console', at);
  const { items = [answer.data] } = answer.data as { readonly items?: readonly Item[] };
  const [item] = items;
  if (item === undefined) throw new ApiError(errors.pageUnknown);
  return show(operator, { at: 'thing', id, item, form: result.form ?? null }, result);
}

const isUnknown = ({ code }: Refusal): boolean => code === 'not_found' || code.startsWith('invalid_');

/** A page of a list. A cursor or a page that is not good any more leads to the first one; a filter says what it takes. */
async function showList(
  operator: OperatorVisit,
  list: List,
  given: Typed & Position,
  result: ConsoleResult,
): Promise<Outcome<ConsoleView>> {
  const query = filtersIn(list, given);
  const empty = { at: 'list', query, items: [], total: 0, page: 1, pages: 0, next: null } as const;
  const form = result.form ?? null;
  if ((list.needs ?? []).some((name) => query[name] === undefined))
    return show(
      operator,
      { ...empty, form },
      { ...result, problem: { message: consoleWords.forms.filtered } },
    );
  const answer = await search(operator, list, query, given);
  if (!answer.ok && answer.field !== undefined && answer.code === 'invalid_filter') {
    const problem = { message: `${answer.message}.`, field: answer.field };
    const shown = await show(operator, { ...empty, form }, { problem });
    return { ...shown, failure: errors.formInvalid };
  }
  if (!answer.ok) throw unexpected(answer, 'a list of the console', list.at);
  // What a list is needed for is a fact of each of its rows.
  const about = Object.fromEntries((list.needs ?? []).map((name) => [name, query[name]]));
  const items = answer.data.items.map((item) => ({ ...about, ...item }));
  const { total_count: total, page_number: page, page_total: pages, next_cursor: next } = answer.data;
  return show(operator, { at: 'list', query, items, total, page, pages, next, form }, result);
}

/** The filters in force: those of the list that are not empty. */
function filtersIn({ filters, needs = [] }: List, given: Typed): Typed {
  const names = [...filters.map(({ name }) => name), ...needs];
  return Object.fromEntries(names.flatMap((name) => (given[name] ? [[name, given[name]]] : [])));
}

async function search(operator: OperatorVisit, list: List, query: Typed, { cursor, page_number }: Position) {
  const to = made(searches, list.search, consoleSearch);
  const ask = (position: object) =>
    askAsOperator(operator, {
      at: list.at ?? 'user-api',
      to,
      body: { limit: pageSize, ...query, ...position },
    });
  const position = cursor ? { cursor } : page_number && { page_number };
  const found = position ? await ask(position) : undefined;
  return found?.ok ? found : ask({});
}
