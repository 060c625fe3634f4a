import type { ErrorSpec } from '@latchkey/contracts';
import { text, type Route } from '@latchkey/http-server';
import type { Html } from '@latchkey/pages';
import { createCsrfToken } from '../../access/csrf.ts';
import { readOwnForm } from '../../access/read-own-form.ts';
import { visitorAccess } from '../../access/visitor-access.ts';
import { errors } from '../../errors.ts';
import type {
  AccountProblem,
  AccountResult,
  AccountView,
  SectionOf,
} from '../../people/page/account/account-view.ts';
import { pathOf } from '../../people/page/account/path-of.ts';
import { accountLook } from '../../people/page/account/render-account.ts';
import type { SectionName } from '../../people/page/account/section-names.ts';
import type { FormContext } from '../../people/page/account/sign-in-fields.ts';
import type { AnyView, Looks, Page } from '../../people/page/look.ts';
import type { PasskeyOffer } from '../../people/sign-in/passkey.ts';
import type { Visit } from '../../people/sign-in/visit.ts';
import { defineView, type ViewRoute } from '../pages/define-view.ts';
import { findKept, shownField } from '../pages/kept-page.ts';
import { failed, type Outcome } from '../pages/outcome.ts';
import { failureOf } from './account-failures.ts';
import { formFields, readForm } from './act-form.ts';
import type { Act, SectionResult } from './act.ts';
import { forPerson, type Person } from './for-person.ts';

/** What the address of a section may say. */
export interface SectionQuery {
  readonly cursor?: string | undefined;
  readonly outcome?: string | undefined;
  readonly kind?: string | undefined;
}

/** One section of the account page, which is a page of its own. */
export interface AccountPage<Name extends SectionName, More extends AnyView = never> {
  readonly name: Name;
  /** What it shows; `once` is what an act before it shows in this answer only. */
  readonly load: (
    person: Person,
    query: SectionQuery,
    once: Partial<SectionOf<Name>> | undefined,
  ) => Promise<SectionOf<Name>>;
  readonly render: (section: SectionOf<Name>, context: FormContext) => Html;
  /** What else it may be led to. */
  readonly looks?: Looks<More>;
  /** What its forms do, by the name of their button; one without any has no forms. */
  readonly acts?: Readonly<Record<string, Act<Name, More>>>;
  /** What its forms take and answer that no other's do. */
  readonly rules?: Pick<Route<never>, 'fileType' | 'body'>;
  /** What its acts can be refused for, beside what every act can. */
  readonly errors?: readonly ErrorSpec[];
  /** Why it cannot be shown whole. */
  readonly findTrouble?: (section: SectionOf<Name>) => AccountProblem | null;
  /** What it offers to browsers that have passkeys. */
  readonly offer?: (visit: Visit) => PasskeyOffer | undefined;
}

/** The routes of a section. Source: contract part 1 "Account page". */
export function defineAccountPage<Name extends SectionName, More extends AnyView = never>(
  section: AccountPage<Name, More>,
): readonly ViewRoute[] {
  const { name, render, acts } = section;
  const looks = { account: accountLook(render), ...section.looks } as Looks<AccountView | More>;
  const page = { path: pathOf(name), looks };
  return acts === undefined
    ? [showPage(section, page)]
    : [showPage(section, page), actPage(section, page, acts)];
}

/** A section as it is now, with what an act did. */
async function showSection<Name extends SectionName>(
  { load, findTrouble, offer }: Pick<AccountPage<Name>, 'load' | 'findTrouble' | 'offer'>,
  person: Person,
  query: SectionQuery,
  result: SectionResult<Name>,
): Promise<Outcome<AccountView>> {
  const { session, browserSecret, nextForm: id } = person.visit;
  const { once } = result;
  const section = { ...(await load(person, query, once)), ...once };
  const problem = 'problem' in result ? result.problem : (findTrouble?.(section) ?? null);
  const notice = 'notice' in result ? result.notice : null;
  const csrf = createCsrfToken(browserSecret, { id });
  const { email: account, hasJustTyped } = session;
  const said = { asksPassword: !hasJustTyped, notice, problem };
  const view = { kind: 'account', csrf, account, section, passkey: offer?.(person.visit), ...said } as const;
  // The page that a form leads to reads the section again.
  const nextView: AccountResult = { kind: 'account', notice, problem };
  const inPlace = once === undefined ? {} : ({ isInPlace: true } as const);
  const outcome = { view, nextView, ...inPlace };
  return problem === null ? outcome : { ...outcome, ...failureOf(problem) };
}

const isResult = (view: AnyView): view is AccountView => view.kind === 'account';

function showPage<Name extends SectionName, More extends AnyView>(
  section: AccountPage<Name, More>,
  page: Page<AccountView | More>,
) {
  return defineView({
    method: 'GET',
    page,
    path: page.path,
    summary: `Shows the section ${section.name} of the account page`,
    access: visitorAccess,
    input: {
      properties: {
        cursor: { type: 'string', description: 'of the next page of a list' },
        outcome: { type: 'string', description: 'failure: only what failed, in the section activity' },
        kind: { type: 'string', description: 'what the events are about, in the section activity' },
        ...shownField,
        ui_locales: { type: 'string', description: 'languages, best first' },
      },
    },
    errors: [],
    async handle(context, { shown, ...query }, visit) {
      const kept = await findKept(context.tickets, visit, shown, page);
      const view = kept?.view;
      if (view !== undefined && !isResult(view)) return { ...kept, view };
      const { notice = null, problem = null } = view ?? {};
      const result = problem === null ? { notice } : { problem };
      return forPerson(context, visit, page.path, (person) => showSection(section, person, query, result));
    },
  });
}

function actPage<Name extends SectionName, More extends AnyView>(
  section: AccountPage<Name, More>,
  page: Page<AccountView | More>,
  acts: Readonly<Record<string, Act<Name, More>>>,
) {
  const { name, rules, errors: more = [] } = section;
  return defineView({
    page,
    path: page.path,
    summary: `Receives the forms of the section ${name} of the account page`,
    ...rules,
    access: visitorAccess,
    input: {
      properties: {
        ...formFields,
        act: { ...text, enum: Object.keys(acts) },
      },
    },
    errors: [
      errors.csrfFailed,
      errors.formInvalid,
      errors.badCredentials,
      errors.newPasswordRefused,
      errors.nameRefused,
      errors.emailInvalid,
      errors.lastOwner,
      errors.lastRoot,
      errors.addressUnverified,
      errors.stateConflict,
      errors.throttled,
      ...more,
    ],
    handle: (context, input, visit, request) =>
      forPerson(context, visit, page.path, async (person) => {
        const facts = readOwnForm(context.settings, visit, request, input.csrf);
        if (facts === undefined) return failed('csrf_mismatch', errors.csrfFailed);
        const result = (await acts[input.act ?? '']?.(person, readForm(input, facts.formId))) ?? {
          notice: null,
        };
        if ('instead' in result) return result.instead;
        const shown = keepsForm(result) ? { ...person.visit, nextForm: facts.formId } : person.visit;
        return showSection(section, { ...person, visit: shown }, {}, result);
      }),
  });
}

/** Nobody knows what a drop did that gave no answer: the form keeps its id, so that it makes one drop when it is sent again. */
function keepsForm(result: SectionResult<SectionName>): boolean {
  return 'problem' in result && result.problem.kind === 'drops_down';
}
