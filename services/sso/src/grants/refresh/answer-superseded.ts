import { ApiError } from '@latchkey/contracts';
import type { SsoContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import type { RefreshFamily, SupersededToken } from '../../family/family.ts';
import { openResponse } from '../../family/seal-response.ts';
import type { TokenPackage } from '../../token/token-package.ts';
import type { TokenRequest } from '../grant.ts';
import { assertStanding } from './assert-standing.ts';
import type { Presentation } from './presentation.ts';

/**
 * A token that a rotation has replaced: the same answer again for the same request within the window, while its
 * successor is unused; otherwise it may have been stolen, and the family ends. Source: contract part 1 "Token package",
 * RFC 9700 4.14.
 */
export async function answerSuperseded(
  context: SsoContext,
  request: TokenRequest,
  presentation: Presentation,
  superseded: SupersededToken,
  family: RefreshFamily,
): Promise<TokenPackage> {
  const { outbox, families, now } = context;
  const data = { family_id: family.id, client_id: request.client.clientId, user_id: family.userId };
  const { sealedResponse } = superseded;
  if (sealedResponse === null || !isRepetition(context, request, presentation, superseded, family)) {
    await outbox.append({ type: 'refresh.reuse_detected', occurredAtMs: now(), data });
    await families.revoke(family.id, 'reuse', now());
    throw new ApiError(errors.invalidRefreshToken, { detail: 'a used refresh token was presented again' });
  }
  await assertStanding(context, request, family);
  // An answer that does not open is a fault of what was kept, not a sign of theft: the family stays valid.
  const tokens = openResponse(presentation.token, sealedResponse);
  if (tokens === undefined) throw new ApiError(errors.invalidRefreshToken);
  await outbox.append({ type: 'refresh.replayed_in_grace', occurredAtMs: now(), data });
  return tokens;
}

function isRepetition(
  { settings, now }: SsoContext,
  { client }: TokenRequest,
  { chain, linkHash, requestHash }: Presentation,
  superseded: SupersededToken,
  family: RefreshFamily,
): boolean {
  return (
    now() - superseded.supersededAt.getTime() < settings.refreshGraceSeconds * 1000 &&
    superseded.generation + 1 === family.generation &&
    client.clientId === family.clientId &&
    (chain === undefined || (chain === family.id && linkHash === superseded.linkHash)) &&
    requestHash === superseded.requestHash
  );
}
