import { exampleValues } from '@latchkey/contracts';
import { text, type RequestInfo } from '@latchkey/http-server';
import { createCsrfToken } from '../access/csrf.ts';
import { readOwnForm } from '../access/read-own-form.ts';
import { visitorAccess } from '../access/visitor-access.ts';
import type { SsoContext } from '../context.ts';
import { errors } from '../errors.ts';
import { formatUserCode, readUserCode } from '../oauth/device/user-code.ts';
import type { Page } from '../people/page/look.ts';
import type { Visit } from '../people/sign-in/visit.ts';
import { findLeave, leaveFields, type Leave } from './logout/find-leave.ts';
import { defineView } from './pages/define-view.ts';
import { leadIn } from './pages/lead-in.ts';
import { failed, showSession, signedOut, type CommonOutcome } from './pages/outcome.ts';

/** Whoever is signed out can begin at the approval page. */
const page: Page<never> = { path: '/device_login', looks: {} };

const leavePage = ({ search }: RequestInfo): Page<never> =>
  search === '' ? page : { path: `/logout?${search}`, looks: {} };

const localesField = { ui_locales: { type: 'string', description: 'languages, best first' } } as const;

/** Source: contract part 1 "Routes". */
export const session = defineView({
  method: 'GET',
  page,
  path: '/session',
  summary: 'Shows who is signed in to this browser',
  access: visitorAccess,
  input: { properties: localesField },
  errors: [],
  handle: (_context, _input, visit) => showSession(visit),
});

/**
 * It asks before it signs out, because a GET changes nothing, and names the app that has led the browser here. Source:
 * RP-Initiated Logout 1.0 2, contract part 1 "The browser road".
 */
export const showLogout = defineView({
  method: 'GET',
  page: leavePage,
  path: '/logout',
  summary: 'Shows the page that asks before signing out',
  access: visitorAccess,
  input: { properties: { ...leaveFields, ...localesField } },
  errors: [],
  async handle(context, _input, visit, request) {
    const leave = await findLeave(context, request, visit);
    return leave === undefined ? showSession(visit) : showLeave(leave, visit);
  },
});

function showLeave(
  { clientName }: Leave,
  { browserSecret, nextForm: id, session: signedIn }: Visit,
): CommonOutcome {
  const csrf = createCsrfToken(browserSecret, { id });
  return { view: { kind: 'sign_out', csrf, clientName, account: signedIn?.email ?? null } };
}

/** Where a person goes on to with another account. */
const nextPages = ['device_login', 'signup', 'invitation', 'reset', 'confirm'] as const;

/**
 * POST /logout: revokes the browser's root session with all sessions under it, and what an app names besides. What is no
 * form of a page is led to the page. Source: contract part 1 "Routes" and "The browser road".
 */
export const logout = defineView({
  page,
  path: '/logout',
  summary: 'Signs the person out of this browser',
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
  errors: [errors.csrfFailed],
  async handle(context, input, visit, request) {
    const { next, user_code: userCode = '' } = input;
    if (input.csrf === undefined) {
      const moves = leadIn(Object.keys(leaveFields), input, request);
      return { view: signedOut, isInPlace: true, moves };
    }
    const isOurs = readOwnForm(context.settings, visit, request, input.csrf) !== undefined;
    if (!isOurs) return failed('csrf_mismatch', errors.csrfFailed);
    const leave = await findLeave(context, request, visit);
    return signOut(context, visit, nextPage(next ?? 'logout', userCode), leave);
  },
});

/** Ends the root session at user-api first, then the sign-in to the app, and only then removes the cookies of the browser. */
async function signOut(
  { userApi, families, powers, now }: SsoContext,
  visit: Visit,
  next: string,
  leave: Leave | undefined,
): Promise<CommonOutcome> {
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
