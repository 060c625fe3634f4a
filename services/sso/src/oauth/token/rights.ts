import { rightScopes, splitScope, type AccessTokenClaims } from '@latchkey/tokens';
import type { Standing } from '../../sibling/standing.ts';
import type { UserApi } from '../../sibling/user-api.ts';
import type { PlaceRule } from './place-rule.ts';

/** What operators must show to get the scope admin: a passkey, a one-time code or a passkey, or nothing more. */
export type OperatorMfa = 'passkey' | 'required' | 'off';

/** Why a person does not get the scope admin. */
export const adminRefusals = [
  'not_operator',
  'no_one_time_code',
  'no_passkey',
  'other_network',
  'device_off',
  'no_confirmation',
] as const;
export type AdminRefusal = (typeof adminRefusals)[number];

/** What the installation asks of operators. */
export interface OperatorRules {
  readonly operatorMfa: OperatorMfa;
  readonly refusePlace: PlaceRule;
}

/**
 * How somebody signed in. For a device, `places` are the addresses of the request, the browser and the pickup, and a
 * confirmation is `missing` where it cannot ask for the number that it must give back.
 */
interface SignInFacts {
  readonly amr: readonly string[];
  readonly places?: readonly string[];
  readonly confirmation?: 'number' | 'missing' | undefined;
}

export interface RightsPorts {
  readonly settings: OperatorRules;
  readonly userApi: Pick<UserApi, 'findStanding'>;
}

/** A token that user-api asks for. */
interface WishedToken extends Pick<AccessTokenClaims, 'token_use' | 'sub' | 'scope'> {
  readonly amr: readonly string[];
  /** Whether the person has just signed in for this token. */
  readonly isSignIn: boolean;
}

/**
 * Why a person who signed in like this gets no admin; undefined for one who does.
 * Source: contract part 0 "Scopes and rights".
 */
function findAdminRefusal(
  { operatorMfa, refusePlace }: OperatorRules,
  { kind, amr, places, confirmation }: SignInFacts & { readonly kind: AccessTokenClaims['pk'] },
): AdminRefusal | undefined {
  if (kind !== 'admin' && kind !== 'root') return 'not_operator';
  const refusal = places && refusePlace(places);
  if (refusal === undefined && confirmation === 'missing') return 'no_confirmation';
  return refusal ?? findLack(operatorMfa, amr);
}

/**
 * What a sign-in lacks for admin, whoever signed in; undefined where nothing. A recovery code never gives it. The amr of a
 * passkey are hwk or swk, user and mfa.
 */
function findLack(
  operatorMfa: OperatorMfa,
  amr: readonly string[],
): Extract<AdminRefusal, 'no_one_time_code' | 'no_passkey'> | undefined {
  const isByPasskey = amr.includes('mfa') && (amr.includes('hwk') || amr.includes('swk'));
  if (operatorMfa === 'passkey') return isByPasskey ? undefined : 'no_passkey';
  const hasTwo = amr.includes('totp') || amr.includes('mfa');
  const lacksCode = amr.includes('recovery') || (operatorMfa === 'required' && !hasTwo);
  return lacksCode ? 'no_one_time_code' : undefined;
}

/** The same for a request that may not ask for admin at all: then nothing is refused. */
export function refuseAdmin(
  rules: OperatorRules,
  scope: string,
  person: Parameters<typeof findAdminRefusal>[1],
): AdminRefusal | undefined {
  return holdsAdmin(scope) ? findAdminRefusal(rules, person) : undefined;
}

/**
 * What a token of user-api holds of the scope that was asked for, and its pk. An app never holds a right. admin needs a
 * fresh sign-in of a user who is an operator, with a one-time code where one is required. The account is looked up,
 * uncached, only when everything else lets it have admin. Source: as above.
 */
export async function resolveRights(
  { settings, userApi }: RightsPorts,
  wished: WishedToken,
  traceparent: string,
): Promise<Pick<AccessTokenClaims, 'scope' | 'pk'>> {
  if (wished.token_use === 'app') return { scope: omitScopes(wished.scope, rightScopes), pk: 'user' };
  const { token_use: use, isSignIn, amr } = wished;
  const mayHold =
    use === 'user' &&
    isSignIn &&
    holdsAdmin(wished.scope) &&
    findLack(settings.operatorMfa, amr) === undefined;
  const standing = mayHold ? await userApi.findStanding(wished.sub, traceparent) : undefined;
  const scope = limitAdmin(settings, wished, standing);
  return { scope, pk: principalKind(scope, standing?.kind ?? 'user') };
}

/** The scope, without admin unless the account is an active operator that signed in as it must. */
export function limitAdmin(
  rules: OperatorRules,
  { scope, ...facts }: SignInFacts & { readonly scope: string },
  account: Pick<Standing, 'kind' | 'isActive'> | undefined,
): string {
  const isGiven =
    account?.isActive === true && findAdminRefusal(rules, { kind: account.kind, ...facts }) === undefined;
  return isGiven ? scope : omitScopes(scope, ['admin']);
}

/** The pk of a person's token: the kind of the account where the scope holds admin, else user. Source: as above. */
export function principalKind(scope: string, kind: AccessTokenClaims['pk']): AccessTokenClaims['pk'] {
  return holdsAdmin(scope) ? kind : 'user';
}

export function holdsAdmin(scope: string): boolean {
  return splitScope(scope).includes('admin');
}

export function omitScopes(scope: string, omitted: readonly string[]): string {
  return splitScope(scope)
    .filter((name) => !omitted.includes(name))
    .join(' ');
}
