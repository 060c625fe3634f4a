import { exampleValues } from '@latchkey/contracts';
import { definePage, text } from '@latchkey/http-server';
import { createCsrfToken } from '../access/csrf.ts';
import { readOwnForm } from '../access/read-own-form.ts';
import { visitorAccess } from '../access/visitor-access.ts';
import type { SsoContext } from '../context.ts';
import { formatUserCode, readUserCode } from '../device/user-code.ts';
import { errors } from '../errors.ts';
import { commonLooks, type CommonView } from '../page/common-looks.ts';
import type { Page } from '../page/look.ts';
import type { SessionView, SignOutView } from '../page/page-view.ts';
import type { Visit } from '../sign-in/visit.ts';
import { findLeave, leaveFields, type Leave } from './logout/find-leave.ts';
import { answerPage } from './pages/answer-page.ts';
import { leadIn } from './pages/lead-in.ts';
import { failed, showSession, type Outcome } from './pages/outcome.ts';
import { pageOutput } from './pages/output.ts';

/** Whoever is signed out can begin at the approval page. */
const page: Page<CommonView> = { path: '/device_login', looks: commonLooks };

const localesField = { ui_locales: { type: 'string', description: 'languages, best first' } } as const;

/** Source: contract part 1 "Routes". */
export const session = definePage({
  method: 'GET',
  path: '/session',
  summary: 'Shows who is signed in to this browser',
  family: 'browser',
  access: visitorAccess,
  input: { properties: localesField },
  output: pageOutput,
  errors: [],
  handle: (context: SsoContext, input, visit, request) =>
    answerPage(context, page, request, showSession(visit), visit, input.ui_locales),
});

/**
 * It asks before it signs out, because a GET changes nothing, and names the app that has led the browser here. Source:
 * RP-Initiated Logout 1.0 2, contract part 1 "The browser road".
 */
export const showLogout = definePage({
  method: 'GET',
  path: '/logout',
  summary: 'Shows the page that asks before signing out',
  family: 'browser',
  access: visitorAccess,
  input: { properties: { ...leaveFields, ...localesField } },
  output: pageOutput,
  errors: [],
  async handle(context: SsoContext, _input, visit, request) {
    const leave = await findLeave(context, request, visit);
    const outcome = leave === undefined ? showSession(visit) : showLeave(leave, visit);
    return answerPage(context, pageOf(request.search), request, outcome, visit, request.query('ui_locales'));
  },
});

const pageOf = (search: string): Page<CommonView> =>
  search === '' ? page : { path: `/logout?${search}`, looks: commonLooks };

function showLeave(
  { clientName }: Leave,
  { browserSecret, nextForm: id, session: signedIn }: Visit,
): Outcome<SignOutView> {
  const csrf = createCsrfToken(browserSecret, { id });
  return { view: { kind: 'sign_out', csrf, clientName, account: signedIn?.email ?? null } };
}

/** Where a person goes on to with another account. */
const nextPages = ['device_login', 'signup', 'invitation', 'reset', 'confirm'] as const;

/**
 * POST /logout: revokes the browser's root session with all sessions under it, and what an app names besides. What is no
 * form of a page is led to the page. Source: contract part 1 "Routes" and "The browser road".
 */
export const logout = definePage({
  path: '/logout',
  summary: 'Signs the person out of this browser',
  family: 'browser',
  readsSearch: true,
  access: visitorAccess,
  input: {
    properties: {
      csrf: { ...text, examples: [exampleValues['csrf']] },
      next: { ...text, enum: nextPages, description: 'the page to go to after signing out' },
      user_code: { ...text, description: 'the code to fill in on that page' },
      ...leaveFields,
      ui_locales: text,
    },
  },
  output: pageOutput,
  errors: [errors.csrfFailed],
  async handle(context: SsoContext, input, visit, request) {
    const { next, user_code: userCode = '', ui_locales: uiLocales } = input;
    if (input.csrf === undefined) {
      const moves = leadIn(Object.keys(leaveFields), input, request);
      const led = { view: signedOut, isInPlace: true, moves } as const;
      return answerPage(context, page, request, led, visit, uiLocales);
    }
    const isOurs = readOwnForm(context.settings, visit, request, input.csrf) !== undefined;
    const leave = isOurs ? await findLeave(context, request, visit) : undefined;
    const outcome = isOurs
      ? await signOut(context, visit, nextPage(next ?? 'logout', userCode), leave)
      : failed('csrf_mismatch', errors.csrfFailed);
    return answerPage(context, page, request, outcome, visit, uiLocales);
  },
});

const signedOut = { kind: 'session', signedIn: null } as const;

/** Ends the root session at user-api first, then the sign-in to the app, and only then removes the cookies of the browser. */
async function signOut(
  { userApi, families, powers, now }: SsoContext,
  visit: Visit,
  next: string,
  leave: Leave | undefined,
): Promise<Outcome<SessionView>> {
  if (visit.session) {
    await userApi.revokeRootSession(visit.session.token, visit);
    // Power is of no use without its session.
    await powers.end(visit.session.id).catch(() => undefined);
  }
  if (leave?.familyId !== undefined) await families.revoke(leave.familyId, 'user', now());
  const outcome = { view: signedOut, signsOut: true } as const;
  return leave?.back === undefined ? { ...outcome, next } : { ...outcome, leaves: leave.back };
}

/** The address of a page; of the approval page with the code when it is well formed. */
function nextPage(name: string, typedCode: string): string {
  const userCode = name === 'device_login' ? readUserCode(typedCode) : undefined;
  return userCode === undefined ? `/${name}` : `/${name}?user_code=${formatUserCode(userCode)}`;
}
