import type { Visit } from '../../people/sign-in/visit.ts';
import { showSession, signedOut, type CommonOutcome, type SessionVisit } from './outcome.ts';

/** Leads a person who is signed in to where they were going, else to their account. */
export function goOn(visit: SessionVisit & Pick<Visit, 'going'>): CommonOutcome {
  return { ...showSession(visit), next: visit.going ?? '/account' };
}

/** Leads a person who is not signed in to the sign-in, and remembers where they were going: unless said, as before. */
export function leadToLogin(path?: string): CommonOutcome {
  return { view: signedOut, next: '/login', ...(path !== undefined && { going: { path } }) };
}
