import { createEnvelopeProtocol, type RouteGroup } from '@latchkey/http-server';
import type { HeaderAuthMode } from '@latchkey/request-parser';
import type { UserApiContext } from './context.ts';
import { routes } from './routes.ts';

/** The routes under the one protocol of this service, each family at its place of the header migration switch. */
export function groupRoutes(
  headerAuth: Readonly<Record<string, HeaderAuthMode>>,
): [RouteGroup<UserApiContext>] {
  const protocol = createEnvelopeProtocol({
    headerAuth: (family) => (family === undefined ? 'off' : (headerAuth[family] ?? 'off')),
  });
  return [{ protocol, routes }];
}
