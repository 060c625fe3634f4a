import { ApiError } from '@latchkey/contracts';
import { hashSecret } from '@latchkey/secrets';
import { assertManagesOrg } from '../accounts/managed-org.ts';
import { errors } from '../errors.ts';
import { createEntry } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import { hasOperatorPower } from '../sessions/operator-power.ts';
import type { Caller } from '../sessions/session.ts';
import { actFreshly, type ShownAgain } from '../signing-in/act-freshly.ts';
import { createClientSecret } from './client-secret.ts';
import { installation, type Client } from './client.ts';
import { makeClient, type RequestedClient } from './make-client.ts';
import { describeChange, type ClientPorts } from './manage-client.ts';
import { assertMayList, needsCode } from './may-list.ts';
import { assertNotHouse, type HousePorts } from './name-keys.ts';
import { createClientId } from './new-client.ts';

type CreatePorts = ClientPorts &
  HousePorts & {
    /** How many clients an owner may have; 0: no limit. */
    readonly mostClientsOfOwner: number;
    randomBytes(size: number): Uint8Array;
  };

/**
 * Makes a client of the caller, or of an org that the caller manages; with an operator's power and without an org, one of
 * the installation. `secret` is the only copy, and a public client has none. Throws invalid_value, forbidden, already_exists, quota_exceeded, not_found for the org, what a fresh code throws, and state_conflict where the
 * caller's tokens were voided meanwhile. Source: contract part 2 "Clients".
 */
export async function createClient(
  ports: CreatePorts,
  caller: Caller,
  {
    org,
    shown,
    ...requested
  }: RequestedClient & { readonly org: string | undefined; readonly shown: ShownAgain },
  origin: Origin,
): Promise<{ client: Client; secret: string | undefined }> {
  const randomBytes = (size: number) => ports.randomBytes(size);
  const client = makeClient(requested, {
    ...ownerFor(caller, org),
    clientId: createClientId(randomBytes),
    services: ports.services,
    now: new Date(ports.now()),
  });
  assertNotHouse(ports, client);
  assertMayList(caller, ports.services, client);
  const secret = client.type === 'public' ? undefined : createClientSecret(randomBytes);
  const stored = secret === undefined ? undefined : { id: ports.newId(), hash: hashSecret(secret) };
  const row = createEntry(ports, describeChange(caller, client, 'client.create'), origin);
  const mostOfOwner = hasOperatorPower(caller) ? 0 : ports.mostClientsOfOwner;
  const held = { audiences: [], defaultAudiences: [] };
  const fresh = needsCode(ports, caller, client, held) && { caller, shown, origin };
  const isMade = await actFreshly(ports, fresh, ({ clients }) =>
    clients.create(client, stored, { maker: caller.account, row, mostOfOwner }),
  );
  if (!isMade) throw new ApiError(errors.stateConflict);
  return { client, secret };
}

function ownerFor(caller: Caller, org = caller.member?.orgId): Pick<Client, 'ownerKind' | 'ownerId'> {
  if (org !== undefined) return { ownerKind: 'org', ownerId: assertManagesOrg(caller, org).orgId };
  return hasOperatorPower(caller) ? installation : { ownerKind: 'user', ownerId: caller.account.id };
}
