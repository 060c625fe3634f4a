import { ApiError, type Contract } from '@latchkey/contracts';
import type { RequestInfo } from '@latchkey/http-server';
import { createCsrfToken } from '../../access/csrf.ts';
import type { SsoContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { factorFieldOf, freshFieldOf } from '../../people/console/factor.ts';
import { findPower } from '../../people/console/power.ts';
import type {
  ActForm,
  ConsoleResult,
  ConsoleSection,
  ConsoleView,
  MarkedRow,
} from '../../people/page/console/console-view.ts';
import { offerPasskey } from '../../people/sign-in/passkey.ts';
import type { SignedInVisit, Visit } from '../../people/sign-in/visit.ts';
import { askWithRights, OperatorLeft, type Asked } from '../../sibling/operator.ts';
import { leadToLogin } from '../pages/lead-to-login.ts';
import type { Outcome } from '../pages/outcome.ts';
import { placeOf, type Place } from './place.ts';

/** A visit of an operator, and the page. */
export interface OperatorVisit {
  readonly context: SsoContext;
  readonly visit: SignedInVisit;
  readonly place: Place;
}

/** The power ended, or had not begun: nothing was asked. */
export class PowerEnded extends Error {}

/** Asks a sibling once the record of the power was read. Throws PowerEnded, OperatorLeft. Source: contract part 1 "Console". */
export async function askAsOperator<Called extends Contract>(
  { context, visit }: OperatorVisit,
  asked: Asked<Called>,
) {
  if ((await findPower(context, visit)) === undefined) throw new PowerEnded();
  return askWithRights(context, visit, asked);
}

/**
 * Asks for an act without power, by the same token: of a route of user-api that checks a fresh one-time code before it
 * acts, whatever else it is sent. The code is then what the power begins with.
 */
export function askWithFreshCode<Called extends Contract>(
  { context, visit }: OperatorVisit,
  asked: Asked<Called> & { readonly at: 'user-api'; readonly isAlwaysFresh: true },
) {
  return askWithRights(context, visit, asked);
}

/**
 * Runs `make` for an operator who is signed in. Everybody else who is signed in gets the 404 of an address that no page
 * has, and who is not is led to the sign-in. Where the power has ended, or ends meanwhile, its form is shown.
 */
export async function forOperator(
  context: SsoContext,
  visit: Visit,
  request: RequestInfo,
  make: (operator: OperatorVisit) => Promise<Outcome<ConsoleView>>,
): Promise<Outcome<ConsoleView>> {
  const { session } = visit;
  const { path, search } = request;
  const query = request.method === 'GET' && search !== '' ? search : undefined;
  const toLogin = () => ({ ...leadToLogin(path), going: { path, query } });
  if (session === undefined) return toLogin();
  if (session.kind === 'user') throw new ApiError(errors.pageUnknown);
  const operator = { context, visit: { ...visit, session }, place: placeOf(path) };
  try {
    return await make(operator);
  } catch (error) {
    if (error instanceof OperatorLeft) return toLogin();
    if (error instanceof PowerEnded) return { view: await viewConsole(operator, enterSection(operator)) };
    throw error;
  }
}

/** A page of the console as it is now, with what a form before it did. */
export async function viewConsole(
  { context, visit, place }: OperatorVisit,
  section: ConsoleSection,
  { notice, problem }: Partial<ConsoleResult> = {},
): Promise<ConsoleView> {
  const { session, browserSecret, nextForm: id } = visit;
  const power = await findPower(context, visit);
  return {
    kind: 'console',
    csrf: createCsrfToken(browserSecret, { id }),
    account: session.email,
    list: place.list,
    untilMs: power?.untilMs,
    freshField: freshFieldOf(session),
    section,
    notice: notice ?? null,
    problem: problem ?? null,
    passkey: section.at === 'enter' ? offerPasskey(visit, id) : undefined,
  };
}

/** The form that asks for the factor, and then goes on with what was sent. */
export function enterSection(
  { context, visit }: OperatorVisit,
  { form = null, rows = [] }: { readonly form?: ActForm | null; readonly rows?: readonly MarkedRow[] } = {},
): ConsoleSection {
  const factor = factorFieldOf(context.settings.operatorMfa, visit.session);
  return { at: 'enter', factor, form, rows };
}
