import type { SsoContext } from '../../context.ts';
import { pathOf } from '../../page/account/path-of.ts';
import type { SectionName } from '../../page/account/section-names.ts';
import type { SessionView } from '../../page/page-view.ts';
import type { AskAccount, SignedInVisit } from '../../sibling/account.ts';
import type { Visit } from '../../sign-in/visit.ts';
import { leadToLogin } from '../login/login-outcome.ts';
import type { Outcome } from '../pages/outcome.ts';
import type { Ask, Asks } from './sections.ts';

/** The sign-in of the browser ended while the page was made. */
export class SignedOut extends Error {}

/** Asks one of the siblings for the person who is signed in. */
function askFor(ask: AskAccount, visit: SignedInVisit): Ask {
  return async (to, body) => {
    const answer = await ask(visit, to, body);
    if (answer === undefined) throw new SignedOut();
    return answer;
  };
}

/** Runs `make` for the person who is signed in; leads everybody else to the sign-in. */
export async function forPerson<Made>(
  context: SsoContext,
  visit: Visit,
  name: SectionName,
  make: (asks: Asks, visit: SignedInVisit) => Promise<Made>,
): Promise<Made | Outcome<SessionView>> {
  const { session } = visit;
  if (session === undefined) return leadToLogin(pathOf(name));
  const signedIn = { ...visit, session };
  const { askAccount, askDrop } = context;
  try {
    return await make({ ask: askFor(askAccount, signedIn), askDrop: askFor(askDrop, signedIn) }, signedIn);
  } catch (error) {
    if (error instanceof SignedOut) return leadToLogin(pathOf(name));
    throw error;
  }
}
