import { type RouteGroup, createEnvelopeProtocol, createOAuthProtocol } from '@latchkey/http-server';
import type { SsoContext } from './context.ts';
import { authorizationServer, openidConfiguration } from './routes/.well-known/metadata.ts';
import { deviceAuthorization } from './routes/device_authorization.ts';
import { relaysConsume } from './routes/internal/v1/relays/consume.ts';
import { tokensMint } from './routes/internal/v1/tokens/mint.ts';
import { tokensVerify } from './routes/internal/v1/tokens/verify.ts';
import { jwks } from './routes/jwks.ts';
import { relay } from './routes/relay.ts';
import { token } from './routes/token.ts';

const oauth: RouteGroup<SsoContext> = {
  protocol: createOAuthProtocol(),
  routes: [deviceAuthorization, token, relay, jwks, openidConfiguration, authorizationServer],
};

const internal: RouteGroup<SsoContext> = {
  protocol: createEnvelopeProtocol(),
  routes: [relaysConsume, tokensMint, tokensVerify],
};

/** Every route of the service, by the protocol it speaks; the first group also words what no route answers. */
export const routes = [oauth, internal] as const;
