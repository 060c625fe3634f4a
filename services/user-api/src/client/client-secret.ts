import { ApiError } from '@latchkey/contracts';
import { hashSecret, isSameSecret } from '@latchkey/secrets';
import { inSession } from '../attempt/known-device.ts';
import { clearFailures, holdAccount, withLease, type LeasePorts } from '../attempt/lease.ts';
import { errors } from '../errors.ts';
import { createEntry, type EntryPorts, type LogEvent } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import type { Caller } from '../session/session.ts';
import { laterThan, oldSecretSeconds, type Client, type ClientSecretStore } from './client.ts';
import { assertOpen, describeChange, findManagedClient, type ManagePorts } from './manage-client.ts';

/** 256 random bits. */
export function createClientSecret(randomBytes: (size: number) => Uint8Array): string {
  return Buffer.from(randomBytes(32)).toString('base64url');
}

interface SecretPorts extends EntryPorts {
  readonly clientSecrets: ClientSecretStore;
  randomBytes(size: number): Uint8Array;
}

interface ChangeSecretPorts extends SecretPorts, LeasePorts {}

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
  ports: ChangeSecretPorts,
  client: Client,
  current: string,
  origin: Origin,
): Promise<NewSecret> {
  const { clientId } = client;
  await confirmSecret(ports, clientId, current, origin);
  return replaceSecret(ports, client, { event: 'client_password.change', clientId }, origin);
}

/**
 * Makes a new secret for a client that the caller manages; the old one stays valid for a day. Throws not_found, and
 * state_conflict for a public or archived client and when another change of the secret is made at the same time.
 */
export async function rotateClientSecret(
  ports: SecretPorts & ManagePorts,
  caller: Caller,
  clientId: string,
  origin: Origin,
): Promise<{ made: string; oldExpiresAt: Date | null }> {
  const { client, secrets } = await findManagedClient(ports, caller, clientId);
  assertOpen(client);
  if (client.type === 'public') throw new ApiError(errors.clientPublic);
  const event = describeChange(caller, client, 'client.rotate_secret');
  const { made, oldExpiresAt } = await replaceSecret(ports, client, event, origin);
  const hasOld = secrets.some(({ expiresAt }) => expiresAt === null);
  return { made, oldExpiresAt: hasOld ? oldExpiresAt : null };
}

async function replaceSecret(
  ports: SecretPorts,
  { clientId, secretRotatedAt: seenAt }: Client,
  event: LogEvent,
  origin: Origin,
): Promise<NewSecret> {
  const made = createClientSecret((size) => ports.randomBytes(size));
  const row = createEntry(ports, event, origin);
  const at = laterThan(seenAt, row.createdAt);
  const oldExpiresAt = new Date(row.createdAt.getTime() + oldSecretSeconds * 1000);
  const change = { id: ports.newId(), clientId, hash: hashSecret(made), seenAt, at, oldExpiresAt, row };
  if (!(await ports.clientSecrets.change(change))) throw new ApiError(errors.stateConflict);
  return { made, oldExpiresAt };
}

/** Checks the current secret. Logs a rejection. */
function confirmSecret(
  ports: ChangeSecretPorts,
  clientId: string,
  secret: string,
  origin: Origin,
): Promise<void> {
  return withLease(ports, origin, async (lease) => {
    lease.event = { event: 'client.secret_check', clientId };
    await holdAccount(ports, lease, { account: undefined, throttleName: `client:${clientId}` }, inSession);
    const newest = await ports.clientSecrets.findNewest(clientId);
    if (newest === undefined || !isSameSecret(hashSecret(secret), newest))
      throw new ApiError(errors.credentialsInvalid);
    await clearFailures(ports, lease);
  });
}
