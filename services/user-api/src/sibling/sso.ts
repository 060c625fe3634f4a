import { ssoCalls, type SentFields } from '@latchkey/contracts';
import type { ServiceClient } from '@latchkey/contracts/service-client';
import { createSsoApprovals, refused, type SsoApprovals } from './sso-approvals.ts';

/** The claims that sso signs. Times in seconds since the epoch. */
export type MintRequest = SentFields<typeof ssoCalls.mintToken.input>;

export interface MintedToken {
  readonly accessToken: string;
  readonly expiresIn: number;
  /** What sso granted of the scope that was asked for. */
  readonly scope: string;
  /** By sso's clock, in milliseconds since the epoch. `iat` is its whole second. */
  readonly issuedAtMs: number;
}

/** Whose refresh families to revoke (one, or all but the kept one), and who revokes them. */
export interface FamilyRevocation {
  readonly userId: string;
  readonly familyId?: string;
  readonly keptFamilyId: string | null;
  readonly reason: 'user' | 'admin';
  /** Whether the account has voided its tokens: it was disabled or deleted, or has a new password. */
  readonly isVoiding: boolean;
  /** Whether the user's consents are revoked as well. */
  readonly consents?: boolean;
}

/** The calls that this service makes to sso. Each rejects with upstream_unavailable when sso gives no answer. */
export interface SsoClient extends SsoApprovals {
  /** Spends a relay; undefined when it is unknown or spent. */
  consumeRelay(relay: string, traceparent: string): Promise<string | undefined>;
  mintToken(request: MintRequest, traceparent: string): Promise<MintedToken>;
  /** The refresh family of a token, undefined when it is no longer live. */
  findFamily(token: string, traceparent: string): Promise<FamilyView | undefined>;
  /** Whether a token, of whatever kind, is still valid. */
  isTokenActive(token: string, traceparent: string): Promise<boolean>;
  /** Revokes the refresh families of a user, and the codes that wait for their pickup. Answers how many. */
  revokeFamilies(revocation: FamilyRevocation, traceparent: string): Promise<number>;
}

/** Source: contract part 0 "Service-to-service calls". */
export function createSsoClient(call: ServiceClient): SsoClient {
  async function verify(token: string, traceparent: string) {
    const answer = await call({ to: ssoCalls.verifyToken, body: { token }, traceparent });
    if (!answer.ok) throw refused(answer);
    return answer.data;
  }

  return {
    ...createSsoApprovals(call),
    async consumeRelay(relay, traceparent) {
      const answer = await call({ to: ssoCalls.consumeRelay, body: { relay }, traceparent });
      if (answer.ok) return answer.data.jws;
      if (answer.code === 'not_found') return undefined;
      throw refused(answer);
    },
    async mintToken(request, traceparent) {
      const answer = await call({ to: ssoCalls.mintToken, body: request, traceparent });
      if (!answer.ok) throw refused(answer);
      const {
        access_token: accessToken,
        expires_in: expiresIn,
        scope,
        issued_at_ms: issuedAtMs,
      } = answer.data;
      return { accessToken, expiresIn, scope, issuedAtMs };
    },
    async findFamily(token, traceparent) {
      const found = await verify(token, traceparent);
      const { tokens_valid_after: tokensValidAfter } = found;
      if (!found.active || tokensValidAfter === undefined) return undefined;
      return {
        createdAt: toDate(found.created_at),
        lastUsedAt: toDate(found.last_used_at),
        expiresAt: toDate(found.expires_at),
        tokensValidAfter: new Date(tokensValidAfter),
      };
    },
    isTokenActive: async (token, traceparent) => (await verify(token, traceparent)).active,
    async revokeFamilies(revocation, traceparent) {
      const { userId, familyId, keptFamilyId, reason, isVoiding: voided, consents } = revocation;
      const which = { family_id: familyId, kept_family_id: keptFamilyId ?? undefined };
      const body = { user_id: userId, reason, ...which, voided, consents };
      const answer = await call({ to: ssoCalls.revokeFamilies, body, traceparent });
      if (!answer.ok) throw refused(answer);
      return answer.data.revoked;
    },
  };
}

function toDate(time: string | undefined): Date | null {
  return time === undefined ? null : new Date(time);
}

export interface FamilyView {
  readonly createdAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  /** The account's tokens_valid_after when it signed in, 1970 for none. */
  readonly tokensValidAfter: Date;
}
