import type { ErrorSpec } from '@latchkey/contracts';
import { createCsrfToken, createFormAbout } from '../../access/csrf.ts';
import type { DoorVisit } from '../../access/visitor-access.ts';
import type { SsoContext, SsoSettings } from '../../context.ts';
import { errors } from '../../errors.ts';
import type { AboutLink, DoorDone, DoorProblem, DoorView } from '../../people/page/doors/door-view.ts';
import { purposeOf, stepOf, type DoorName, type Link } from '../../people/sign-in/door-link.ts';
import type { Visit } from '../../people/sign-in/visit.ts';
import { viewLink } from '../../sibling/door.ts';
import { goOn } from '../pages/lead-to-login.ts';
import { passwordFailures, type Outcome } from '../pages/outcome.ts';

/** How each problem is said as JSON. */
const failures: Record<DoorProblem, ErrorSpec> = {
  email_missing: errors.emailMissing,
  email_invalid: errors.emailInvalid,
  name_refused: errors.nameRefused,
  password_missing: errors.passwordMissing,
  ...passwordFailures,
  one_time_code_required: errors.mfaRequired,
  link_code_invalid: errors.badCredentials,
};

interface Typed {
  readonly name: string;
  readonly keepsPasskeys: boolean;
  readonly problem: DoorProblem;
}

/** A page, with the link that its browser holds. */
export type LinkVisit = DoorVisit & { readonly link: string };

export type DoorOutcome = Outcome<DoorView>;

const withoutLink = (door: DoorName) => ({ link: { purpose: purposeOf[door], token: '' } });

/** What was done; the browser holds no link any more. */
export function showDone(door: DoorName, done: DoorDone): DoorOutcome {
  return { view: { kind: 'door', door, state: 'done', done }, ...withoutLink(door) };
}

/** The page of a link as a GET shows it: what the link asks of this person, or how to get one. */
export async function showDoor(context: SsoContext, door: DoorName, visit: DoorVisit): Promise<DoorOutcome> {
  const { link: token } = visit;
  if (token === undefined) return showStart(context.settings, door, visit);
  const link = await viewLink(context.askDoor, token, purposeOf[door], visit);
  if (link === undefined) return showEnded(context.settings, door, visit);
  return showLink(context.settings, door, { ...visit, link: token }, link);
}

/** The page without a link; `email` is what was typed at the sign-in. */
export function showStart(settings: SsoSettings, door: DoorName, visit: Visit, email = ''): DoorOutcome {
  if (door === 'reset') return showAsk(visit, door, email === '' ? visit.session?.email : email);
  if (door !== 'signup') return { view: { kind: 'door', door, state: 'no_link' } };
  if (visit.session) return goOn(visit);
  return settings.signUp === 'open' ? showAsk(visit, door, email) : showClosed(settings, door);
}

/** The form that asks for the address, with what was typed and what must be corrected. */
export function showAsk(
  { browserSecret, nextForm: id }: Visit,
  door: DoorName,
  email = '',
  error: DoorProblem | null = null,
): Outcome<DoorView> {
  const csrf = createCsrfToken(browserSecret, { id });
  const view = { kind: 'door', door, state: 'ask', csrf, email, isEnded: false, error } as const;
  return error === null ? { view } : { view, failure: failures[error] };
}

/** No account is made here. */
export function showClosed({ signUp }: SsoSettings, door: DoorName): DoorOutcome {
  return { view: { kind: 'door', door, state: 'closed', signUp: signUp === 'off' ? 'off' : 'invited' } };
}

/** Says that the link has ended or was used, and offers a new one where a person can ask for it. */
export function showEnded(settings: SsoSettings, door: DoorName, visit: DoorVisit): DoorOutcome {
  const ended = { failure: errors.linkUnknown, ...withoutLink(door) };
  const asks = door === 'reset' || (door === 'signup' && settings.signUp === 'open' && !visit.session);
  if (!asks) return { view: { kind: 'door', door, state: 'ended' }, ...ended };
  const { view } = showAsk(visit, door);
  return { view: { ...view, isEnded: true } as DoorView, ...ended };
}

/** Asks to sign out first; by a form that is about the browser, not about the link. */
function showOther(
  page: Pick<AboutLink, 'kind' | 'door' | 'link'>,
  { browserSecret, nextForm: id, session }: DoorVisit,
): DoorOutcome {
  const csrf = createCsrfToken(browserSecret, { id });
  return { view: { ...page, csrf, state: 'other_account', account: session?.email ?? '' } };
}

export function showLink(
  settings: SsoSettings,
  door: DoorName,
  { link: token, ...visit }: LinkVisit,
  { email, name, needs_code, password_min_length, invitation, passkeys, ...more }: Link,
  typed?: Typed,
): DoorOutcome {
  const link = { email, name, needs_code, password_min_length, invitation, passkeys };
  const step = stepOf({ ...link, ...more }, visit.session, settings.signUp);
  const csrf = createFormAbout(visit.browserSecret, visit.nextForm, token);
  const page = { kind: 'door', door, csrf, link } as const;
  switch (step) {
    case 'go_on':
      return { ...goOn(visit), ...withoutLink(door) };
    case 'closed':
      return showClosed(settings, door);
    case 'other_account':
      return showOther(page, { ...visit, link: token });
    case 'sign_in':
    case 'answer':
    case 'confirm':
    case 'restore':
      return { view: { ...page, state: step } };
    case 'sign_up':
    case 'reset': {
      if (typed === undefined) return { view: { ...page, state: step, name: name ?? '', error: null } };
      const { problem: error, name: typedName, keepsPasskeys } = typed;
      const view = { ...page, state: step, name: typedName, keepsPasskeys, error };
      return { view, failure: failures[error] };
    }
  }
}
