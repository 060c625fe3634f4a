import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { RelayClaims, RelayPurpose, SigningKeys } from '@latchkey/tokens';
import { signJwt } from '@latchkey/tokens';
import type { RelayStore } from './relay-store.ts';

const ttlSeconds = 120;
const audience = 'user-api';

export interface RelayMint {
  readonly relays: RelayStore;
  readonly signingKeys: Pick<SigningKeys, 'activeKey'>;
  readonly issuer: string;
  readonly now: () => number;
}

/** What the asking client wants the payload to say. */
export type RelayRequest = Omit<RelayClaims, 'iss' | 'aud' | 'exp' | 'iat' | 'jti' | 'purpose'>;

/**
 * Signs a guard payload for one use at user-api within 120 s and keeps it under a 256-bit handle.
 * Source: contract part 1 "Guard payloads".
 */
export async function mintRelay(
  mint: RelayMint,
  purpose: RelayPurpose,
  request: RelayRequest,
): Promise<{ relay: string; expiresInSeconds: number }> {
  const iat = Math.floor(mint.now() / 1000);
  const claims: RelayClaims = {
    ...request,
    iss: mint.issuer,
    aud: audience,
    jti: randomUUID(),
    iat,
    exp: iat + ttlSeconds,
    purpose,
  };
  const jws = signJwt({ typ: 'relay+jwt', claims, key: mint.signingKeys.activeKey() });
  const relay = randomBytes(32).toString('base64url');
  await mint.relays.keep(hashHandle(relay), jws, ttlSeconds);
  return { relay, expiresInSeconds: ttlSeconds };
}

/** Spends a relay: its payload, or undefined when it is unknown, over or spent. */
export function consumeRelay(relays: RelayStore, relay: string): Promise<string | undefined> {
  return relays.take(hashHandle(relay));
}

function hashHandle(relay: string): string {
  return createHash('sha256').update(relay).digest('hex');
}
