import { ssoClientId, type RelayPurpose } from '@latchkey/tokens';
import type { DeadDrop, StoreDeadDrop } from '../../sibling/drop.ts';
import { signAccessToken, type TokenSigner, type TokenSubject } from '../token/sign-access-token.ts';
import { payloadTtlSeconds, signPayload, type PayloadSigner, type RelayRequest } from './mint-relay.ts';

export interface DeadDropPorts extends PayloadSigner, TokenSigner {
  readonly storeDeadDrop: StoreDeadDrop;
  /** `dropUrl` is the audience of drop's tokens. */
  readonly settings: TokenSigner['settings'] & { readonly dropUrl: string };
}

/**
 * Signs a guard payload and stores it in drop. Rejects with upstream_unavailable when drop does not accept it.
 * Source: contract part 1 "Guard payloads".
 */
export async function mintDeadDrop(
  ports: DeadDropPorts,
  purpose: RelayPurpose,
  request: RelayRequest,
  traceparent: string,
): Promise<{ deadDrop: DeadDrop; expiresInSeconds: number }> {
  const subject: TokenSubject = {
    token_use: 'app',
    sub: ssoClientId,
    client_id: ssoClientId,
    sid: ssoClientId,
    pk: 'user',
    aud: [ports.settings.dropUrl],
    scope: '',
  };
  const [jws, { accessToken }] = await Promise.all([
    signPayload(ports, purpose, request),
    signAccessToken(ports, subject, ports.now()),
  ]);
  const deadDrop = await ports.storeDeadDrop(jws, payloadTtlSeconds, accessToken, traceparent);
  return { deadDrop, expiresInSeconds: payloadTtlSeconds };
}
