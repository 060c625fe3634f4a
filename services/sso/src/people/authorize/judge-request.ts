import type { ErrorSpec } from '@latchkey/contracts';
import { isSameAudience, splitScope } from '@latchkey/tokens';
import { errors, nameCause } from '../../errors.ts';
import type { Client } from '../../oauth/client/client.ts';
import type { Consents, Granted } from '../../oauth/consent/consents.ts';
import { holdsAdmin } from '../../oauth/token/rights.ts';
import type { VisitSession } from '../sign-in/visit.ts';
import { asksNothing, settleRequest, type AppRequest } from './app-request.ts';
import type { ReadHint } from './id-token-hint.ts';
import type { SentRequest } from './parameters.ts';

export interface JudgePorts {
  readonly now: () => number;
  readonly settings: { readonly dropUrl: string };
  readonly consents: Pick<Consents, 'findLive'>;
  readonly readHint: ReadHint;
}

/** What this browser has shown with the form that it sends. */
export interface Proven {
  /** The person signed in for this request. */
  readonly hasSignedIn: boolean;
  /** The person was asked, and allows it. */
  readonly hasAllowed: boolean;
}

/** What a request leads to. */
export type Judgement =
  | { readonly kind: 'sign_in' }
  /** `isAtOnce`: the browser is led back without a page between. */
  | { readonly kind: 'refuse'; readonly error: ErrorSpec; readonly isAtOnce: boolean }
  | { readonly kind: 'ask'; readonly asked: AppRequest }
  /** `isAsked`: the person has just allowed it. */
  | {
      readonly kind: 'give';
      readonly asked: AppRequest;
      readonly isAsked: boolean;
      /** Before what was allowed earlier was looked up, in milliseconds since the epoch. */
      readonly decidedAtMs: number;
    };

interface Party {
  readonly client: Client;
  readonly session: VisitSession | undefined;
}

/**
 * Whether a person signs in, is asked, is led back with a refusal, or with a code. A refusal comes after the sign-in, and
 * leads back at once only to who is known here: else anybody who registers a client could lead people on from this address
 * (RFC 9700 4.11.2). Source: contract part 1 "The browser road".
 */
export async function judgeRequest(
  ports: JudgePorts,
  sent: SentRequest,
  { client, session }: Party,
  proven: Proven,
): Promise<Judgement> {
  const decidedAtMs = ports.now();
  const isSilent = asksNothing(sent);
  if (session === undefined && !isSilent) return { kind: 'sign_in' };
  const consent = session && (await ports.consents.findLive(session.userId, client.clientId));
  const refuse = (error: ErrorSpec): Judgement => {
    const isAtOnce = isKnownHere(client) || consent !== undefined;
    return { kind: 'refuse', error, isAtOnce };
  };
  const asked = settleRequest(sent, client);
  if ('fault' in asked) return refuse(asked.fault);
  const hinted = await findHintFault(ports, sent, client, session);
  if (hinted !== undefined) return refuse(hinted);
  if (session === undefined || mustSignIn(ports, asked, { client, session }, proven))
    return isSilent ? refuse(errors.loginRequired) : { kind: 'sign_in' };
  const isAsked = proven.hasAllowed;
  if (isAsked || !mustAsk(asked, client, sent, consent)) return { kind: 'give', asked, isAsked, decidedAtMs };
  return isSilent ? refuse(errors.consentRequired) : { kind: 'ask', asked };
}

/** A client that the installation vouches for. */
export function isKnownHere({ registeredBy, isVerified }: Client): boolean {
  return registeredBy.kind === 'installation' || isVerified;
}

async function findHintFault(
  { readHint }: JudgePorts,
  { values: { id_token_hint: hint } }: SentRequest,
  { clientId }: Client,
  session: VisitSession | undefined,
): Promise<ErrorSpec | undefined> {
  if (hint === undefined) return undefined;
  const token = await readHint(hint);
  if (token?.clientId !== clientId)
    return nameCause(errors.authorizeInvalid, 'id_token_hint is no id_token of this client');
  return session !== undefined && session.userId !== token.userId ? errors.otherPersonSignedIn : undefined;
}

/** Rights by which a stranger's app could take over an account or what belongs to it. */
const strongScopes = ['account', 'clients', 'orgs'];

/** Whether the sign-in of the browser is not enough for this request. */
function mustSignIn(
  { now, settings }: JudgePorts,
  { scope, audience, asksLogin, maxAge }: AppRequest,
  { client, session }: Party & { readonly session: VisitSession },
  { hasSignedIn, hasAllowed }: Proven,
): boolean {
  const isStrong =
    strongScopes.some((name) => splitScope(scope).includes(name)) ||
    audience.some((one) => isSameAudience(one, settings.dropUrl));
  const needsRecent = holdsAdmin(scope) || (isStrong && !isKnownHere(client));
  if (needsRecent && !session.hasJustTyped) return true;
  if (hasSignedIn) return false;
  // Whoever was asked had signed in for it.
  if (asksLogin && !hasAllowed) return true;
  return Math.floor(now() / 1000) - session.authTime > maxAge;
}

/**
 * Whether the person is asked. A public client at another address than https may be anybody's, so what was allowed before
 * is no answer for it.
 */
function mustAsk(
  { scope, audience, asksConsent }: AppRequest,
  { authMethod }: Client,
  { values: { redirect_uri: redirectUri = '' } }: SentRequest,
  consent: Granted | undefined,
): boolean {
  const isProven = authMethod !== 'none' || redirectUri.startsWith('https:');
  if (asksConsent || holdsAdmin(scope) || !isProven || consent === undefined) return true;
  const isCovered =
    splitScope(scope).every((name) => consent.scope.includes(name)) &&
    audience.every((one) => consent.audience.some((other) => isSameAudience(one, other)));
  return !isCovered;
}
