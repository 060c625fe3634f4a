import { hashSecret, isSameHash } from '@latchkey/secrets';
import type { ClientCredentials } from './client-credentials.ts';
import type { Client } from './client.ts';

/** `strict`: only the configured method; `any`: a confidential client may use the header or the body. */
export type ClientAuthMatch = 'strict' | 'any';

/** A client has at most this many live secrets. Every authentication makes this many comparisons. */
const liveSecrets = 2;
const decoy = '0'.repeat(64);

/** The authenticated client, or the reason for the request's log line. */
export type Authentication = { readonly client: Client } | { readonly rejection: string };

/**
 * Authenticates a client. The secret is hashed and compared in every case, also for an unknown client, so that all
 * failures take the same time. Source: contract part 1 "Client authentication".
 */
export function authenticateClient(
  client: Client | undefined,
  credentials: ClientCredentials,
  match: ClientAuthMatch,
): Authentication {
  const hasSecret = matchesSecret(client?.secretHashes ?? [], credentials.secret ?? '');
  if (client === undefined) return { rejection: 'the client is unknown' };
  if (!client.isActive) return { rejection: 'the client is not active' };
  if (!isMethodAllowed(client, credentials, match))
    return { rejection: 'the client did not use its authentication method' };
  return client.authMethod === 'none' || hasSecret ? { client } : { rejection: 'the secret is wrong' };
}

function isMethodAllowed({ authMethod }: Client, { method }: ClientCredentials, match: ClientAuthMatch) {
  return match === 'any' && authMethod !== 'none' ? method !== 'none' : method === authMethod;
}

function matchesSecret(hashes: readonly string[], secret: string): boolean {
  const presented = hashSecret(secret);
  const known = [...hashes, ...Array<string>(Math.max(0, liveSecrets - hashes.length)).fill(decoy)];
  return known.map((hash) => isSameHash(hash, presented)).includes(true);
}
