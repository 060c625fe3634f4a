import { networkOf, unknownAddress } from '@latchkey/request-parser';
import type { TextSealer } from '../../signing-in/totp/text-sealer.ts';
import { sign } from './sign.ts';
import type { DueSignal, SignalledEntry } from './signal-outbox.ts';
import { sealOwnerOf } from './subscription.ts';

export interface SignalRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Makes the request of a signal: ids and facts of a closed set, and no address, name or text that others wrote. It is the
 * same at each attempt but for the time of its signature. Source: contract part 2 "Signals"; Standard Webhooks.
 */
export function composeSignal(
  { secrets: sealer, now }: { readonly secrets: Pick<TextSealer, 'open'>; now(): number },
  signal: DueSignal,
): SignalRequest {
  const { url, eventId, event, createdAt, subscriptionId, entry } = signal;
  const data = entry === null ? { subscription_id: subscriptionId } : describe(entry);
  const body = JSON.stringify({ type: event, timestamp: createdAt.toISOString(), data });
  const isOldValid = signal.oldSecretUntil !== null && signal.oldSecretUntil.getTime() > now();
  const sealed = [signal.secret, isOldValid && signal.oldSecret].filter((one) => typeof one === 'string');
  const secrets = sealed.map((one) => sealer.open(one, sealOwnerOf(subscriptionId)));
  const timestamp = Math.floor(now() / 1000);
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'latchkey',
      'webhook-id': eventId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': sign(secrets, eventId, timestamp, body),
    },
  };
}

function describe({ outcome, code, method, userId, actorId, orgId, clientId, ip }: SignalledEntry) {
  const network = networkOf(ip);
  const facts = {
    outcome,
    code,
    method,
    user_id: userId,
    actor_id: actorId,
    org_id: orgId,
    client_id: clientId,
    network: network === unknownAddress ? null : network,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
}
