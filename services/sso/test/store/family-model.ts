import type { ErrorSpec } from '@latchkey/contracts';
import { errors } from '../../src/errors.ts';
import { missing } from '../../src/grants/grant.ts';
import type { RefreshInput } from '../../src/grants/refresh/presentation.ts';
import type { TokenPackage } from '../../src/token/token-package.ts';
import { decodeJwt } from '../routes/decode-jwt.ts';

export const dayMs = 86_400_000;
export const idleMs = 30 * dayMs;
/** Short, so that a few refreshes come to it. */
export const absoluteMs = 40 * dayMs;

/** Other parameters of a refresh, with what they may come to. */
export interface Wish {
  /** Wishes of one name are the same parameters. */
  readonly name: string;
  readonly input: Pick<RefreshInput, 'scope' | 'aud' | 'resource'>;
  readonly scope: string;
  readonly audience: readonly string[];
  readonly wider?: 'widerScope' | 'widerTarget';
}

/** A family as the contract has it; `packages` are all that were given out, `spent` is how each but the last went. */
interface FamilyModel {
  readonly chain: string;
  /** What the account had voided at its approval. */
  readonly seenMs: number;
  readonly absoluteEndMs: number;
  idleEndMs: number;
  strikes: number;
  isRevoked: boolean;
  readonly packages: TokenPackage[];
  readonly spent: { readonly wish: string; readonly atMs: number }[];
  /** Types of its events: those of the store, and those of the outbox. */
  readonly events: string[];
  readonly told: string[];
}

export interface World {
  nowMs: number;
  readonly graceMs: number;
  isActive: boolean;
  hasGrant: boolean;
  tokensValidAfterMs: number;
  /** How far the clock of user-api, which dates what is void, is ahead. */
  readonly skewMs: number;
  /** The family that the password was changed with. */
  keptFamilyId: string | undefined;
  readonly families: FamilyModel[];
  /** Every token and link so far. */
  readonly secrets: Set<string>;
}

type Part = 'own' | 'other' | 'missing';

/** A refresh with the package of `index`; its parts may be of elsewhere, or not sent. */
export interface Refresh {
  readonly index: number;
  readonly token: Part;
  readonly chain: Part;
  readonly link: Part;
  readonly clientId: 'demo-cli' | 'demo-rp';
  readonly wish: Wish;
}

export type Act = Refresh | 'revoke';

export type Answer =
  { readonly tokens: TokenPackage } | { readonly refused: ErrorSpec } | { readonly revoked: boolean };

const refusals = {
  tokenMissing: missing('refresh_token'),
  chainMissing: missing('binding_chain'),
  linkMissing: missing('binding_link'),
  refused: errors.invalidRefreshToken,
  struck: errors.invalidRefreshToken,
  reused: errors.invalidRefreshToken,
  inactive: errors.accountInactive,
  widerScope: { ...errors.widerScope, message: 'the scope groups was not granted' },
  widerTarget: { ...errors.widerTarget, message: 'the audience https://other.test was not granted' },
} as const satisfies Record<string, ErrorSpec>;

export type Outcome = keyof typeof refusals | 'rotated' | 'repeated';

export const outcomes = [...Object.keys(refusals), 'rotated', 'repeated'] as Outcome[];

/** What has to come of a refresh. Source: contract part 1 "Token package". */
export function predict(world: World, family: FamilyModel, refresh: Refresh): Outcome {
  const { token, chain, link, clientId, index, wish } = refresh;
  if (token === 'missing') return 'tokenMissing';
  if (chain === 'missing') return 'chainMissing';
  if (link === 'missing') return 'linkMissing';
  if (token === 'other' || !isLive(world, family)) return 'refused';
  const isBound = chain === 'own' && link === 'own';
  const isOwnClient = clientId === 'demo-cli';
  const spent = family.spent[index];
  if (spent !== undefined) {
    const isSame = isBound && isOwnClient && wish.name === spent.wish;
    const isInTime = world.nowMs < spent.atMs + world.graceMs;
    const isSuccessorUnused = index === family.packages.length - 2;
    return isSame && isInTime && isSuccessorUnused ? (findFault(world, family) ?? 'repeated') : 'reused';
  }
  if (!isOwnClient) return 'refused';
  if (!isBound) return 'struck';
  return findFault(world, family) ?? wish.wider ?? 'rotated';
}

