import { hashSecret, isSameSecret } from '@latchkey/secrets';
import type { ClientCredentials } from './client-credentials.ts';
import type { Client } from './client.ts';

/** `strict`: the configured method alone; `any`: a confidential client may use either place. */
export type ClientAuthMatch = 'strict' | 'any';

/** Secrets that may be live at once; so many comparisons are made for everybody. */
const liveSecrets = 2;
const decoy = '0'.repeat(64);

/**
 * True when the credentials prove to be that active client. The secret is hashed and compared for every caller, also
 * for an unknown client, so that all failures take the same. Source: contract part 1 "Client authentication".
 */
export function isAuthentic(
  client: Client | undefined,
  credentials: ClientCredentials,
  match: ClientAuthMatch,
): boolean {
  const proven = matchesSecret(client?.secretHashes ?? [], credentials.secret ?? '');
  if (client === undefined || !client.isActive) return false;
  if (client.authMethod === 'none') return credentials.method === 'none';
  const fits = match === 'any' ? credentials.method !== 'none' : credentials.method === client.authMethod;
  return fits && proven;
}

function matchesSecret(hashes: readonly string[], secret: string): boolean {
  const presented = hashSecret(secret);
  const known = [...hashes, ...Array<string>(Math.max(0, liveSecrets - hashes.length)).fill(decoy)];
  return known.map((hash) => isSameSecret(hash, presented)).includes(true);
}
