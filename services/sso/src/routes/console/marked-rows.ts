import { ApiError } from '@latchkey/contracts';
import { errors } from '../../errors.ts';
import type { Act, List } from '../../people/console/declare.ts';
import type { ConsoleResult, MarkedRow, RowResult } from '../../people/page/console/console-view.ts';
import { consoleWords } from '../../people/page/console/words.ts';
import { isLoad } from '../../sibling/unexpected.ts';
import { ensurePower, type Acted, type SentForm } from './act.ts';
import { askAsOperator, PowerEnded, type OperatorVisit } from './for-operator.ts';
import { callOf } from './show-place.ts';

/** Source: contract part 1 "Console". */
const mostRows = 25;

/** The rows that a form marked, each as the list wrote it: what its acts are about, and what it is called. */
export function readRows(keys: readonly string[]): MarkedRow[] {
  return [...new Set(keys)].map((key) => ({ key, title: new URLSearchParams(key).get('title') ?? '' }));
}

type MarkedForm = Pick<SentForm, 'shown' | 'rows'>;

/** Why nothing is asked about marked rows or done to them: none or too many, or no power, whose form lists them. */
async function refuseRows(
  operator: OperatorVisit,
  { name }: Act,
  { shown, rows }: MarkedForm,
): Promise<Acted | undefined> {
  const { markNone, markMany } = consoleWords.forms;
  if (rows.length > 0 && rows.length <= mostRows)
    return ensurePower(operator, shown, { form: { act: name, typed: {} }, rows });
  const problem = { message: rows.length === 0 ? markNone : markMany(mostRows) };
  return { result: { kind: 'console', problem }, failure: errors.formInvalid };
}

/** Asks before an act on marked rows. */
export async function confirmRows(operator: OperatorVisit, act: Act, form: MarkedForm): Promise<Acted> {
  const { rows } = form;
  const confirm = { act: act.name, rows };
  return (await refuseRows(operator, act, form)) ?? { result: { kind: 'console', confirm } };
}

/**
 * Acts on each marked row. One failure stops no other; a row that load kept back is shown as not done. `keep` keeps what
 * happened so far, so that a form that is sent again says it, even after its process died.
 */
export async function actOnRows(
  operator: OperatorVisit,
  act: Act,
  form: MarkedForm,
  keep: (acted: Acted) => Promise<void>,
): Promise<Acted> {
  const refused = await refuseRows(operator, act, form);
  if (refused !== undefined) return refused;
  const { rows } = form;
  const results: RowResult[] = rows.map((row) => ({ ...row, state: 'waiting', message: '' }));
  for (const [index, row] of rows.entries()) {
    results[index] = { ...row, ...(await actOnRow(operator, act, row)) };
    await keep(report(act, results));
  }
  return report(act, results);
}

function report({ name: act }: Act, rows: readonly RowResult[]): Acted {
  const result: ConsoleResult = { kind: 'console', results: { act, rows } };
  return { result };
}

async function actOnRow(
  operator: OperatorVisit,
  act: Act,
  { key }: MarkedRow,
): Promise<Pick<RowResult, 'state' | 'message'>> {
  const about = new URLSearchParams(key);
  const body = Object.fromEntries(
    Object.keys(act.keys ?? {}).map((field) => [field, about.get(field) ?? '']),
  );
  try {
    const asked = { at: act.at ?? 'user-api', to: callOf(act.path), body } as const;
    const answer = await askAsOperator(operator, asked);
    if (answer.ok) return { state: 'done', message: '' };
    return isLoad(answer.code)
      ? { state: 'waiting', message: '' }
      : { state: 'refused', message: `${answer.message}.` };
  } catch (error) {
    const isBusy = error instanceof ApiError && isLoad(error.code);
    if (isBusy || error instanceof PowerEnded) return { state: 'waiting', message: '' };
    throw error;
  }
}

/** The act of a list on marked rows with this name. */
export const markedAct = (list: List | undefined, name: string): Act | undefined =>
  list?.marked.find((act) => act.name === name);
