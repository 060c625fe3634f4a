import { createCsrfToken } from '../../access/csrf.ts';
import type { LoginView, SessionView } from '../../page/page-view.ts';
import type { CredentialProblem } from '../../sign-in/check-credentials.ts';
import { offerPasskey } from '../../sign-in/passkey.ts';
import type { Visit } from '../../sign-in/visit.ts';
import { askForCode, failedBy, showSession, type Outcome, type SessionVisit } from '../pages/outcome.ts';

/** What the person typed, without the passwords. */
interface TypedLogin {
  readonly email: string;
  readonly code: string;
}

const nothing: TypedLogin = { email: '', code: '' };

/** The sign-in, with what was typed before and what must be corrected. */
export function showLogin(
  visit: Visit,
  { email, code }: TypedLogin = nothing,
  problem?: CredentialProblem,
): Outcome<LoginView> {
  const { browserSecret, nextForm: id, usesCodes } = visit;
  const view = {
    kind: 'login',
    csrf: createCsrfToken(browserSecret, { id }),
    account: null,
    email,
    oneTimeCode: askForCode(code, usesCodes),
    passkey: offerPasskey(visit, id),
    error: problem ?? null,
  } as const;
  return problem === undefined ? { view } : { view, ...failedBy(problem) };
}

/** Leads a person who is signed in to where they were going, else to their account. */
export function goOn(visit: SessionVisit & Pick<Visit, 'going'>): Outcome<SessionView> {
  return { ...showSession(visit), next: visit.going ?? '/account' };
}

/** Leads a person who is not signed in to the sign-in, and remembers where they were going: unless said, as before. */
export function leadToLogin(path?: string): Outcome<SessionView> {
  const view = { kind: 'session', signedIn: null } as const;
  return { view, next: '/login', ...(path !== undefined && { going: { path } }) };
}

/** The same for who has followed a link that is for an address. */
export function leadOwnerToLogin(visit: Visit, email: string, path?: string): Outcome<SessionView> {
  const { view: nextView } = showLogin(visit, { email, code: '' });
  return { ...leadToLogin(path), nextView };
}
