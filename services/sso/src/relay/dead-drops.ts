import type { RelayPurpose } from '@latchkey/tokens';
import { ownClientId } from '../token/own-principal.ts';
import { signAccessToken, type TokenSigner } from '../token/sign-access-token.ts';
import { payloadTtlSeconds, signPayload, type RelayRequest } from './mint-relay.ts';

/** Where a stored payload is found, and what opens it; shown once. */
export interface DeadDrop {
  readonly id: string;
  readonly key: string;
}

/** Stores a payload at drop for whoever has its key, under an access token of sso itself. */
export type StoreDeadDrop = (
  payload: string,
  ttlSeconds: number,
  accessToken: string,
  traceparent: string,
) => Promise<DeadDrop>;

export interface DeadDropPorts {
  readonly storeDeadDrop: StoreDeadDrop;
  readonly signer: TokenSigner;
  /** Audience of drop's tokens. */
  readonly dropUrl: string;
}

/**
 * Signs a guard payload and leaves it at drop. Rejects with upstream_unavailable when drop does not take it.
 * Source: contract part 1 "Guard payloads".
 */
export async function mintDeadDrop(
  { storeDeadDrop, signer, dropUrl }: DeadDropPorts,
  purpose: RelayPurpose,
  request: RelayRequest,
  traceparent: string,
): Promise<{ deadDrop: DeadDrop; expiresInSeconds: number }> {
  const jws = signPayload(signer, purpose, request);
  const { accessToken } = signAccessToken(signer, {
    token_use: 'app',
    sub: ownClientId,
    client_id: ownClientId,
    sid: ownClientId,
    pk: 'admin',
    aud: [dropUrl],
    scope: '',
  });
  const deadDrop = await storeDeadDrop(jws, payloadTtlSeconds, accessToken, traceparent);
  return { deadDrop, expiresInSeconds: payloadTtlSeconds };
}
