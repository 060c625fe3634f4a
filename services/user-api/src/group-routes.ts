import { createEnvelopeProtocol, type RouteGroup } from '@latchkey/http-server';
import type { HeaderAuthMode } from '@latchkey/request-parser';
import type { UserApiContext } from './context.ts';
import { legacyRoutes, routes } from './routes.ts';

interface RouteSwitches {
  /** Where each family stands in the header migration. */
  readonly headerAuth: Readonly<Record<string, HeaderAuthMode>>;
  /** Whether the retained legacy handlers are there at all. */
  readonly legacyAuth: 'on' | 'off';
}

/** The routes under the one protocol of this service, as its switches have them. */
export function groupRoutes({ headerAuth, legacyAuth }: RouteSwitches): [RouteGroup<UserApiContext>] {
  const protocol = createEnvelopeProtocol({
    headerAuth: (family) => (family === undefined ? 'off' : (headerAuth[family] ?? 'off')),
  });
  return [{ protocol, routes: legacyAuth === 'on' ? [...routes, ...legacyRoutes] : routes }];
}
