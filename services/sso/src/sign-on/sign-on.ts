import { ApiError } from '@latchkey/errors';
import type { DeviceStore } from '../device/device-store.ts';
import type { DeviceAuthorization } from '../device/device.ts';
import { formatUserCode } from '../device/user-code.ts';
import { errors } from '../errors.ts';
import type { PasswordCheck, SignedIn } from '../sibling/password-check.ts';
import type { UserApi } from '../sibling/user-api.ts';
import { createCsrfToken } from './csrf.ts';
import { decide, type DecidePorts, type Decision } from './decide.ts';
import { lookUpCode, type LookUpPorts } from './look-up-code.ts';
import { enter, factsOf, failed, type Outcome } from './outcome.ts';
import { issueTicket, spendTicket, type TicketStore } from './ticket.ts';
import type { Visit } from './visit.ts';

export interface SignOnPorts extends LookUpPorts, DecidePorts {
  readonly devices: DeviceStore;
  readonly tickets: TicketStore;
  readonly checkPassword: PasswordCheck;
  readonly userApi: Pick<UserApi, 'revokeRootSession'>;
}

export interface SignOnForm {
  readonly userCode: string;
  readonly email: string;
  readonly password: string;
  readonly code: string;
  readonly decision: Decision | 'continue';
  /** True when the page that was posted already showed the client behind this code. */
  readonly wasShown: boolean;
}

/** `provenAtMs` is a time before the check. */
interface Proof extends SignedIn {
  readonly provenAtMs: number;
}

/** The first step: the code, the credentials, and then the confirmation. Source: contract part 1 "Approval page". */
export async function signOn(ports: SignOnPorts, visit: Visit, form: SignOnForm): Promise<Outcome> {
  if (form.userCode === '') return enter(visit, form, undefined, 'code_missing');
  const device = await lookUpCode(ports, visit, form.userCode);
  if (!device) return enter(visit, form, undefined, 'code_invalid');
  const session = visit.session;
  const email = form.email === '' ? (session?.email ?? '') : form.email;
  if (email === '') return enter(visit, form, device, 'email_missing');
  if (session && !isSameEmail(email, session.email)) return enter(visit, form, device, 'account_mismatch');
  if (form.password === '') return enter(visit, form, device, 'password_missing');

  const provenAtMs = ports.now();
  const result = await ports.checkPassword({ email, password: form.password, code: form.code }, visit);
  if (result.outcome === 'throttled') {
    throw new ApiError(errors.throttled, { retryAfterSeconds: result.retryAfterSeconds });
  }
  if (result.outcome === 'mfa_required') return enter(visit, form, device, 'one_time_code_required');
  if (result.outcome === 'refused') return refuse(ports, visit, form, device);
  return {
    ...(await proceed(ports, visit, form, device, { ...result, provenAtMs })),
    session: sessionOf(result),
  };
}

/** The second step: what a ticket proves, and the decision. */
export async function decideByTicket(
  ports: SignOnPorts,
  visit: Visit,
  form: { readonly userCode: string; readonly ticket: string; readonly decision: Decision },
): Promise<Outcome> {
  const ticket = await spendTicket(ports.tickets, form.ticket, visit.browserSecret);
  if (!ticket) return enter(visit, form, undefined, 'confirmation_expired');
  const device = await ports.devices.findByDeviceCodeHash(ticket.deviceCodeHash, ports.now());
  if (device?.state !== 'pending') return failed('code_invalid', errors.badUserCode);
  return decide(ports, device, ticket, form.decision);
}

async function proceed(
  ports: SignOnPorts,
  visit: Visit,
  form: SignOnForm,
  device: DeviceAuthorization,
  person: Proof,
): Promise<Outcome> {
  // The new session takes the old one's place, so that its id changes with every sign-on.
  if (visit.session) await ports.userApi.revokeRootSession(visit.session.token, visit);
  const { userId, email, amr, provenAtMs } = person;
  const authTime = Math.floor(provenAtMs / 1000);
  const signedOn = { ...visit, session: { token: person.sessionToken, userId, email, amr, authTime } };
  const bound = await ports.devices.bindAccount(device.deviceCodeHash, person.userId, ports.now());
  if (!bound.won) return enter(signedOn, form, undefined, 'code_invalid');
  const proven = { deviceCodeHash: device.deviceCodeHash, userId, email, amr, authTime, provenAtMs };
  if (form.decision !== 'continue' && form.wasShown) return decide(ports, device, proven, form.decision);
  const ticket = await issueTicket(ports.tickets, proven, visit.browserSecret);
  const csrf = createCsrfToken(visit.browserSecret, device.userCode);
  const userCode = formatUserCode(device.userCode);
  return { view: { kind: 'confirm', csrf, ticket, userCode, request: factsOf(device), account: email } };
}

/** A wrong password counts against the code as well; the last one allowed closes it. */
async function refuse(
  ports: SignOnPorts,
  visit: Visit,
  form: SignOnForm,
  device: DeviceAuthorization,
): Promise<Outcome> {
  const move = await ports.devices.countWrongPassword(device.deviceCodeHash, ports.now());
  if (!move.won) return enter(visit, form, undefined, 'code_invalid');
  if (move.state === 'pending') return enter(visit, form, device, 'credentials_invalid');
  await ports.history.recordFailed(device, 'attempts', ports.now());
  return failed('attempts_exhausted', errors.badCredentials);
}

function isSameEmail(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function sessionOf({ sessionToken, sessionExpiresAtMs }: SignedIn) {
  return { token: sessionToken, expiresAtMs: sessionExpiresAtMs };
}
