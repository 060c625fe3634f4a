import type { RefreshFamilyModel, SupersededTokenModel } from '../../prisma/generated/models.ts';

/** The columns of a refresh family that sso reads. The store selects this list, and the type follows it. */
export const familyFields = [
  'id',
  'clientId',
  'userId',
  'scope',
  'audience',
  'amr',
  'authTime',
  'jkt',
  'tokenHash',
  'linkHash',
  'generation',
  'rotations',
  'rotationsSince',
  'createdAt',
  'tokensValidAfter',
  'issuedAt',
  'idleExpiresAt',
  'absoluteExpiresAt',
  'deliveredAt',
  'revokedAt',
] as const;

/**
 * One device authorization's chain of refresh tokens, of which one is current. Its `id` is the binding_chain and the
 * sid of its access tokens. A refresh may narrow the scope of an access token, never that of the family. Source:
 * contract part 1 "Token package".
 */
export type RefreshFamily = Readonly<Pick<RefreshFamilyModel, (typeof familyFields)[number]>>;

/** A refresh token that was rotated; `requestHash` stands for the other parameters of that request. */
export type SupersededToken = Readonly<
  Pick<SupersededTokenModel, 'linkHash' | 'generation' | 'requestHash' | 'sealedResponse' | 'supersededAt'>
>;

/** A family, as a presented refresh token found it. */
export interface PresentedToken {
  readonly family: RefreshFamily;
  /** Given when the token is not the current one any more. */
  readonly superseded?: SupersededToken;
}

export type RevokeReason = 'reuse' | 'binding' | 'replay' | 'client' | 'undelivered' | 'user' | 'admin';

/** True when no token of the family counts any more, whichever one it is. */
export function isFamilyOver({ revokedAt, absoluteExpiresAt }: RefreshFamily, nowMs: number): boolean {
  return revokedAt !== null || nowMs >= absoluteExpiresAt.getTime();
}

/** When the current refresh token ends: of the idle and the absolute limit the earlier one, in milliseconds. */
export function refreshEndsAtMs({
  idleExpiresAt,
  absoluteExpiresAt,
}: Pick<RefreshFamily, 'idleExpiresAt' | 'absoluteExpiresAt'>): number {
  return Math.min(idleExpiresAt.getTime(), absoluteExpiresAt.getTime());
}
