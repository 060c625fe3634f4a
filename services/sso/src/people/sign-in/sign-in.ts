import { hashSecret } from '@latchkey/secrets';
import type { DeviceStore } from '../../oauth/device/device-store.ts';
import type { DeviceAuthorization } from '../../oauth/device/device.ts';
import { readUserCode } from '../../oauth/device/user-code.ts';
import { refuseAdmin, type AdminRefusal } from '../../oauth/token/rights.ts';
import { isActiveSince } from '../../oauth/token/standing.ts';
import type { SignedIn } from '../../sibling/password-check.ts';
import type { UserApi } from '../../sibling/user-api.ts';
import {
  checkCredentials,
  type ChoosePassword,
  type CredentialForm,
  type CredentialPorts,
  type CredentialProblem,
} from './check-credentials.ts';
import { decide, stopHeld, type Decided, type DecidePorts, type Decision } from './decide.ts';
import { findPolicyRefusal } from './device-policy.ts';
import { findHeld, lookAtHeld } from './held-approval.ts';
import { lookUpCode, type LookUpPorts } from './look-up-code.ts';
import type { PasswordProblem } from './new-password.ts';
import {
  consumeTicket,
  findDecision,
  issueTicket,
  keepDecision,
  type Ticket,
  type TicketStore,
} from './ticket.ts';
import type { Visit } from './visit.ts';

export interface SignInPorts extends LookUpPorts, DecidePorts, CredentialPorts {
  readonly settings: LookUpPorts['settings'] & DecidePorts['settings'];
  readonly devices: DeviceStore;
  readonly tickets: TicketStore;
  readonly userApi: Pick<UserApi, 'findStanding' | 'revokeRootSession' | 'logEvents'>;
  readonly randomBytes: (size: number) => Buffer;
}

export interface SignInForm extends CredentialForm {
  readonly userCode: string;
  /** True for a form without the fields of credentials, which the next page has. */
  readonly isCodeOnly: boolean;
  readonly decision: Decision | 'continue';
  /** True when the page that was posted already showed the client behind this code. */
  readonly wasShown: boolean;
  /** True when the code of that page came from an address, not from a person who typed it. */
  readonly cameFromAddress: boolean;
}

/** What the person must correct in the first step. */
export type EntryProblem =
  | CredentialProblem
  | 'code_missing'
  | 'code_invalid'
  | 'code_from_address'
  | 'confirmation_expired';

export type Problem = EntryProblem | PasswordProblem;

/** Where a form leads. */
export type Step =
  /** Back to the first step; `device` is given when its code works. */
  | { readonly kind: 'enter'; readonly problem: EntryProblem; readonly device?: DeviceAuthorization }
  /** The code works: on to the credentials. */
  | { readonly kind: 'credentials'; readonly device: DeviceAuthorization }
  | (ChoosePassword & { readonly device: DeviceAuthorization })
  /** On to the second step, with a ticket. */
  | {
      readonly kind: 'confirm';
      readonly device: DeviceAuthorization;
      readonly email: string;
      readonly ticket: string;
      readonly adminRefusal: AdminRefusal | undefined;
    }
  | Decided
  | { readonly kind: 'attempts_exhausted' };

/** A step, and the new session of the browser with its new secret when the credentials were right. */
export interface SignInResult {
  readonly step: Step;
  readonly session?: SignedIn & { readonly browserSecret: string };
}

/** The first step: check the code, then the credentials. Source: contract part 1 "Approval page". */
export async function signIn(ports: SignInPorts, visit: Visit, form: SignInForm): Promise<SignInResult> {
  const found = await findDevice(ports, visit, form);
  if ('step' in found) return found;
  if (form.isCodeOnly && form.decision === 'continue')
    return { step: { kind: 'credentials', device: found } };
  return signInFor(ports, visit, form, found);
}

/** The request behind the code, if it can be approved here. */
async function findDevice(
  ports: SignInPorts,
  visit: Visit,
  form: SignInForm,
): Promise<DeviceAuthorization | SignInResult> {
  if (form.userCode === '') return enterAgain('code_missing');
  const device = await lookUpCode(ports, visit, form.userCode);
  if (!device) return enterAgain('code_invalid');
  const reason = findPolicyRefusal(ports.settings, device, { ...visit, ...form });
  // Who denies may do so from any network.
  const mayGoOn = reason === undefined || (reason === 'other_network' && form.decision === 'deny');
  return mayGoOn ? device : { step: { kind: 'not_allowed', reason } };
}

async function signInFor(
  ports: SignInPorts,
  visit: Visit,
  form: SignInForm,
  device: DeviceAuthorization,
): Promise<SignInResult> {
  const checkedAtMs = ports.now();
  const checked = await checkCredentials(ports, visit, form);
  switch (checked.kind) {
    case 'problem':
      return checked.problem === 'credentials_invalid'
        ? countWrongPassword(ports, device)
        : enterAgain(checked.problem, device);
    case 'choose_password':
      return { step: { ...checked, device } };
    case 'signed_in':
      return startSession(ports, visit, form, device, checked.signedIn, checkedAtMs);
  }
}

/** Gives the browser a new secret: what is bound to the old one ends. Source: contract part 1 "Approval page". */
async function startSession(
  ports: SignInPorts,
  visit: Visit,
  form: SignInForm,
  device: DeviceAuthorization,
  signedIn: SignedIn,
  checkedAtMs: number,
): Promise<SignInResult> {
  const browserSecret = ports.randomBytes(32).toString('base64url');
  const step = await proceed(ports, { ...visit, browserSecret }, form, device, signedIn, checkedAtMs);
  return { step, session: { ...signedIn, browserSecret } };
}

