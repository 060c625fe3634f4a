import { userApiCalls, type Contract, type InferOutput, type SentFields } from '@latchkey/contracts';
import type { Refusal, ServiceClient } from '@latchkey/contracts/service-client';
import { consoleClientId } from '@latchkey/tokens';
import type { OperatorMfa } from '../oauth/token/rights.ts';
import type { TokenSigner } from '../oauth/token/sign-access-token.ts';
import type { SignedInVisit } from '../people/sign-in/visit.ts';
import { endings, signCall } from './sign-call.ts';

export type Siblings = Readonly<Record<'user-api' | 'drop', ServiceClient>>;
export type SiblingName = keyof Siblings;

/** What the console asks of a sibling. */
export interface Asked<Called extends Contract> {
  readonly at: SiblingName;
  readonly to: Called;
  readonly body: SentFields<Called['input']>;
}

interface OperatorPorts extends TokenSigner {
  readonly now: () => number;
  readonly siblings: Siblings;
  readonly settings: TokenSigner['settings'] & {
    readonly userApiUrl: string;
    readonly dropUrl: string;
    readonly operatorMfa: OperatorMfa;
  };
}

/** The sign-in of the browser ended while the page was made. */
export class OperatorLeft extends Error {}

type Answer<Called extends Contract> = { ok: true; data: InferOutput<Called['output']> } | Refusal;

const scope = 'admin account clients orgs';

/**
 * Asks a sibling with an operator's rights, by a token that is signed for this one call. Only who has made sure of the
 * power may call it. Throws OperatorLeft. Source: contract part 0 "Access tokens".
 */
export async function askWithRights<Called extends Contract>(
  ports: OperatorPorts,
  visit: SignedInVisit,
  { at, to, body }: Asked<Called>,
): Promise<Answer<Called>> {
  const { userApiUrl, dropUrl, operatorMfa } = ports.settings;
  const aud = at === 'drop' ? dropUrl : userApiUrl;
  const rights = { client_id: consoleClientId, aud, scope, pk: visit.session.kind, operatorMfa };
  const token = await signCall(ports, visit, rights, ports.now());
  const sent = Object.assign({ 'auth.token': token }, body);
  const answer = await ports.siblings[at]({ to, body: sent, traceparent: visit.traceparent });
  if (!answer.ok && endings.has(answer.code)) throw new OperatorLeft();
  return answer;
}

/** What an operator has shown. */
export interface Shown {
  readonly code: string;
  readonly password: string;
  readonly passkey: string;
  readonly challenge: string | undefined;
}

/** Lets user-api check and spend the factor by which power begins; its refusal otherwise. Throws OperatorLeft. */
export async function stepUp(
  { siblings, settings }: Pick<OperatorPorts, 'siblings' | 'settings'>,
  { session, ip, userAgent, traceparent }: SignedInVisit,
  { code, password, passkey, challenge }: Shown,
): Promise<Refusal | undefined> {
  const body = {
    token: session.token,
    asks: settings.operatorMfa,
    ip,
    user_agent: userAgent,
    'auth.code': code === '' ? undefined : code,
    'auth.pass': password === '' ? undefined : password,
    passkey: passkey === '' ? undefined : passkey,
    challenge,
  };
  const answer = await siblings['user-api']({ to: userApiCalls.stepUpRootSession, body, traceparent });
  if (answer.ok) return undefined;
  if (endings.has(answer.code)) throw new OperatorLeft();
  return answer;
}
