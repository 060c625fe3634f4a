import { ApiError } from '@latchkey/errors';
import { hashSecret, isSameSecret } from '@latchkey/secrets';
import { inSession, withBudgets, type BudgetPorts } from '../attempt/budgets.ts';
import { errors } from '../errors.ts';
import { createEntry, logFailure, type LogPorts } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import { oldSecretSeconds, type Client, type ClientSecretStore } from './client.ts';

/** 256 random bits. */
function createClientSecret(randomBytes: (size: number) => Uint8Array): string {
  return Buffer.from(randomBytes(32)).toString('base64url');
}

interface ChangeSecretPorts extends BudgetPorts, LogPorts {
  readonly clientSecrets: ClientSecretStore;
  randomBytes(size: number): Uint8Array;
}

/**
 * Replaces a client's own secret by a random one, under the budgets of a login; the old one stays valid for a day.
 * `current` is the newest secret: the one before it can sign in, but cannot change the secret. Throws
 * invalid_credentials, throttled, state_conflict. Source: contract part 5 "Passwords".
 */
export async function changeClientSecret(
  ports: ChangeSecretPorts,
  { clientId }: Client,
  current: string,
  origin: Origin,
): Promise<{ made: string; oldExpiresAt: Date }> {
  const oldHash = await confirmSecret(ports, clientId, current, origin);
  const made = createClientSecret((size) => ports.randomBytes(size));
  const oldExpiresAt = new Date(ports.now() + oldSecretSeconds * 1000);
  const newHash = hashSecret(made);
  const row = createEntry(ports, { event: 'client_password.change', clientId }, origin);
  const change = { id: ports.newId(), clientId, oldHash, newHash, oldExpiresAt, row };
  if (!(await ports.clientSecrets.change(change))) throw new ApiError(errors.stateConflict);
  return { made, oldExpiresAt };
}

/** Checks the current secret and answers its hash. Logs a rejection. */
function confirmSecret(
  ports: ChangeSecretPorts,
  clientId: string,
  secret: string,
  origin: Origin,
): Promise<string> {
  return withBudgets(ports, origin.ip, (budgets) =>
    logFailure(ports, { event: 'client.secret_check', clientId }, origin, async () => {
      const subject = { account: undefined, throttleName: `client:${clientId}` };
      await budgets.holdAccount(subject, origin, inSession);
      const newest = await ports.clientSecrets.findNewest(clientId);
      if (newest === undefined || !isSameSecret(hashSecret(secret), newest))
        throw new ApiError(errors.credentialsInvalid);
      await budgets.clear();
      return newest;
    }),
  );
}
