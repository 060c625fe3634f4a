import { ApiError } from '@latchkey/errors';
import type { ServiceAnswer, ServiceClient } from '@latchkey/service-client';
import { errors } from '../errors.ts';

/** What a token is to say; sso signs it. Times in seconds since the epoch. */
export interface MintRequest {
  readonly token_use: 'user' | 'member' | 'app';
  readonly sub: string;
  readonly client_id: string;
  readonly aud: readonly string[];
  readonly scope: string;
  readonly sid: string;
  readonly pk: 'user' | 'admin' | 'root';
  readonly org?: string;
  readonly role?: string;
  readonly amr: readonly string[];
  readonly auth_time?: number;
  readonly jkt?: string;
  readonly fpr?: string;
}

export interface MintedToken {
  readonly accessToken: string;
  readonly expiresIn: number;
  /** By the clock of sso, milliseconds since the epoch; iat is the second of it. */
  readonly issuedAtMs: number;
}

/** Whose refresh families are to be revoked, but which, and at whose hand. */
export interface FamilyRevocation {
  readonly userId: string;
  readonly keptFamilyId: string | null;
  readonly reason: 'user' | 'admin';
}

/** The calls that this service makes to sso. Each rejects with upstream_unavailable when sso gives no answer. */
export interface SsoClient {
  /** Spends a relay; undefined when it is unknown or spent. */
  consumeRelay(relay: string, traceparent: string): Promise<string | undefined>;
  mintToken(request: MintRequest, traceparent: string): Promise<MintedToken>;
  /** The refresh family of a token, undefined when it is no longer live. */
  findFamily(token: string, traceparent: string): Promise<FamilyView | undefined>;
  /** Whether a token, of whatever kind, still counts. */
  isTokenActive(token: string, traceparent: string): Promise<boolean>;
  /** Revokes the refresh families of a user, and codes on their way to one; answers how many. */
  revokeFamilies(revocation: FamilyRevocation, traceparent: string): Promise<number>;
}

/** Source: contract part 0 "Service-to-service calls". */
export function createSsoClient(call: ServiceClient): SsoClient {
  async function verify(token: string, traceparent: string): Promise<Record<string, unknown>> {
    const answer = await call({ path: '/internal/v1/tokens/verify', body: { token }, traceparent });
    if (!answer.ok) throw refused(answer);
    return answer.data;
  }

  return {
    async consumeRelay(relay, traceparent) {
      const answer = await call({ path: '/internal/v1/relays/consume', body: { relay }, traceparent });
      if (answer.ok) return readText(answer.data, 'jws');
      if (answer.code === 'not_found') return undefined;
      throw refused(answer);
    },
    async mintToken(request, traceparent) {
      const answer = await call({ path: '/internal/v1/tokens/mint', body: request, traceparent });
      if (!answer.ok) throw refused(answer);
      const { data } = answer;
      return {
        accessToken: readText(data, 'access_token'),
        expiresIn: readCount(data, 'expires_in'),
        issuedAtMs: readCount(data, 'issued_at_ms'),
      };
    },
    async findFamily(token, traceparent) {
      const data = await verify(token, traceparent);
      const { active, created_at: createdAt, last_used_at: lastUsedAt, expires_at: expiresAt } = data;
      if (active !== true) return undefined;
      return {
        createdAt: readTime(createdAt),
        lastUsedAt: readTime(lastUsedAt),
        expiresAt: readTime(expiresAt),
      };
    },
    isTokenActive: async (token, traceparent) => (await verify(token, traceparent))['active'] === true,
    async revokeFamilies({ userId, keptFamilyId, reason }, traceparent) {
      const kept = keptFamilyId === null ? {} : { kept_family_id: keptFamilyId };
      const body = { user_id: userId, reason, ...kept };
      const answer = await call({ path: '/internal/v1/families/revoke', body, traceparent });
      if (!answer.ok) throw refused(answer);
      return readCount(answer.data, 'revoked');
    },
  };
}

/** sso's refusal of a call that is ours to get right is a fault between services, not the caller's. */
function refused(answer: Extract<ServiceAnswer, { ok: false }>): ApiError {
  return new ApiError(errors.unavailable, { cause: new Error(`sso refused: ${answer.code}`) });
}

function readText(data: Record<string, unknown>, name: string): string {
  const value = data[name];
  if (typeof value !== 'string') throw missing(name);
  return value;
}

function readCount(data: Record<string, unknown>, name: string): number {
  const value = data[name];
  if (typeof value !== 'number') throw missing(name);
  return value;
}

function missing(name: string): ApiError {
  return new ApiError(errors.unavailable, { cause: new Error(`sso sent no ${name}`) });
}

function readTime(value: unknown): Date | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time);
}

/** A refresh family as sso sees it. */
export interface FamilyView {
  readonly createdAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
}