interface DecisionForm {
  readonly ticket: string;
  readonly decision: Decision;
  readonly userCode: string;
  /** Adds to the log line of the request. */
  readonly note: (fields: { readonly detail: string }) => void;
}

/**
 * The second step: the ticket says who signed in, the form what the person decides. The same form again, as a reload
 * sends it, says what was decided.
 */
export async function decideByTicket(ports: SignInPorts, visit: Visit, form: DecisionForm): Promise<Step> {
  const { tickets } = ports;
  const ticket = await consumeTicket(tickets, form.ticket, visit.browserSecret);
  if (ticket === undefined) {
    const made = await findDecision(tickets, visit.browserSecret, form.ticket);
    return made ?? (await lookAgain(ports, visit, form.userCode)) ?? enterAgain('confirmation_expired').step;
  }
  if (ticket === 'tampered') await ports.outbox.append('device.tampered', { network: visit.network });
  if (ticket === 'tampered' || !isOfSession(ticket, visit)) return enterAgain('confirmation_expired').step;
  const standing = await ports.userApi.findStanding(ticket.userId, visit.traceparent);
  if (!isActiveSince(standing, ticket.tokensValidAfterMs)) return enterAgain('confirmation_expired').step;
  return decideOnce(ports, visit, ticket, form);
}

/** What became of the approval that this browser has made of a code, where it needs a number. */
async function lookAgain(ports: SignInPorts, visit: Visit, userCode: string): Promise<Step | undefined> {
  const device = await findHeld(ports, visit, readUserCode(userCode) ?? '');
  return device && lookAtHeld(visit, device);
}

/** Stops an approval of this browser that waits for its number. */
export async function stopByCode(ports: SignInPorts, visit: Visit, userCode: string): Promise<Step> {
  const device = await findHeld(ports, visit, readUserCode(userCode) ?? '');
  return device === undefined ? { kind: 'too_late' } : stopHeld(ports, device, visit);
}

async function decideOnce(
  ports: SignInPorts,
  visit: Visit,
  ticket: Ticket,
  form: DecisionForm,
): Promise<Step> {
  const device = await ports.devices.findByDeviceCodeHash(ticket.deviceCodeHash, ports.now());
  if (device?.state !== 'pending') return { kind: 'too_late' };
  if (form.decision === 'approve' && visit.session?.deviceSignIn === false) return deviceSignInOff;
  const step = await decide(ports, device, ticket, form.decision, visit);
  if (step.kind === 'approved' || step.kind === 'denied') {
    const names = { handle: form.ticket, userCode: device.userCode };
    // The decision is in force, whether or not a reload can say so.
    await keepDecision(ports.tickets, visit.browserSecret, names, step).catch((error: unknown) =>
      form.note({ detail: `a reload cannot say what was decided: ${String(error)}` }),
    );
  }
  return step;
}

/** A ticket ends with the session it was made in: at a sign-out and at the next sign-in. */
function isOfSession({ sessionHash }: Ticket, { session }: Visit): boolean {
  return session !== undefined && hashSecret(session.token) === sessionHash;
}

/** Continues after a correct password. `checkedAtMs` is a time before the password was checked. */
async function proceed(
  ports: SignInPorts,
  visit: Visit,
  form: SignInForm,
  device: DeviceAuthorization,
  { userId, email, kind, amr, token, tokensValidAfterMs, deviceSignIn }: SignedIn,
  checkedAtMs: number,
): Promise<Step> {
  const mayDecide = deviceSignIn || form.decision === 'deny';
  const bound = mayDecide && (await ports.devices.bindAccount(device.deviceCodeHash, userId, ports.now()));
  const isBound = bound && bound.won;
  if (isBound) await ports.history.recordVerified(device, userId);
  // The new session replaces the old one, so every sign-in changes the id of the browser's session.
  if (visit.session) await ports.userApi.revokeRootSession(visit.session.token, visit, 'replaced');
  if (!mayDecide) return deviceSignInOff;
  if (!isBound) return enterAgain('code_invalid').step;
  const authTime = Math.floor(checkedAtMs / 1000);
  const { deviceCodeHash, clientId, scope, audience } = device;
  const shown = { deviceCodeHash, clientId, scope, audience };
  const sessionHash = hashSecret(token);
  const checked = { authTime, tokensValidAfterMs, cameFromAddress: form.cameFromAddress };
  const proven = { ...shown, ...checked, userId, email, kind, amr, sessionHash };
  if (form.decision !== 'continue' && form.wasShown)
    return decide(ports, device, proven, form.decision, visit);
  const facts = { ...proven, places: [device.ip, visit.ip], confirmation: device.confirmation };
  const adminRefusal = refuseAdmin(ports.settings, device.scope, facts);
  const ticket = await issueTicket(ports, proven, visit.browserSecret);
  return { kind: 'confirm', device, email, ticket, adminRefusal };
}

/** The code stays pending: the person may allow devices, or another person approve it. */
const deviceSignInOff = { kind: 'not_allowed', reason: 'device_sign_in_off' } as const;

/** A wrong password also counts against the code; the last one allowed closes the code. */
async function countWrongPassword(ports: SignInPorts, device: DeviceAuthorization): Promise<SignInResult> {
  const move = await ports.devices.countWrongPassword(device.deviceCodeHash, ports.now());
  if (!move.won) return enterAgain('code_invalid');
  if (move.state === 'pending') return enterAgain('credentials_invalid', device);
  await ports.history.recordFailed(device, 'attempts', ports.now());
  return { step: { kind: 'attempts_exhausted' } };
}

function enterAgain(problem: EntryProblem, device?: DeviceAuthorization): SignInResult {
  return { step: { kind: 'enter', problem, ...(device ? { device } : {}) } };
}
