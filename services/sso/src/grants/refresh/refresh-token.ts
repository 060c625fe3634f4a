import { ApiError } from '@latchkey/contracts';
import { hashSecret, isSameHash } from '@latchkey/secrets';
import type { SsoContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import type { Client } from '../../oauth/client/client.ts';
import { narrowGrant, narrowingErrors } from '../../oauth/client/narrow-grant.ts';
import { refreshEndsAtMs, type RefreshFamily } from '../../oauth/family/family.ts';
import { findPresented, type PresentedToken } from '../../oauth/family/find-presented.ts';
import { rotationWaitMs } from '../../oauth/family/rotation-limit.ts';
import { omitScopes } from '../../oauth/token/rights.ts';
import type { TokenPackage } from '../../oauth/token/token-package.ts';
import { defineGrant, missing, readTokenKey, requireParameter, type TokenRequest } from '../grant.ts';
import { answerSuperseded } from './answer-superseded.ts';
import { assertStanding } from './assert-standing.ts';
import { readPresentation, refreshParameters, type Presentation } from './presentation.ts';
import { refuse } from './refuse.ts';
import { rotate } from './rotate.ts';

/** Rotates a refresh token within its family. Source: RFC 6749 6, contract part 1 "Token package". */
export const refreshTokenGrant = defineGrant({
  parameters: refreshParameters,
  errors: [
    missing('refresh_token'),
    missing('binding_chain'),
    missing('binding_link'),
    errors.invalidRefreshToken,
    errors.accountInactive,
    ...narrowingErrors,
    errors.rotatedTooOften,
    errors.invalidProof,
    errors.nonceNeeded,
  ],
  async issue(context, request) {
    const { client, input } = request;
    const jkt = await readTokenKey(context, request);
    const found = await findPresented(context.families, requireParameter(input, 'refresh_token'));
    const presentation = readPresentation(input, client, jkt, found?.family.road);
    if (found === undefined) throw refuse('the refresh token is unknown');
    assertFamilyLive(found.family, context.now());
    if (found.state === 'later') throw await refuseLater(context, found);
    if (found.state === 'superseded') return answerSuperseded(context, request, presentation, found);
    assertSameClient(found.family, client);
    assertSameKey(found.family, presentation);
    await assertBound(context, found.family, client, presentation);
    const standing = await assertStanding(context, request, found.family);
    const narrowed = narrowGrant(client, withoutAdmin(found.family), input);
    await assertMayRotate(context, found.family);
    const tokens = await rotate(context, { ...found.family, ...narrowed }, standing, presentation);
    return tokens ?? answerLostRace(context, request, presentation);
  },
});

/** No pickup writes admin into a family; whatever a family holds, a refresh does not give it. */
function withoutAdmin({ scope, audience }: RefreshFamily) {
  return { scope: omitScopes(scope, ['admin']), audience };
}

function assertFamilyLive(family: RefreshFamily, nowMs: number): void {
  if (family.revokedAt !== null) throw refuse('the refresh family is revoked');
  if (nowMs >= refreshEndsAtMs(family)) throw refuse('the refresh family has expired');
}

function assertSameClient(family: RefreshFamily, client: Client): void {
  if (family.clientId !== client.clientId) throw refuse('the refresh token belongs to another client');
}

/** A family bound to a key is refreshed with that key only. Source: RFC 9449 5. */
function assertSameKey(family: RefreshFamily, { jkt }: Presentation): void {
  if (family.jkt !== null && family.jkt !== jkt) throw refuse('the DPoP proof is not of the bound key');
}

/** A restore or a failover has lost a rotation: the token is good, and the family cannot know it. */
async function refuseLater({ outbox }: SsoContext, { family }: PresentedToken): Promise<ApiError> {
  await outbox.append('refresh.rotation_lost', describeFamily(family));
  return refuse('the refresh token is of a later rotation than the database has');
}

/** Without chain and link, a public client has shown by the key of the family that the token is its own. */
async function assertBound(
  { families, now }: SsoContext,
  family: RefreshFamily,
  { authMethod }: Client,
  { chain, link }: Presentation,
): Promise<void> {
  if (chain === '') {
    if (family.road === 'browser' || authMethod !== 'none' || family.jkt !== null) return;
    throw new ApiError(missing('binding_chain'));
  }
  if (chain === family.id && isSameHash(hashSecret(link), family.linkHash)) return;
  await families.strike(family, now());
  throw refuse(chain === family.id ? 'the binding_link is wrong' : 'the binding_chain is wrong');
}

/** Checked before the work of signing; the rotation's own statement is what holds the limit. Throws throttled. */
async function assertMayRotate({ settings, outbox, now }: SsoContext, family: RefreshFamily): Promise<void> {
  const waitMs = rotationWaitMs(family, settings.refreshRotations, now());
  if (waitMs === 0) return;
  await outbox.append('refresh.throttled', describeFamily(family));
  throw new ApiError(errors.rotatedTooOften, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

function describeFamily({ id, clientId, userId }: RefreshFamily) {
  return { family_id: id, client_id: clientId, user_id: userId };
}

/** Another request has rotated the token since it was read, has used the limit up, or has ended the family. */
async function answerLostRace(
  context: SsoContext,
  request: TokenRequest,
  presentation: Presentation,
): Promise<TokenPackage> {
  const found = await findPresented(context.families, presentation.token);
  if (found?.state !== 'superseded') {
    if (found) await assertMayRotate(context, found.family);
    throw refuse('the refresh family changed at the same time');
  }
  assertFamilyLive(found.family, context.now());
  return answerSuperseded(context, request, presentation, found);
}
