import { doorCalls } from '@latchkey/contracts';
import type { Refusal } from '@latchkey/contracts/service-client';
import type { DoorVisit } from '../../access/visitor-access.ts';
import type { SsoContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { purposeOf } from '../../people/sign-in/door-link.ts';
import { unexpected } from '../../sibling/unexpected.ts';
import { goOn } from '../pages/lead-to-login.ts';
import { showAsk, showClosed, type DoorOutcome } from './door-outcome.ts';

/** The pages that send a link to who asks. */
type AskingDoor = 'signup' | 'reset';

const emailFaults = new Set(['invalid_value', 'invalid_type', 'missing_field', 'too_large']);

/**
 * Has a link mailed to an address, and says the same for every address. The browser remembers where its person was going:
 * the link may be followed in another one. Source: contract part 1 "Doors".
 */
export async function askLink(
  context: SsoContext,
  door: AskingDoor,
  visit: DoorVisit,
  { email, locale }: { readonly email: string; readonly locale: string },
): Promise<DoorOutcome> {
  const { settings } = context;
  const maySignUp = settings.signUp === 'open';
  if (door === 'signup' && visit.session) return goOn(visit);
  if (door === 'signup' && !maySignUp) return { ...showClosed(settings, door), failure: errors.signUpClosed };
  if (email === '') return showAsk(visit, door, email, 'email_missing');
  const { ip, userAgent: user_agent } = visit;
  const person = { email, locale, ip, user_agent };
  const body = { purpose: purposeOf[door], may_sign_up: maySignUp, ...person };
  const answer = await context.askDoor(doorCalls.requestLink, body, visit);
  if (!answer.ok) return refuse(answer, door, visit, email);
  if (answer.data.mail === 'off') return { view: { kind: 'door', door, state: 'no_mail' } };
  const going = visit.going === undefined ? { going: { path: '/account' } } : {};
  return { view: { kind: 'door', door, state: 'sent', email }, ...going };
}

function refuse(answer: Refusal, door: AskingDoor, visit: DoorVisit, email: string): DoorOutcome {
  const { code, field, retryAfterSeconds = 60 } = answer;
  if (code === 'throttled') {
    const view = { kind: 'door', door, state: 'throttled', retryAfterSeconds } as const;
    return { view, failure: errors.throttled, retryAfterSeconds };
  }
  if (field === 'email' && emailFaults.has(code)) return showAsk(visit, door, email, 'email_invalid');
  throw unexpected(answer, 'a link');
}
