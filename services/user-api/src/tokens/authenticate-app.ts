import { ApiError } from '@latchkey/contracts';
import type { AccessTokenClaims } from '@latchkey/tokens';
import type { Client } from '../clients/client.ts';
import type { CredentialStore } from '../clients/credential.ts';
import { errors } from '../errors.ts';
import { assertTokenBound, type BindingPorts, type PresentedToken } from '../signing-in/attempt/binding.ts';
import { isTokenLive, type TokenLivePorts } from './is-token-live.ts';

/**
 * The confidential client that calls. Checks the signature of its app token, the credential and the client behind it,
 * and the binding. Throws token_invalid, token_expired, session_revoked, forbidden (a person's token or a public
 * client's), binding_required, invalid_dpop_proof. Source: contract part 2 "Guarded routes".
 */
export async function authenticateApp(
  ports: BindingPorts &
    TokenLivePorts & {
      readonly credentials: CredentialStore;
      verifyAccessToken(token: string): Promise<AccessTokenClaims>;
    },
  presented: Omit<PresentedToken, 'traceparent'>,
): Promise<Client> {
  const claims = await ports.verifyAccessToken(presented.token);
  if (claims.token_use !== 'app') throw new ApiError(errors.forbidden);
  if (!(await isTokenLive(ports, claims))) throw new ApiError(errors.sessionRevoked);
  await assertTokenBound(ports, claims, presented);
  const client = (await ports.clients.find(claims.sub, new Date(ports.now())))?.client;
  if (client?.type !== 'confidential') throw new ApiError(errors.forbidden);
  await ports.credentials.noteUsed(claims.sid, new Date(ports.now()));
  return client;
}
