import type { AccessTokenClaims } from '@latchkey/tokens';
import type { Standing } from '../../sibling/standing.ts';
import type { UserApi } from '../../sibling/user-api.ts';
import { isOwnPrincipal } from '../client/own-principal.ts';
import type { FamilyStore } from '../family/family-store.ts';
import { isFamilyOver, refreshEndsAtMs, type RefreshFamily } from '../family/family.ts';
import { findPresented } from '../family/find-presented.ts';
import { holdsAdmin } from './rights.ts';
import { familyStands, holdsStaleAdmin, mayHold, tokenStands } from './standing.ts';
import { verifyOwnToken, type LiveToken, type OwnTokens } from './verify-own-token.ts';

export interface InspectPorts extends OwnTokens {
  readonly families: Pick<FamilyStore, 'findById'>;
  readonly userApi: Pick<UserApi, 'findClient' | 'findRecentStanding' | 'isSessionLive'>;
}

/** An access token that is valid at this moment, with its refresh family if it has one. */
export interface ActiveToken {
  readonly claims: AccessTokenClaims;
  readonly family?: RefreshFamily;
}

/**
 * Whether an access token that sso signed is still valid, whoever it is for: one of the device flow by its family and
 * account, any other by what user-api keeps of its session or issue; each by its client as well. Rejects with
 * upstream_unavailable when user-api cannot be asked. Source: contract part 0 "Access tokens" (strict check mode), RFC
 * 7662 2.2.
 */
export async function findActiveToken(
  ports: InspectPorts,
  token: string,
  traceparent: string,
): Promise<ActiveToken | undefined> {
  const claims = await verifyOwnToken(ports, token);
  if (claims === undefined) return undefined;
  if (isOwnPrincipal(claims)) return { claims };
  const family = await ports.families.findById(claims.sid);
  if (family === undefined) return findSessionToken(ports, claims, traceparent);
  if (family.userId !== claims.sub || isFamilyOver(family, ports.now())) return undefined;
  return (await findHolder(ports, { claims, family }, traceparent)) && { claims, family };
}

/** The account of a device-flow token; undefined where account or client do not let it be valid any more. */
export async function findHolder(
  { userApi }: Pick<InspectPorts, 'userApi'>,
  { claims, family }: LiveToken,
  traceparent: string,
): Promise<Standing | undefined> {
  const [standing, client] = await lookAtHolders(userApi, family, traceparent);
  return mayHold(client, family) && tokenStands(standing, family, claims) ? standing : undefined;
}

/** A token of a session or of an app, whose life user-api knows. */
async function findSessionToken(
  { userApi }: InspectPorts,
  claims: AccessTokenClaims,
  traceparent: string,
): Promise<ActiveToken | undefined> {
  if (!(await userApi.isSessionLive(claims, traceparent))) return undefined;
  if (!holdsAdmin(claims.scope)) return { claims };
  const standing = await userApi.findRecentStanding(claims.sub, traceparent);
  return holdsStaleAdmin(standing, claims) ? undefined : { claims };
}

/**
 * The family of a refresh token that is good at this moment. The look-up changes nothing, and a superseded token raises
 * no alarm: the caller of introspection is not the client that holds the token.
 */
export async function findActiveRefresh(
  ports: InspectPorts,
  token: string,
  traceparent: string,
): Promise<RefreshFamily | undefined> {
  const presented = await findPresented(ports.families, token);
  if (presented?.state !== 'current') return undefined;
  const { family } = presented;
  if (family.revokedAt !== null || ports.now() >= refreshEndsAtMs(family)) return undefined;
  const [standing, client] = await lookAtHolders(ports.userApi, family, traceparent);
  return mayHold(client, family) && familyStands(standing, family) ? family : undefined;
}

/** The account and the client of a family, as they were at most some seconds ago. */
function lookAtHolders(userApi: InspectPorts['userApi'], family: RefreshFamily, traceparent: string) {
  return Promise.all([
    userApi.findRecentStanding(family.userId, traceparent),
    userApi.findClient(family.clientId, traceparent),
  ]);
}
