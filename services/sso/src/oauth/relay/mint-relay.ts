import { hashSecret } from '@latchkey/secrets';
import { signJwt, type RelayClaims, type RelayPurpose, type SigningKeys } from '@latchkey/tokens';

/** How long a guard payload lives, in Redis and in drop. */
export const payloadTtlSeconds = 120;
const audience = 'user-api';

/** One-time guard payloads by the hash of their handle. Source: contract part 1 "Guard payloads". */
export interface RelayStore {
  store(handleHash: string, jws: string, ttlSeconds: number): Promise<void>;
  /** Returns the payload and deletes it, in one atomic step. */
  consume(handleHash: string): Promise<string | undefined>;
}

export interface PayloadSigner {
  readonly signingKeys: Pick<SigningKeys, 'activeKey'>;
  readonly settings: { readonly issuer: string };
  readonly now: () => number;
  readonly newId: () => string;
}

export interface RelayMint extends PayloadSigner {
  readonly relays: RelayStore;
  readonly randomBytes: (size: number) => Buffer;
}

export type RelayRequest = Omit<RelayClaims, 'iss' | 'aud' | 'exp' | 'iat' | 'jti' | 'purpose'>;

/** Signs a guard payload for one use at user-api within 120 s. Source: contract part 1 "Guard payloads". */
export function signPayload(
  signer: PayloadSigner,
  purpose: RelayPurpose,
  request: RelayRequest,
): Promise<string> {
  const iat = Math.floor(signer.now() / 1000);
  const claims: RelayClaims = {
    ...request,
    iss: signer.settings.issuer,
    aud: audience,
    jti: signer.newId(),
    iat,
    exp: iat + payloadTtlSeconds,
    purpose,
  };
  return signJwt({ typ: 'relay+jwt', claims, key: signer.signingKeys.activeKey() });
}

/**
 * Signs a guard payload and stores it under a 256-bit handle.
 * Source: contract part 1 "Guard payloads".
 */
export async function mintRelay(
  mint: RelayMint,
  purpose: RelayPurpose,
  request: RelayRequest,
): Promise<{ relay: string; expiresInSeconds: number }> {
  const jws = await signPayload(mint, purpose, request);
  const relay = mint.randomBytes(32).toString('base64url');
  await mint.relays.store(hashHandle(relay), jws, payloadTtlSeconds);
  return { relay, expiresInSeconds: payloadTtlSeconds };
}

/** Consumes a relay and answers its payload; undefined when it is unknown, expired or already consumed. */
export function consumeRelay(relays: RelayStore, relay: string): Promise<string | undefined> {
  return relays.consume(hashHandle(relay));
}

function hashHandle(relay: string): string {
  return hashSecret(relay);
}
