import { userApiCalls, type Contract, type InferOutput, type SentFields } from '@latchkey/contracts';
import type { Refusal, ServiceClient } from '@latchkey/contracts/service-client';
import { consoleClientId } from '@latchkey/tokens';
import type { OperatorMfa } from '../oauth/token/rights.ts';
import type { TokenSigner } from '../oauth/token/sign-access-token.ts';
import { findPower, type PowerPorts } from '../people/console/power.ts';
import type { SignedInVisit } from '../people/sign-in/visit.ts';
import { endings, signCall } from './sign-call.ts';

export type Siblings = Readonly<Record<'user-api' | 'drop', ServiceClient>>;
export type SiblingName = keyof Siblings;

/** What the console asks of a sibling. */
interface Asked<Called extends Contract> {
  readonly at: SiblingName;
  readonly to: Called;
  readonly body: SentFields<Called['input']>;
}

interface OperatorPorts extends PowerPorts, TokenSigner {
  readonly siblings: Siblings;
  readonly settings: PowerPorts['settings'] &
    TokenSigner['settings'] & {
      readonly userApiUrl: string;
      readonly dropUrl: string;
      readonly operatorMfa: OperatorMfa;
    };
}

/** The power ended, or had not begun: nothing was asked. */
export class PowerEnded extends Error {}
/** The sign-in of the browser ended while the page was made. */
export class OperatorLeft extends Error {}

type Answer<Called extends Contract> = { ok: true; data: InferOutput<Called['output']> } | Refusal;

const scope = 'admin account clients orgs';

/**
 * Asks a sibling with an operator's power, by a token that is signed for this one call once the record of the power was
 * read. Throws PowerEnded, OperatorLeft. Sources: contract part 0 "Access tokens"; contract part 1 "Console".
 */
export async function askAsOperator<Called extends Contract>(
  ports: OperatorPorts,
  visit: SignedInVisit,
  asked: Asked<Called>,
): Promise<Answer<Called>> {
  if ((await findPower(ports, visit)) === undefined) throw new PowerEnded();
  return send(ports, visit, asked);
}

/**
 * Asks for an act without power, by the same token: of a route of user-api that checks a fresh one-time code before it
 * acts, whatever else it is sent. The code is then what the power begins with.
 */
export function askWithFreshCode<Called extends Contract>(
  ports: OperatorPorts,
  visit: SignedInVisit,
  asked: Asked<Called> & { readonly at: 'user-api'; readonly isAlwaysFresh: true },
): Promise<Answer<Called>> {
  return send(ports, visit, asked);
}

async function send<Called extends Contract>(
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
