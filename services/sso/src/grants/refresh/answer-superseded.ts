import type { SsoContext } from '../../context.ts';
import type { PresentedToken } from '../../oauth/family/find-presented.ts';
import type { TokenPackage } from '../../oauth/token/token-package.ts';
import type { TokenRequest } from '../grant.ts';
import { assertStanding } from './assert-standing.ts';
import type { Presentation } from './presentation.ts';
import { refuse } from './refuse.ts';

/** How far the clock may be behind that of the replica that rotated, or set back since. */
const clockSlackMs = 5_000;

/**
 * A token that a rotation has replaced: the same answer again for the same request within the window, while its
 * successor is unused; otherwise it may have been stolen, and the family ends. Source: contract part 1 "Token package",
 * RFC 9700 4.14.
 */
export async function answerSuperseded(
  context: SsoContext,
  request: TokenRequest,
  presentation: Presentation,
  presented: PresentedToken,
): Promise<TokenPackage> {
  const { answers, outbox, families, now } = context;
  const { family, generation } = presented;
  const data = { family_id: family.id, client_id: request.client.clientId, user_id: family.userId };
  const sealed = await findKeptAnswer(context, request, presentation, presented);
  const ageMs = now() - family.issuedAt.getTime();
  const graceMs = context.settings.refreshGraceSeconds * 1000;
  if (sealed === undefined || graceMs === 0 || ageMs >= graceMs) {
    // Whatever ended the family meanwhile has removed the answer: that is no reuse.
    if (await families.revoke(family.id, 'reuse', now())) await outbox.append('refresh.reuse_detected', data);
    throw refuse('a used refresh token was presented again');
  }
  // A clock that is wrong is no sign of theft, and may not open the window for longer either.
  if (ageMs < -clockSlackMs) throw refuse('the clock is behind the rotation of this refresh token');
  await assertStanding(context, request, family);
  const { token, link } = presentation;
  const tokens = await answers.open({ token, link, familyId: family.id, generation }, sealed);
  // An answer that does not open is a fault of what was kept, not a sign of theft: the family stays valid.
  if (tokens === undefined) throw refuse('the kept answer does not open');
  await outbox.append('refresh.replayed_in_grace', data);
  return tokens;
}

/** What the same request of the same client was answered by the last rotation; undefined for any other request. */
async function findKeptAnswer(
  { families }: SsoContext,
  { client }: TokenRequest,
  { requestHash }: Presentation,
  { family, generation }: PresentedToken,
): Promise<Uint8Array | undefined> {
  if (generation + 1 !== family.generation || client.clientId !== family.clientId) return undefined;
  return families.findAnswer(family.id, family.generation, requestHash);
}
