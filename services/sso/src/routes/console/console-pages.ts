import { ApiError, exampleValues } from '@latchkey/contracts';
import { text, texts, type RequestInfo } from '@latchkey/http-server';
import { readOwnForm } from '../../access/read-own-form.ts';
import { visitorAccess } from '../../access/visitor-access.ts';
import { errors } from '../../errors.ts';
import { actOnce } from '../../people/console/act-once.ts';
import { textOf, type Act, type Item, type List } from '../../people/console/declare.ts';
import { findList, lists } from '../../people/console/lists.ts';
import type { ConsoleResult, ConsoleView } from '../../people/page/console/console-view.ts';
import { consoleWords } from '../../people/page/console/words.ts';
import { readChallenge } from '../../people/sign-in/passkey.ts';
import type { Visit } from '../../people/sign-in/visit.ts';
import type { Shown } from '../../sibling/operator.ts';
import { defineView, pageOutput } from '../pages/define-view.ts';
import { findKept, shownField } from '../pages/kept-page.ts';
import { failed, type Outcome } from '../pages/outcome.ts';
import { actOn, ensurePower, type Acted, type SentForm } from './act.ts';
import { forOperator, viewConsole, type OperatorVisit } from './for-operator.ts';
import { actOnRows, confirmRows, markedAct, readRows } from './marked-rows.ts';
import { addressOf, pageOf } from './place.ts';
import { showPlace } from './show-place.ts';

const names = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name);
const fieldsOf = (all: readonly string[]) => Object.fromEntries(all.map((name) => [name, text]));
const acts = lists.flatMap((list) => [...list.acts, ...(list.thing?.acts ?? [])]);
const filterNames = lists.flatMap(({ filters, needs = [] }) => [...names(filters), ...needs]);
const fieldNames = acts.flatMap(({ fields = [] }) => names(fields));

/** The console is in English only; whoever is led elsewhere has their own language. */
const speak = ({ view }: Outcome<ConsoleView>) => (view.kind === 'console' ? 'en' : undefined);

const output = {
  properties: {
    ...pageOutput.properties,
    section: { type: 'object', additionalProperties: true, description: 'what the page shows' },
    until: { type: ['string', 'null'], description: 'when the power ends; null without power' },
    notice: { type: ['string', 'null'], description: 'what a form did' },
  },
} as const;

function showPage(path: string, summary: string) {
  return defineView({
    method: 'GET',
    page: (request) => ({ ...pageOf(request), path: addressOf(request) }),
    speak,
    path,
    summary,
    access: visitorAccess,
    input: {
      properties: {
        ...fieldsOf(filterNames),
        cursor: { type: 'string', description: 'of the next page of a list' },
        page_number: { type: 'string', description: 'of a page of a list, from 1' },
        ...shownField,
      },
    },
    output,
    errors: [errors.pageUnknown, errors.formInvalid, errors.throttled],
    handle(context, input, visit, request) {
      return forOperator(context, visit, request, async (operator) => {
        const kept = await findKept(context.tickets, visit, input.shown, pageOf(request));
        if (kept !== undefined && kept.view.kind !== 'console') return kept;
        const shown = await showPlace(operator, input, kept?.view as ConsoleResult | undefined);
        return kept?.failure === undefined ? shown : { ...shown, failure: kept.failure };
      });
    },
  });
}

function actPage(path: string, summary: string) {
  return defineView({
    page: pageOf,
    speak,
    path,
    summary,
    // The address of a list keeps its filters.
    readsSearch: true,
    access: visitorAccess,
    input: {
      properties: {
        ...fieldsOf(fieldNames),
        csrf: { ...text, examples: [exampleValues['csrf']] },
        act: { ...text, description: 'enter, end_power, or the name of an act' },
        going_on: { ...text, description: 'the same, of a form that a script sends' },
        mark: { ...text, description: 'the act that is to be confirmed for the marked rows' },
        row: { ...texts, description: 'the marked rows' },
        code: { ...text, description: 'one-time code' },
        password: text,
        passkey: { ...text, description: 'the answer of an authenticator, as JSON' },
        passkey_begun: { ...text, description: 'with passkey: as the form had it' },
        ui_locales: text,
      },
    },
    output,
    errors: [
      errors.csrfFailed,
      errors.pageUnknown,
      errors.formInvalid,
      errors.badCredentials,
      errors.powerNeeded,
      errors.powerRefused,
      errors.actRefused,
      errors.throttled,
    ],
    handle(context, input, visit, request) {
      return forOperator(context, visit, request, async (operator) => {
        const facts = readOwnForm(context.settings, visit, request, input.csrf);
        return facts === undefined
          ? failed('csrf_mismatch', errors.csrfFailed)
          : submit(operator, facts.formId, input, request);
      });
    },
  });
}

