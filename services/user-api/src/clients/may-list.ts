import { camel, type ClientFlags } from '@latchkey/contracts';
import { identityScopes, isSameAudience } from '@latchkey/tokens';
import { assertOperatorPower } from '../sessions/operator-power.ts';
import type { Caller } from '../sessions/session.ts';
import { flagNames } from './client-flags.ts';
import type { Client } from './client.ts';
import type { ServiceAddresses } from './make-client.ts';
import type { ClientLists } from './new-client.ts';
import { isOwn } from './owner-scope.ts';

const openGrants = ['authorization_code', 'device_code', 'refresh_token', 'client_credentials'];
const openScopes = [...identityScopes, 'account', 'clients', 'orgs'];

/** What a client holds that has been given to it. */
type Held = ClientLists & ClientFlags;

/**
 * Everybody may list the grants for devices and apps, the identity scopes, account, clients and orgs, and the two
 * services as audiences, and make them defaults; the rest, and the flags, are for operators, unless the client holds it
 * there already. Throws forbidden, or insufficient_scope to an operator without the scope admin, with the field. Source:
 * contract part 0 "Scopes and rights".
 */
export function assertMayList(
  caller: Caller,
  services: ServiceAddresses,
  requested: Held,
  held?: Held,
): void {
  const field = findClosed(services, requested, held);
  if (field !== undefined) assertOperatorPower(caller, { field });
}

/**
 * Whether an act that gives or changes something of a client asks for a fresh code: an operator's power allows it, or the
 * client holds what only operators give, whoever owns it. An audience gives no right of its own, so only to give one asks:
 * one beyond those that were `held` before. Source: contract part 0 "Fresh codes".
 */
export function needsCode(
  { services }: { readonly services: ServiceAddresses },
  caller: Caller,
  client: Held & Pick<Client, 'ownerId'>,
  { audiences, defaultAudiences }: Pick<Held, 'audiences' | 'defaultAudiences'> = client,
): boolean {
  return (
    !isOwn(caller, client) || findClosed(services, client, { audiences, defaultAudiences }) !== undefined
  );
}

/** The first field with something on it that only operators give. */
function findClosed(services: ServiceAddresses, requested: Held, held?: Partial<Held>): string | undefined {
  const fields = {
    grant_types: ['grantTypes', openGrants],
    scopes: ['scopes', openScopes],
    default_scopes: ['defaultScopes', openScopes],
    audiences: ['audiences', services],
    default_audiences: ['defaultAudiences', services],
  } as const;
  const list = Object.entries(fields).find(([, [name, open]]) => {
    const allowed = [...open, ...(held?.[name] ?? [])];
    return !requested[name].every((entry) => allowed.some((one) => isSameAudience(one, entry)));
  });
  const flag = flagNames.find((name) => isRaised(requested[camel(name)], held?.[camel(name)]));
  return list?.[0] ?? flag;
}

function isRaised(flag: ClientFlags[keyof ClientFlags], held: typeof flag | undefined): boolean {
  if (typeof flag === 'boolean') return flag && held !== true;
  return !flag.every((entry) => Array.isArray(held) && held.includes(entry));
}
