import type { Contract, SentFields } from '@latchkey/contracts';
import type { ServiceAnswer } from '@latchkey/contracts/service-client';
import type { SsoContext } from '../../context.ts';
import type { SignedInVisit, Visit } from '../../people/sign-in/visit.ts';
import type { AskAccount } from '../../sibling/account.ts';
import { leadToLogin } from '../pages/lead-to-login.ts';
import type { CommonOutcome } from '../pages/outcome.ts';

/** Asks a sibling for the person of the page. */
export type Ask = <Called extends Contract>(
  to: Called,
  body: SentFields<Called['input']>,
) => Promise<ServiceAnswer<Called>>;

/** The person of the page, and the siblings that are asked for them. */
export interface Person {
  readonly context: SsoContext;
  readonly visit: SignedInVisit;
  /** Asks user-api. */
  readonly ask: Ask;
  readonly askDrop: Ask;
}

/** The sign-in of the browser ended while the page was made. */
export class SignedOut extends Error {}

function askFor(ask: AskAccount, visit: SignedInVisit): Ask {
  return async (to, body) => {
    const answer = await ask(visit, to, body);
    if (answer === undefined) throw new SignedOut();
    return answer;
  };
}

/** Runs `make` for the person who is signed in; leads everybody else to the sign-in, and then to `path`. */
export async function forPerson<Made>(
  context: SsoContext,
  visit: Visit,
  path: string,
  make: (person: Person) => Promise<Made>,
): Promise<Made | CommonOutcome> {
  const { session } = visit;
  if (session === undefined) return leadToLogin(path);
  const signedIn = { ...visit, session };
  const { askAccount, askDrop } = context;
  const asks = { ask: askFor(askAccount, signedIn), askDrop: askFor(askDrop, signedIn) };
  try {
    return await make({ context, visit: signedIn, ...asks });
  } catch (error) {
    if (error instanceof SignedOut) return leadToLogin(path);
    throw error;
  }
}