/** What the form of a page has, beside the fields of its act. */
interface Input extends Readonly<Record<string, unknown>> {
  readonly act?: string;
  readonly going_on?: string;
  readonly mark?: string;
  readonly row?: string[];
  readonly code?: string;
  readonly password?: string;
  readonly passkey?: string;
  readonly passkey_begun?: string;
}

function readShown(visit: Visit, formId: string, input: Input): Shown {
  const { code = '', password = '', passkey = '', passkey_begun: begun = '' } = input;
  return { code: code.trim(), password, passkey, challenge: readChallenge(visit, formId, begun) };
}

async function submit(
  operator: OperatorVisit,
  formId: string,
  input: Input,
  request: RequestInfo,
): Promise<Outcome<ConsoleView>> {
  const { context, visit } = operator;
  const { act = input.going_on ?? '', mark } = input;
  const sent = { shown: readShown(visit, formId, input), rows: readRows(input.row ?? []), typed: input };
  if (act === 'end_power') return endPower(operator);
  if (mark !== undefined) return showActed(operator, await confirm(operator, mark, sent));
  const { browserSecret } = visit;
  const acted = await actOnce<Acted>(context, { browserSecret, formId }, async (keep) => {
    const done = await run(operator, act, sent, keep);
    const { once: _once, ...rest } = done;
    await keep(rest);
    return { done, isOver: done.failure === undefined };
  });
  const known = acted ?? unknownYet;
  const led = await showActed(operator, known);
  if (led.isInPlace) return led;
  const next = addressOf(request);
  if (act !== 'enter' || known.failure !== undefined) return { ...led, next };
  return { view: led.view, next };
}

const unknownYet: Acted = { result: { kind: 'console', notice: consoleWords.forms.sentBefore } };

async function endPower(operator: OperatorVisit): Promise<Outcome<ConsoleView>> {
  const { context, visit } = operator;
  await context.powers.end(visit.session.id);
  return { ...(await showPlace(operator, {})), next: '/console' };
}

async function confirm(operator: OperatorVisit, name: string, sent: Sent): Promise<Acted> {
  const act = markedAct(findList(operator.place.list ?? ''), name);
  if (act === undefined) throw new ApiError(errors.formInvalid);
  return confirmRows(operator, act, sent);
}

type Sent = Omit<SentForm, 'typed'> & { readonly typed: Item };

/** Does what a form asks for. Throws for an act that its place does not have. */
async function run(
  operator: OperatorVisit,
  name: string,
  sent: Sent,
  keep: (acted: Acted) => Promise<void>,
): Promise<Acted> {
  const { list: listName, id } = operator.place;
  const list = findList(listName ?? '');
  if (name === 'enter')
    return (await ensurePower(operator, sent.shown, {})) ?? { result: { kind: 'console' } };
  const marked = id === undefined && sent.rows.length > 0 ? markedAct(list, name) : undefined;
  if (marked !== undefined) return actOnRows(operator, marked, sent, keep);
  const act = findAct(list, id, name);
  if (act === undefined) throw new ApiError(errors.formInvalid);
  const typed = Object.fromEntries(
    names(act.fields ?? []).map((field) => [field, textOf(sent.typed, field)]),
  );
  return actOn(operator, act, { id }, { ...sent, typed });
}

function findAct(list: List | undefined, id: string | undefined, name: string): Act | undefined {
  const of = id === undefined ? list?.acts : list?.thing?.acts;
  return of?.find((act) => act.name === name);
}

/** The page as it is then, with what the form did; what is shown once is answered in its place. */
async function showActed(operator: OperatorVisit, acted: Acted): Promise<Outcome<ConsoleView>> {
  const { result, once, failure, retryAfterSeconds } = acted;
  if (once !== undefined) {
    const view = await viewConsole(operator, { at: 'once', ...once }, result);
    return { view, isInPlace: true };
  }
  const shown = await showPlace(operator, {}, result);
  return {
    ...shown,
    nextView: result,
    ...(failure && { failure }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}

const paths = {
  '/console': 'the console of operators',
  '/console/:list': 'a list of the console',
  '/console/:list/:id': 'a thing of the console',
};

/** The pages of operators: two routes for each depth of an address. Source: contract part 1 "Console". */
export const consolePages = Object.entries(paths).flatMap(([path, what]) => [
  showPage(path, `Shows ${what}`),
  actPage(path, `Receives the forms of ${what}`),
]);
