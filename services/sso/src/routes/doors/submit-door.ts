import { foldEmail } from '@latchkey/contracts';
import { isFormAbout } from '../../access/csrf.ts';
import type { DoorVisit } from '../../access/visitor-access.ts';
import type { SsoContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { doorPaths, purposeOf, stepOf, type DoorName } from '../../people/sign-in/door-link.ts';
import { viewLink } from '../../sibling/door.ts';
import { goOn, leadToLogin } from '../pages/lead-to-login.ts';
import { failed } from '../pages/outcome.ts';
import { answerLink, restoreAddress } from './answer-link.ts';
import { askLink } from './ask-link.ts';
import { showDoor, showEnded, showLink, type DoorOutcome } from './door-outcome.ts';
import { useAgain, useLink, type DoorForm, type Following } from './use-link.ts';

/** What the forms of each page do, by the name of their button. */
export const actsOf = {
  signup: ['ask', 'sign_up', 'sign_in'],
  reset: ['ask', 'reset'],
  invitation: ['sign_up', 'sign_in', 'accept', 'decline'],
  confirm: ['sign_in', 'confirm'],
  restore: ['restore'],
} as const;

type Act = (typeof actsOf)[DoorName][number];

/** Receives a form; `isOurs`: it was made for this browser. Source: contract part 1 "Doors". */
export async function submitDoor(
  context: SsoContext,
  door: DoorName,
  visit: DoorVisit,
  { act, isOurs, ...form }: DoorForm & { readonly act: Act | undefined; readonly isOurs: boolean },
): Promise<DoorOutcome> {
  const { link: token } = visit;
  if (!isOurs) return wasSentBefore(visit, act, form) ? goOn(visit) : outOfDate;
  if (act === undefined) return showDoor(context, door, visit);
  if (act === 'ask')
    return door === 'signup' || door === 'reset' ? askLink(context, door, visit, form) : outOfDate;
  if (token === undefined)
    return { view: { kind: 'door', door, state: 'no_link' }, failure: errors.linkUnknown };
  if (!isFormAbout(visit.browserSecret, form.csrf, token)) return outOfDate;
  const link = await viewLink(context.askDoor, token, purposeOf[door], visit);
  const holding = { ...visit, link: token };
  if (link !== undefined) return follow(context, act, { door, visit: holding, link, form });
  const sets = act === 'sign_up' || act === 'reset';
  return sets ? useAgain(context, door, holding, form) : showEnded(context.settings, door, visit);
}

const outOfDate = failed('csrf_mismatch', errors.csrfFailed);

/** A form with a new password that is sent twice finds the person signed in by the first, which took the link. */
function wasSentBefore({ session, link }: DoorVisit, act: Act | undefined, { email }: DoorForm): boolean {
  const sets = act === 'sign_up' || act === 'reset';
  return sets && link === undefined && session !== undefined && foldEmail(email) === foldEmail(session.email);
}

function follow(
  context: SsoContext,
  act: Exclude<Act, 'ask'>,
  following: Following,
): DoorOutcome | Promise<DoorOutcome> {
  const { door, visit, link } = following;
  const { session } = visit;
  const needed = act === 'accept' || act === 'decline' ? 'answer' : act;
  if (stepOf(link, session, context.settings.signUp) !== needed)
    return showLink(context.settings, door, visit, link);
  switch (act) {
    case 'sign_up':
    case 'reset':
      return useLink(context, act, following);
    case 'restore':
      return restoreAddress(context, following);
    case 'sign_in':
      // Who has an account already was going somewhere else.
      return { ...leadToLogin(door === 'signup' ? undefined : doorPaths[door]), typed: link.email };
    case 'accept':
    case 'decline':
    case 'confirm':
      return answerLink(context, act, following);
  }
}
