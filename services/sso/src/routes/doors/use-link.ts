import { doorCalls, type InferOutput } from '@latchkey/contracts';
import type { Refusal } from '@latchkey/contracts/service-client';
import { hashSecret } from '@latchkey/secrets';
import type { SsoContext } from '../../context.ts';
import type { Notice } from '../../people/page/account/account-view.ts';
import type { DoorProblem } from '../../people/page/doors/door-view.ts';
import type { DoorName, Link } from '../../people/sign-in/door-link.ts';
import { logIn } from '../../people/sign-in/log-in.ts';
import { passwordProblemOf } from '../../people/sign-in/new-password.ts';
import { unexpected } from '../../sibling/unexpected.ts';
import { showDone, showDoor, showEnded, showLink, type DoorOutcome, type LinkVisit } from './door-outcome.ts';

export interface DoorForm {
  readonly csrf: string;
  readonly email: string;
  readonly name: string;
  readonly newPassword: string;
  readonly newPasswordAgain: string;
  /** A one-time or recovery code. */
  readonly code: string;
  /** Whether the box of the passkeys was cleared. */
  readonly keepsPasskeys: boolean;
  readonly locale: string;
}

export interface Following {
  readonly door: DoorName;
  readonly visit: LinkVisit;
  readonly link: Link;
  readonly form: DoorForm;
}

function findProblem({ name, newPassword, newPasswordAgain, code }: DoorForm, link: Link, step: Step) {
  if (step === 'sign_up' && name === '') return 'name_refused';
  if (newPassword === '') return 'password_missing';
  if (newPassword !== newPasswordAgain) return 'new_passwords_differ';
  return step === 'reset' && link.needs_code && code === '' ? 'one_time_code_required' : undefined;
}

/** What the person can correct of what user-api refused. */
function problemOf(refusal: Refusal): DoorProblem | undefined {
  const { code, field } = refusal;
  if (field === 'password' || field === 'new_password') return passwordProblemOf(refusal);
  if (field === 'name') return 'name_refused';
  if (code === 'mfa_required') return 'one_time_code_required';
  return code === 'invalid_credentials' || field === 'code' ? 'link_code_invalid' : undefined;
}

type Step = 'sign_up' | 'reset';
type Org = NonNullable<Link['invitation']>['org'];
type Opened = InferOutput<typeof doorCalls.signUp.output>;

/** Makes the account, or sets the password, and signs the person in. Source: contract part 1 "Doors". */
export async function useLink(context: SsoContext, step: Step, following: Following): Promise<DoorOutcome> {
  const { door, visit, link, form } = following;
  const correct = (problem: DoorProblem) =>
    showLink(context.settings, door, visit, link, { ...form, problem });
  const typed = findProblem(form, link, step);
  if (typed !== undefined) return correct(typed);
  const answer = await ask(context, step, following);
  if (answer.ok) return signedIn(context, following, step, answer.data);
  if (answer.code === 'not_found') return useAgain(context, door, visit, form);
  const problem = problemOf(answer);
  if (problem !== undefined) return correct(problem);
  // Somebody else has proven the address meanwhile: the page shows what there is to do now.
  if (answer.code === 'already_exists' || answer.code === 'state_conflict')
    return showDoor(context, door, visit);
  throw unexpected(answer, 'a link');
}

function ask({ askDoor }: SsoContext, step: Step, { visit, form }: Following) {
  const { link: token, ip, userAgent: user_agent } = visit;
  const { name, newPassword, code, keepsPasskeys, locale } = form;
  const shared = { token, ip, user_agent };
  if (step === 'sign_up')
    return askDoor(doorCalls.signUp, { ...shared, name, password: newPassword, locale }, visit);
  const given = { code: code === '' ? undefined : code, keep_passkeys: keepsPasskeys };
  const body = { ...shared, new_password: newPassword, ...given };
  return askDoor(doorCalls.resetPassword, body, visit);
}

/** Leads on to where the person was going. In a browser that did not begin, the page says that it is done. */
function signedIn(
  context: SsoContext,
  { door, visit, link }: Following,
  step: Step,
  { root }: Opened,
): DoorOutcome {
  const done = step === 'sign_up' ? 'signed_up' : 'password_set';
  const next = visit.going ?? (link.invitation === null ? undefined : '/account');
  const browserSecret = context.randomBytes(32).toString('base64url');
  return {
    ...showDone(door, done),
    ...(next !== undefined && welcome(next, done, link.invitation?.org)),
    session: { token: root.token, expiresAtMs: Date.parse(root.expires_at), browserSecret, amr: root.amr },
  };
}

/** The page that a person is led to; one of the account says what was done. */
function welcome(next: string, done: 'signed_up' | 'password_set', org?: Org) {
  if (!next.startsWith('/account')) return { next };
  const notice: Notice =
    org === undefined ? { kind: done } : { kind: 'joined', org: org.name === '' ? org.slug : org.name };
  return { next, nextView: { kind: 'account', notice, problem: null } } as const;
}

/**
 * A link that cannot be used may have been used by this very form, whose answer never came: then what was typed signs the
 * person in.
 */
export async function useAgain(
  context: SsoContext,
  door: DoorName,
  visit: LinkVisit,
  { csrf, email, newPassword: password, code }: DoorForm,
): Promise<DoorOutcome> {
  if (visit.session !== undefined) return showEnded(context.settings, door, visit);
  const op = hashSecret(JSON.stringify([visit.browserSecret, csrf, email, password, code]));
  const form = { email, password, code, newPassword: '', newPasswordAgain: '', sealed: '', op };
  const result = await logIn(context, visit, form);
  if (result.kind !== 'signed_in') return showEnded(context.settings, door, visit);
  const done = door === 'reset' ? 'password_set' : 'signed_up';
  return {
    ...showDone(door, done),
    ...welcome(visit.going ?? '/account', done),
    session: result.session,
  };
}
