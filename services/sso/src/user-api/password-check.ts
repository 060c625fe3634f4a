import { ApiError } from '@latchkey/errors';
import type { ServiceAnswer, ServiceClient } from '@latchkey/service-client';
import { errors } from '../errors.ts';
import { mintRelay, type RelayMint } from '../relay/mint-relay.ts';
import type { PasswordCheck, PasswordResult } from '../sign-on/password-check.ts';
import { ownClientId } from '../token/own-principal.ts';

/** Also what user-api's shape check refuses: a password that is too long is no account's password. */
const refusals = new Set(['invalid_credentials', 'invalid_type', 'too_large']);

/**
 * Checks credentials at user-api's root-session route, as any client would, with a relay of its own each time.
 * Source: contract part 1 "Guard payloads", part 2 "Routes guarded by a consumed payload".
 */
export function createPasswordCheck(mint: RelayMint, userApi: ServiceClient): PasswordCheck {
  return async ({ email, password, code }, { ip, userAgent, traceparent }) => {
    const payload = { client_id: ownClientId, method: 'password', ip, user_agent: userAgent };
    const { relay } = await mintRelay(mint, 'user_root_session', payload);
    const body = {
      relay,
      'auth.user': email,
      'auth.pass': password,
      ...(code === '' ? {} : { 'auth.code': code }),
    };
    return readResult(await userApi({ path: '/auth/user/root-session', body, traceparent }));
  };
}

function readResult(answer: ServiceAnswer): PasswordResult {
  if (answer.ok) return readSignedOn(answer.data);
  if (answer.code === 'mfa_required') return { outcome: 'mfa_required' };
  if (answer.code === 'throttled')
    return { outcome: 'throttled', retryAfterSeconds: answer.retryAfterSeconds ?? 60 };
  if (refusals.has(answer.code)) return { outcome: 'refused' };
  throw new ApiError(errors.temporarilyUnavailable, { cause: new Error(`user-api answered ${answer.code}`) });
}

function readSignedOn(data: Record<string, unknown>): PasswordResult {
  const { root, user } = data as {
    root: { token: string; amr: string[]; expires_at: string };
    user: { id: string; email: string };
  };
  return {
    outcome: 'signed_on',
    userId: user.id,
    email: user.email,
    amr: root.amr,
    sessionToken: root.token,
    sessionExpiresAtMs: Date.parse(root.expires_at),
  };
}
