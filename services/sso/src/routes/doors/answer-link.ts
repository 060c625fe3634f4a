import { accountCalls, doorCalls } from '@latchkey/contracts';
import type { SsoContext } from '../../context.ts';
import type { DoorDone } from '../../people/page/doors/door-view.ts';
import { doorPaths } from '../../people/sign-in/door-link.ts';
import type { SignedInVisit } from '../../people/sign-in/visit.ts';
import { unexpected } from '../../sibling/unexpected.ts';
import { leadToLogin } from '../pages/lead-to-login.ts';
import { showDone, showEnded, type DoorOutcome } from './door-outcome.ts';
import type { Following } from './use-link.ts';

/** What who is signed in does with a link. */
export type Answering = 'accept' | 'decline' | 'confirm';

/** What has ended or been done meanwhile. */
const endings = new Set(['not_found', 'state_conflict', 'already_exists']);
const doneBy: Readonly<Record<Answering, DoorDone>> = {
  accept: 'accepted',
  decline: 'declined',
  confirm: 'confirmed',
};

/** Answers an invitation or confirms an address, as the person who is signed in. Source: contract part 1 "Doors". */
export async function answerLink(
  context: SsoContext,
  act: Answering,
  following: Following,
): Promise<DoorOutcome> {
  const { door, visit } = following;
  const { session } = visit;
  if (session === undefined) return leadToLogin(doorPaths[door]);
  const answer = await ask(context, act, { ...following, visit: { ...visit, session } });
  // The sign-in of the browser ended meanwhile.
  if (answer === undefined) return leadToLogin(doorPaths[door]);
  if (answer.ok) return showDone(door, doneBy[act]);
  if (endings.has(answer.code)) return showEnded(context.settings, door, visit);
  throw unexpected(answer, 'a link');
}

/** Puts the former address of an account back, for who reads its mail. Source: contract part 1 "Doors". */
export async function restoreAddress(context: SsoContext, { door, visit }: Following): Promise<DoorOutcome> {
  const { link: token, ip, userAgent: user_agent } = visit;
  const answer = await context.askDoor(doorCalls.restoreAddress, { token, ip, user_agent }, visit);
  if (answer.ok) return showDone(door, 'restored');
  if (endings.has(answer.code)) return showEnded(context.settings, door, visit);
  throw unexpected(answer, 'a link');
}

function ask(
  { askAccount }: SsoContext,
  act: Answering,
  { visit, link }: Following & { visit: SignedInVisit },
) {
  if (act === 'confirm') return askAccount(visit, accountCalls.confirmEmail, { link: visit.link });
  const call = act === 'accept' ? accountCalls.acceptInvitation : accountCalls.declineInvitation;
  return askAccount(visit, call, { invite: link.invitation?.id ?? '' });
}
