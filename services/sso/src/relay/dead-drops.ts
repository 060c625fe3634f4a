import type { RelayPurpose } from '@latchkey/tokens';
import { ownClientId } from '../client/own-principal.ts';
import type { DeadDrop, StoreDeadDrop } from '../sibling/drop.ts';
import { signAccessToken, type TokenSigner } from '../token/sign-access-token.ts';
import { payloadTtlSeconds, signPayload, type RelayRequest } from './mint-relay.ts';

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
