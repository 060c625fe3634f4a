import { userApiCalls, type InferOutput, type SentFields } from '@latchkey/contracts';
import type { Refusal, ServiceClient } from '@latchkey/contracts/service-client';
import { ssoClientId } from '@latchkey/tokens';
import { leastOf, passwordProblemOf, type PasswordProblem } from '../people/sign-in/new-password.ts';
import { unexpected } from './unexpected.ts';
import type { Origin, RootSession, UserApi } from './user-api.ts';

/** What a person typed. */
interface Credentials {
  readonly email: string;
  readonly password: string;
  /** The one-time code; empty when none was typed. */
  readonly code: string;
  /** What replaces a password that must be changed; empty when none was typed. */
  readonly newPassword: string;
  /** Names the operation: the same again gets the verdict of the first. */
  readonly op: string;
  /** When it was typed, where the page has kept it since. */
  readonly typedAtMs?: number | undefined;
}

/** A sign-in that user-api accepted, with the new root session. */
export interface SignedIn {
  readonly outcome: 'signed_in';
  readonly userId: string;
  readonly email: string;
  readonly kind: 'user' | 'admin' | 'root';
  readonly amr: readonly string[];
  /** The token of the session, and when it ends. */
  readonly token: string;
  readonly expiresAtMs: number;
  /** The account's tokens_valid_after when the password was checked. */
  readonly tokensValidAfterMs: number;
  readonly deviceSignIn: boolean;
}

export type PasswordResult =
  | SignedIn
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'mfa_required' }
  /** Password and code were right, but the password must be changed: nothing was opened. */
  | { readonly outcome: 'password_change_required'; readonly least: number }
  | { readonly outcome: 'new_password_refused'; readonly problem: PasswordProblem; readonly least: number }
  | { readonly outcome: 'throttled'; readonly retryAfterSeconds: number };

/** Checks credentials at user-api. Rejects with upstream_unavailable while user-api cannot be reached. */
export type PasswordCheck = (credentials: Credentials, origin: Origin) => Promise<PasswordResult>;

/** What the relay of a check says of what is shown. */
interface ShownPayload {
  readonly method: string;
  readonly op: string;
  readonly typed_at?: number;
  readonly challenge?: string;
}

/** With whose page it is, and the person's browser. */
interface CheckPayload extends ShownPayload {
  readonly client_id: string;
  readonly ip: string;
  readonly user_agent: string;
}

/** user-api refuses a password that is too long before it looks for the account; to the person it is a wrong one. */
const refusals = new Set(['invalid_credentials', 'invalid_type', 'too_large']);

export interface CheckParts {
  /** Makes a relay with purpose user_root_session; each check gets its own, for its operation. */
  readonly mintRelay: (payload: CheckPayload) => Promise<{ readonly relay: string }>;
  readonly call: ServiceClient;
  readonly userApi: Pick<UserApi, 'viewRootSession'>;
}

/**
 * Checks what is shown at user-api's root-session route, as any client would. The session that this opens then says what
 * the account had not voided at the check; one that has ended by then is refused.
 * Source: contract part 1 "Guard payloads".
 */
export async function checkAtUserApi(
  { mintRelay, call, userApi }: CheckParts,
  shown: ShownPayload,
  fields: Omit<SentFields<typeof userApiCalls.openRootSession.input>, 'relay'>,
  { ip, userAgent, traceparent }: Origin,
): Promise<SignedIn | { readonly outcome: 'refused' } | Refusal> {
  const { relay } = await mintRelay({ client_id: ssoClientId, ip, user_agent: userAgent, ...shown });
  const answer = await call({ to: userApiCalls.openRootSession, body: { relay, ...fields }, traceparent });
  if (!answer.ok) return answer;
  const opened = await userApi.viewRootSession(answer.data.root.token, traceparent);
  return opened === undefined ? { outcome: 'refused' } : readSignedIn(answer.data, opened);
}

/** Checks a password at user-api. */
export function createPasswordCheck(parts: CheckParts): PasswordCheck {
  return async ({ email, password, code, newPassword, op, typedAtMs }, origin) => {
    const typed = typedAtMs === undefined ? {} : { typed_at: Math.floor(typedAtMs / 1000) };
    const fields = {
      'auth.user': email,
      'auth.pass': password,
      'auth.code': code === '' ? undefined : code,
      new_password: newPassword === '' ? undefined : newPassword,
    };
    const checked = await checkAtUserApi(parts, { method: 'password', op, ...typed }, fields, origin);
    return 'outcome' in checked ? checked : readRefusal(checked);
  };
}

function readRefusal(refusal: Refusal): PasswordResult {
  const { code, field, retryAfterSeconds = 60 } = refusal;
  if (field === 'new_password') {
    const least = leastOf(refusal);
    if (code === 'password_change_required') return { outcome: code, least };
    return { outcome: 'new_password_refused', problem: passwordProblemOf(refusal), least };
  }
  if (code === 'mfa_required') return { outcome: 'mfa_required' };
  if (code === 'throttled') return { outcome: 'throttled', retryAfterSeconds };
  if (refusals.has(code)) return { outcome: 'refused' };
  // Redis has lost the payload, or it took too long: the person sends the form again.
  const isLost = code.startsWith('payload_');
  throw unexpected(isLost ? { ...refusal, code: 'overloaded' } : refusal, 'a password check');
}

function readSignedIn(
  { root, user }: InferOutput<typeof userApiCalls.openRootSession.output>,
  { tokensValidAfterMs, deviceSignIn }: RootSession,
): SignedIn {
  return {
    outcome: 'signed_in',
    userId: user.id,
    email: user.email,
    kind: user.kind,
    amr: root.amr,
    token: root.token,
    expiresAtMs: Date.parse(root.expires_at),
    tokensValidAfterMs,
    deviceSignIn,
  };
}
