import { errors } from '../../errors.ts';
import { keysOf, textOf, type Act, type Item } from '../../people/console/declare.ts';
import { factorFieldOf, freshFieldOf } from '../../people/console/factor.ts';
import { findPower } from '../../people/console/power.ts';
import type { ConsoleResult, MarkedRow, Typed } from '../../people/page/console/console-view.ts';
import { consoleWords, wordsOf } from '../../people/page/console/words.ts';
import type { Shown } from '../../sibling/operator.ts';
import { askAsOperator, askWithFreshCode, PowerEnded, type OperatorVisit } from './for-operator.ts';
import { enter, explain, gainPower, refuseHere, type Refused } from './gain-power.ts';
import { callOf } from './show-place.ts';

/** What a form of the console sent. */
export interface SentForm {
  readonly shown: Shown;
  readonly typed: Typed;
  readonly rows: readonly MarkedRow[];
}

/** What a form did, or why nothing; `once` is in no other answer. */
export interface Acted extends Partial<Omit<Refused, 'problem'>> {
  readonly result: ConsoleResult;
  readonly once?: { readonly act: string; readonly value: string };
}

const nothing = (refused: Refused, sent: Partial<ConsoleResult>): Acted => {
  const { problem, ...failure } = refused;
  return { result: { kind: 'console', ...sent, problem }, ...failure };
};

/** The power is asked for: the form is shown again, as typed, with the field of the factor. */
const askPower = (sent: Partial<ConsoleResult>): Acted => ({
  result: { kind: 'console', ...sent },
  failure: errors.powerNeeded,
});

/** Makes sure of the power before a form acts: what it came to where there is none, undefined where it may act. */
export async function ensurePower(
  operator: OperatorVisit,
  shown: Shown,
  sent: Partial<ConsoleResult>,
): Promise<Acted | undefined> {
  if ((await findPower(operator.context, operator.visit)) !== undefined) return undefined;
  const isShown = [shown.code, shown.password, shown.passkey].some((one) => one !== '');
  if (!isShown) return askPower(sent);
  const refused = (await refuseHere(operator, shown)) ?? (await gainPower(operator, shown));
  return refused && nothing(refused, sent);
}

/** Whether the code of an act is what its power may begin with. */
function isFactor({ context, visit }: OperatorVisit, { isFresh, needsPower }: Act, shown: Shown): boolean {
  const field = factorFieldOf(context.settings.operatorMfa, visit.session);
  return (
    isFresh === true && needsPower !== true && field !== null && shown.passkey === '' && shown[field] !== ''
  );
}

/** What a sibling is asked for an act: the fields that were filled in, what it is about, and a fresh code where it needs one. */
function askedFor(act: Act, about: Item, { shown, typed }: SentForm, field: 'code' | 'password') {
  const { fields = [] } = act;
  const read = (name: string, value: string) =>
    fields.some((one) => one.name === name && one.isList) ? value.trim().split(/\s+/) : value;
  const given = Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) => (value ? [[name, read(name, value)]] : [])),
  );
  const fresh = { [field === 'code' ? 'auth.code' : 'auth.pass']: shown[field] };
  const body = { ...keysOf(act, about), ...given, ...(act.isFresh && shown[field] !== '' && fresh) };
  return { at: act.at ?? 'user-api', to: callOf(act.path), body } as const;
}

/**
 * Does an act of a list or a thing. Without power it needs the factor; a fresh code of the act is what user-api checks
 * before it acts, and once it is done the power begins. Source: contract part 1 "Console".
 */
export async function actOn(operator: OperatorVisit, act: Act, about: Item, form: SentForm): Promise<Acted> {
  const { context, visit } = operator;
  const { shown, typed } = form;
  const sent = { form: { act: act.name, typed } };
  const field = freshFieldOf(visit.session);
  const asked = askedFor(act, about, form, field);
  const hasPower = (await findPower(context, visit)) !== undefined;
  if (!hasPower && isFactor(operator, act, shown)) {
    const refused = await refuseHere(operator, shown);
    if (refused !== undefined) return nothing(refused, sent);
    const answer = await askWithFreshCode(operator, { ...asked, at: 'user-api', isAlwaysFresh: true });
    if (!answer.ok) return nothing(explain(answer, field), sent);
    // The act is done, and its answer is shown, also where the power cannot begin.
    await enter(operator).catch(() => undefined);
    return done(act, answer.data);
  }
  const lacking = hasPower ? undefined : await ensurePower(operator, shown, sent);
  // The code was what the power began with, and is spent.
  if (lacking === undefined && !hasPower && act.needsPower && shown.passkey === '')
    return askPower({ ...sent, notice: consoleWords.power.anotherCode });
  return lacking ?? actWithPower(operator, act, asked, { field, sent });
}

async function actWithPower(
  operator: OperatorVisit,
  act: Act,
  asked: ReturnType<typeof askedFor>,
  { field, sent }: { readonly field: string; readonly sent: Partial<ConsoleResult> },
): Promise<Acted> {
  try {
    const answer = await askAsOperator(operator, asked);
    return answer.ok ? done(act, answer.data) : nothing(explain(answer, field), sent);
  } catch (error) {
    if (error instanceof PowerEnded) return askPower(sent);
    throw error;
  }
}

function done({ name, once }: Act, answer: Item): Acted {
  const result = { kind: 'console', notice: wordsOf(name).done(answer) } as const;
  const value = once === undefined ? '' : textOf(answer, once);
  return value === '' ? { result } : { result, once: { act: name, value } };
}
