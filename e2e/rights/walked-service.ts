import type { RightsService } from '@latchkey/tokens';

/** Whose token a call presents. The operator's is the token of a session, too. */
export const tokenKinds = ['device', 'session', 'member', 'app', 'operator'] as const;
/** With those of sso's console, which have one scope. */
export type TokenKind = (typeof tokenKinds)[number] | 'console';

export interface WalkedRoute {
  readonly method: 'get' | 'post';
  readonly path: string;
}

/** A service whose routes can be called with any kind of token. */
export interface WalkedService {
  readonly name: RightsService;
  readonly routes: readonly WalkedRoute[];
  /** Calls a route with a live token of that kind and scope, or without one, and with no other field. */
  call(route: WalkedRoute, token?: { readonly kind: TokenKind; readonly scope: string }): Promise<Outcome>;
}

/** What came of a call; the code of a failure. */
export interface Outcome {
  readonly status: number;
  readonly code: string | undefined;
}

interface ListedRoute {
  readonly method?: 'GET' | 'POST' | 'ANY';
  readonly path: string;
}

/** The routes of a service's own table. */
export function listRoutes(groups: readonly { readonly routes: readonly ListedRoute[] }[]): WalkedRoute[] {
  const routes = groups.flatMap((group) => group.routes);
  return routes.map(({ method, path }) => ({ method: method === 'GET' ? 'get' : 'post', path }));
}
