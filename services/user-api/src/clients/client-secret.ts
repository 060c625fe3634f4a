import { ApiError } from '@latchkey/contracts';
import { hashSecret, isSameSecret } from '@latchkey/secrets';
import { errors } from '../errors.ts';
import { createEntry } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import type { Caller } from '../sessions/session.ts';
import { actFreshly, type Fresh, type FreshPorts, type ShownAgain } from '../signing-in/act-freshly.ts';
import { inSession } from '../signing-in/attempt/known-device.ts';
import { clearFailures, holdAccount, withLease, type Lease } from '../signing-in/attempt/lease.ts';
import { sessionPlace } from '../signing-in/attempt/place.ts';
import {
  laterThan,
  oldSecretSeconds,
  type Client,
  type ClientSecretStore,
  type ClientStore,
  type SecretChange,
} from './client.ts';
import type { ServiceAddresses } from './make-client.ts';
import { assertOpen, describeChange, findChangeableClient } from './manage-client.ts';
import { needsCode } from './may-list.ts';
import { isOwn } from './owner-scope.ts';

/** 256 random bits. */
export function createClientSecret(randomBytes: (size: number) => Uint8Array): string {
  return Buffer.from(randomBytes(32)).toString('base64url');
}

type SecretPorts = FreshPorts<{
  readonly clients: ClientStore;
  readonly clientSecrets: ClientSecretStore;
}> & {
  readonly services: ServiceAddresses;
  randomBytes(size: number): Uint8Array;
};

/** When the secrets before a new one end: the newest of them, and one whose end was promised; null leaves that end. */
type Ends = Pick<SecretChange, 'newestExpiresAt' | 'promisedExpiresAt'>;

/** The only copy of a new secret, and when the one before it ends. */
interface NewSecret {
  readonly made: string;
  readonly oldExpiresAt: Date;
}

/**
 * Replaces a client's own secret by a random one, under the budgets of a login; the old one stays valid for a day.
 * `current` is the newest secret: the one before it can sign in, but cannot change the secret. Throws
 * invalid_credentials, throttled, state_conflict. Source: contract part 2 "Clients".
 */
export async function changeClientSecret(
  ports: SecretPorts,
  client: Client,
  current: string,
  origin: Origin,
): Promise<NewSecret> {
  const { clientId } = client;
  await confirmSecret(ports, clientId, current, origin);
  const row = createEntry(ports, { event: 'client_password.change', clientId }, origin);
  const oldExpiresAt = dayAfter(row.createdAt);
  const ends = { newestExpiresAt: oldExpiresAt, promisedExpiresAt: row.createdAt };
  const made = await replaceSecret(ports, client, { ...ends, row }, false);
  return { made, oldExpiresAt };
}

/**
 * Makes a new secret for a client that the caller manages. The old one stays valid for a day; the second rotation within
 * that day replaces the newest secret and keeps the promised one until its end, so that a repeated call ends nothing that
 * is in use. With `endPrevious` all others end at once. Throws not_found, and state_conflict for a public or archived
 * client and when another change of the secret is made at the same time. Source: contract part 2 "Clients".
 */
export async function rotateClientSecret(
  ports: SecretPorts,
  caller: Caller,
  { clientId, endPrevious, shown }: { clientId: string; endPrevious: boolean; shown: ShownAgain },
  origin: Origin,
): Promise<{ made: string; oldExpiresAt: Date | null }> {
  const { client, secrets } = await findChangeableClient(ports, caller, clientId);
  assertOpen(client);
  if (client.type === 'public') throw new ApiError(errors.clientPublic);
  const row = createEntry(ports, describeChange(caller, client, 'client.rotate_secret'), origin);
  const { createdAt: now } = row;
  const promisedUntil = secrets.find(({ expiresAt }) => expiresAt !== null)?.expiresAt ?? null;
  const oldExpiresAt = endPrevious ? now : (promisedUntil ?? dayAfter(now));
  const ends = {
    newestExpiresAt: promisedUntil === null ? oldExpiresAt : now,
    promisedExpiresAt: endPrevious ? now : null,
  };
  const fresh = needsCode(ports, caller, client) && { caller, shown, origin };
  // An operator needs no membership.
  const isOfOrg = client.ownerKind === 'org' && isOwn(caller, client);
  const manager = isOfOrg ? { userId: caller.account.id, orgId: client.ownerId } : undefined;
  const made = await replaceSecret(ports, client, { ...ends, row, manager }, fresh);
  return { made, oldExpiresAt: secrets.length > 0 ? oldExpiresAt : null };
}

function dayAfter(time: Date): Date {
  return new Date(time.getTime() + oldSecretSeconds * 1000);
}

async function replaceSecret(
  ports: SecretPorts,
  { clientId, secretRotatedAt: seenAt }: Client,
  { row, manager, ...ends }: Ends & Pick<SecretChange, 'row' | 'manager'>,
  fresh: Fresh | false,
): Promise<string> {
  const made = createClientSecret((size) => ports.randomBytes(size));
  const at = laterThan(seenAt, row.createdAt);
  const change = { id: ports.newId(), clientId, hash: hashSecret(made), seenAt, at, ...ends, row, manager };
  if (!(await actFreshly(ports, fresh, ({ clientSecrets }) => clientSecrets.change(change))))
    throw new ApiError(errors.stateConflict);
  return made;
}

/** Checks the current secret. Logs a rejection. */
function confirmSecret(ports: SecretPorts, clientId: string, secret: string, origin: Origin): Promise<void> {
  const attempt = async (lease: Lease): Promise<void> => {
    lease.verdict.event = { event: 'client.secret_check', clientId };
    await holdAccount(ports, lease, { account: undefined, throttleName: `client:${clientId}` }, inSession);
    const newest = await ports.clientSecrets.findNewest(clientId);
    if (newest === undefined || !isSameSecret(hashSecret(secret), newest))
      throw new ApiError(errors.credentialsInvalid);
    await clearFailures(ports, lease);
  };
  return withLease(ports, origin, attempt, sessionPlace(ports, origin.ip));
}
