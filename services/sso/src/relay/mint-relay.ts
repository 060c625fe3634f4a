import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { signJwt, type RelayClaims, type RelayPurpose, type SigningKeys } from '@latchkey/tokens';
import type { RelayStore } from './relay-store.ts';

/** Life of a guard payload, wherever it waits. */
export const payloadTtlSeconds = 120;
const audience = 'user-api';

export interface PayloadSigner {
  readonly signingKeys: Pick<SigningKeys, 'activeKey'>;
  readonly issuer: string;
  readonly now: () => number;
}

export interface RelayMint extends PayloadSigner {
  readonly relays: RelayStore;
}

/** What the asking client wants the payload to say. */
export type RelayRequest = Omit<RelayClaims, 'iss' | 'aud' | 'exp' | 'iat' | 'jti' | 'purpose'>;

/** Signs a guard payload for one use at user-api within 120 s. Source: contract part 1 "Guard payloads". */
export function signPayload(signer: PayloadSigner, purpose: RelayPurpose, request: RelayRequest): string {
  const iat = Math.floor(signer.now() / 1000);
  const claims: RelayClaims = {
    ...request,
    iss: signer.issuer,
    aud: audience,
    jti: randomUUID(),
    iat,
    exp: iat + payloadTtlSeconds,
    purpose,
  };
  return signJwt({ typ: 'relay+jwt', claims, key: signer.signingKeys.activeKey() });
}

/**
 * Signs a guard payload and keeps it under a 256-bit handle.
 * Source: contract part 1 "Guard payloads".
 */
export async function mintRelay(
  mint: RelayMint,
  purpose: RelayPurpose,
  request: RelayRequest,
): Promise<{ relay: string; expiresInSeconds: number }> {
  const jws = signPayload(mint, purpose, request);
  const relay = randomBytes(32).toString('base64url');
  await mint.relays.keep(hashHandle(relay), jws, payloadTtlSeconds);
  return { relay, expiresInSeconds: payloadTtlSeconds };
}

/** Spends a relay: its payload, or undefined when it is unknown, over or spent. */
export function consumeRelay(relays: RelayStore, relay: string): Promise<string | undefined> {
  return relays.take(hashHandle(relay));
}

function hashHandle(relay: string): string {
  return createHash('sha256').update(relay).digest('hex');
}