export function isLive({ nowMs }: World, { isRevoked, idleEndMs, absoluteEndMs }: FamilyModel): boolean {
  return !isRevoked && nowMs < Math.min(idleEndMs, absoluteEndMs);
}

export function findFault(world: World, family: FamilyModel): Outcome | undefined {
  if (!world.hasGrant) return 'refused';
  const stands = family.seenMs === world.tokensValidAfterMs || family.chain === world.keptFamilyId;
  return world.isActive && stands ? undefined : 'inactive';
}

/** What was answered beside what should have been; `family` moves on to what is true after it. */
export function judge(world: World, family: FamilyModel, act: Act, answer: Answer) {
  if (act === 'revoke') {
    const expected = { revoked: !family.isRevoked };
    if (!family.isRevoked) revoke(family);
    return { actual: answer, expected };
  }
  const outcome = predict(world, family, act);
  if (outcome === 'rotated') return judgeRotation(world, family, act.wish, answer);
  if (outcome === 'repeated') {
    family.told.push('refresh.replayed_in_grace');
    return { actual: answer, expected: { tokens: family.packages[act.index + 1] } };
  }
  if (outcome === 'struck') strike(family);
  if (outcome === 'reused') {
    family.told.push('refresh.reuse_detected');
    revoke(family);
  }
  return { actual: answer, expected: { refused: refusals[outcome] } };
}

function strike(family: FamilyModel): void {
  family.strikes += 1;
  family.events.push('refresh.binding_mismatch');
  if (family.strikes === 3) revoke(family);
}

/** A family ends once and for all. */
function revoke(family: FamilyModel): void {
  family.isRevoked = true;
  family.events.push('family.revoked');
}

function judgeRotation(world: World, family: FamilyModel, wish: Wish, answer: Answer) {
  family.idleEndMs = Math.min(world.nowMs + idleMs, family.absoluteEndMs);
  family.strikes = 0;
  family.spent.push({ wish: wish.name, atMs: world.nowMs });
  const expected = expectTokens(world, family, wish, wish.input.scope ?? '');
  const actual = 'tokens' in answer ? describeTokens(world, answer.tokens) : answer;
  if ('tokens' in answer) keepTokens(world, family, answer.tokens);
  return { actual, expected };
}

export function keepTokens(world: World, family: FamilyModel, tokens: TokenPackage): void {
  family.packages.push(tokens);
  world.secrets.add(tokens.refresh_token).add(tokens.binding_link);
}

export function expectTokens(
  world: World,
  { chain, idleEndMs }: Pick<FamilyModel, 'chain' | 'idleEndMs'>,
  { scope, audience }: Pick<Wish, 'scope' | 'audience'>,
  /** The scope that was asked for: a pickup gets its ID token by what was granted. */
  asked: string = scope,
) {
  return {
    token_type: 'Bearer',
    expires_in: 900,
    refresh_expires_in: Math.floor((idleEndMs - world.nowMs) / 1000),
    binding_chain: chain,
    scope,
    claims: { sid: chain, sub: 'user-1', client_id: 'demo-cli', scope, aud: audience },
    hasIdToken: asked.includes('openid'),
    areSecretsNew: true,
  };
}

/** A package without its secrets, of which all that counts is that they were never there before. */
export function describeTokens(
  { secrets }: World,
  { access_token, id_token, refresh_token, binding_link, ...others }: TokenPackage,
) {
  const { sid, sub, client_id, scope, aud } = decodeJwt(access_token);
  const areSecretsNew =
    refresh_token !== binding_link && !secrets.has(refresh_token) && !secrets.has(binding_link);
  return {
    ...others,
    claims: { sid, sub, client_id, scope, aud: [aud].flat() },
    hasIdToken: id_token !== undefined,
    areSecretsNew,
  };
}

export function copyWorld(world: World): World {
  const families = world.families.map((family) => ({
    ...family,
    packages: [...family.packages],
    spent: [...family.spent],
    events: [...family.events],
    told: [...family.told],
  }));
  return { ...world, families, secrets: new Set(world.secrets) };
}
