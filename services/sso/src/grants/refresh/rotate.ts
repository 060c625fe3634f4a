import { hashSecret } from '@latchkey/secrets';
import type { SsoContext } from '../../context.ts';
import type { RefreshFamily } from '../../oauth/family/family.ts';
import { createRefreshSecrets } from '../../oauth/family/refresh-secrets.ts';
import { createTokenPackage, type TokenPackage } from '../../oauth/token/token-package.ts';
import type { Standing } from '../../sibling/standing.ts';
import type { Presentation } from './presentation.ts';

/**
 * Signs the next package and puts it in force; undefined when another caller was first. The answer is kept sealed for
 * a repetition where the window is open. `family` has the scope and audience of the access token.
 */
export async function rotate(
  context: SsoContext,
  family: RefreshFamily,
  standing: Standing,
  { token, link, requestHash, jkt, wantsIdToken }: Presentation,
): Promise<TokenPackage | undefined> {
  const { settings, families, answers, now } = context;
  const nowMs = now();
  const idleEndsAtMs = nowMs + settings.refreshIdleTtlSeconds * 1000;
  const idleExpiresAt = new Date(Math.min(idleEndsAtMs, family.absoluteExpiresAt.getTime()));
  const secrets = createRefreshSecrets(family, family.generation + 1, context.randomBytes);
  const source = { ...family, idleExpiresAt, jkt: jkt ?? null, wantsIdToken };
  const tokens = await createTokenPackage(context, source, standing, secrets, nowMs);
  const won = await families.rotate({
    familyId: family.id,
    clientId: family.clientId,
    ...(jkt === undefined ? {} : { jkt }),
    generation: family.generation,
    tokenHash: family.tokenHash,
    linkHash: family.linkHash,
    nextTokenHash: hashSecret(secrets.token),
    nextLinkHash: hashSecret(secrets.link),
    requestHash,
    limit: settings.refreshRotations,
    nowMs,
    idleExpiresAt,
    sealedAnswer:
      settings.refreshGraceSeconds > 0
        ? answers.seal({ token, link, familyId: family.id, generation: family.generation }, tokens)
        : null,
  });
  return won ? tokens : undefined;
}
