import { createHash, timingSafeEqual } from 'node:crypto';
import { ApiError } from '@latchkey/errors';
import { withBudgets, type BudgetPorts } from '../attempt/budgets.ts';
import { errors } from '../errors.ts';
import { logEvent, logFailure, type LogPorts } from '../request-log/log-event.ts';
import type { Origin } from '../request-log/request-log.ts';
import { oldSecretSeconds, type Client, type ClientSecretStore } from './client.ts';

/** What is stored of a secret and compared by sso: lower-case hex SHA-256. */
export function hashClientSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** 256 random bits. */
function createClientSecret(randomBytes: (size: number) => Uint8Array): string {
  return Buffer.from(randomBytes(32)).toString('base64url');
}

/** Whether a secret is the one of a hash, compared in constant time. */
function isSecretOf(secret: string, hash: string): boolean {
  const [shown, kept] = [Buffer.from(hashClientSecret(secret)), Buffer.from(hash)];
  return shown.length === kept.length && timingSafeEqual(shown, kept);
}

interface ChangeSecretPorts extends BudgetPorts, LogPorts {
  readonly clientSecrets: ClientSecretStore;
  randomBytes(size: number): Uint8Array;
}

interface SecretWish {
  /** The newest one; its forerunner may still sign in, and no more. */
  readonly current: string;
  /** Undefined: one is made. */
  readonly wished: string | undefined;
}

/**
 * Changes a client's own secret under the budgets of a login; the old one counts for a day more. Answers the new one
 * where it was made here. Throws invalid_value, invalid_credentials, throttled, state_conflict.
 */
export async function changeClientSecret(
  ports: ChangeSecretPorts,
  { clientId }: Client,
  { current, wished }: SecretWish,
  origin: Origin,
): Promise<{ made: string | undefined; oldExpiresAt: Date }> {
  if (wished === current) throw new ApiError(errors.secretSame, { field: 'new_password' });
  const oldHash = await confirmSecret(ports, clientId, current, origin);
  const made = wished === undefined ? createClientSecret((size) => ports.randomBytes(size)) : undefined;
  const at = new Date(ports.now());
  const oldExpiresAt = new Date(ports.now() + oldSecretSeconds * 1000);
  const newHash = hashClientSecret(wished ?? made ?? '');
  const change = { id: ports.newId(), clientId, oldHash, newHash, at, oldExpiresAt };
  if (!(await ports.clientSecrets.change(change))) throw new ApiError(errors.stateConflict);
  await logEvent(ports, { event: 'client_password.change', clientId }, origin);
  return { made, oldExpiresAt };
}

/** Answers the hash of the secret that was shown. A failure gets its row in the request log. */
function confirmSecret(
  ports: ChangeSecretPorts,
  clientId: string,
  secret: string,
  origin: Origin,
): Promise<string> {
  return withBudgets(ports, origin.ip, (budgets) =>
    logFailure(ports, { event: 'client.secret_check', clientId }, origin, async () => {
      const subject = { account: undefined, throttleName: `client:${clientId}` };
      await budgets.takeAccount(subject, origin.ip, undefined);
      const newest = await ports.clientSecrets.findNewest(clientId);
      if (newest === undefined || !isSecretOf(secret, newest)) throw new ApiError(errors.credentialsInvalid);
      await budgets.settle();
      return newest;
    }),
  );
}
