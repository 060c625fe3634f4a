import { ApiError } from '@latchkey/errors';
import type { Logger } from '@latchkey/logger';
import express, { type Express, type Request, type Response } from 'express';
import helmet from 'helmet';
import { createBodyBudget } from './body-budget.ts';
import { allowCors } from './cors.ts';
import { createDocs } from './docs-page.ts';
import type { IsDependencyLost } from './faults.ts';
import { createHealth, type HealthChecks } from './health.ts';
import { helloGroup } from './hello.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { describeApi, type ServiceInfo } from './openapi.ts';
import type { OwnPaths } from './own-paths.ts';
import { answerFailure, compileRoute, runRoute, type Outlet, type Pipeline } from './pipeline.ts';
import { logRequests } from './request-log.ts';
import type { Protocol, Route, RouteGroup } from './types.ts';

export interface AppSettings<Context> {
  readonly service: ServiceInfo;
  readonly context: Context;
  /** The first group's protocol also answers callers whose request no route takes. */
  readonly groups: readonly [RouteGroup<Context>, ...RouteGroup<Context>[]];
  readonly logger: Logger;
  /** One check a dependency; each rejects while its dependency is down. */
  readonly health: HealthChecks;
  readonly isDependencyLost: IsDependencyLost;
  /** As Express takes it: a hop count or a list of networks. Source: contract part 0 "Every service". */
  readonly trustProxy?: number | string;
  readonly corsOrigins?: readonly string[];
  /** True where the service is reached over https, so that HSTS is sent. */
  readonly isHttps?: boolean;
  readonly metrics?: Metrics;
  /** Bytes of large request bodies that the process holds at a time; 64 MiB unless set. */
  readonly bodyBytesInFlight?: number | undefined;
  /** Which listeners show /docs and /openapi.json. The public document leaves out what is internal. */
  readonly docs?: 'public' | 'internal' | 'off';
  /** Names requests. */
  readonly newRequestId?: () => string;
}

export interface App {
  /** What callers reach. */
  readonly express: Express;
  /** The routes for siblings, /metrics and the whole documentation, on a listener of its own. */
  readonly internal: Express;
  /** Makes /health/ready answer 503, so that the load balancer sends no new requests. */
  drain(): void;
}

/** What one of the two listeners serves. */
interface Listener<Context> extends AppSettings<Context> {
  readonly metrics: Metrics;
  readonly ownPaths: OwnPaths;
  /** Answers requests that no route takes. */
  readonly protocol: Protocol;
}

const notFound = { code: 'not_found', message: 'There is no such route' } as const;
const wrongMethod = {
  code: 'method_not_allowed',
  message: 'This route does not support that method',
} as const;

/**
 * Wires routes into two Express apps: those under /internal/ into one, all others into the other. Each request is
 * parsed, admitted, checked, validated, handled and answered. Source: contract part 5 "Between services".
 */
export function createApp<Context>(settings: AppSettings<Context>): App {
  const { service, docs = 'public', metrics = createMetrics() } = settings;
  const health = createHealth(settings.health);
  const all = [...settings.groups, helloGroup];
  const outer = all.map((group) => pickRoutes(group, ({ path }) => !isInternal(path)));
  const inner = all.map((group) => pickRoutes(group, ({ path }) => isInternal(path)));
  const docsOf = (groups: typeof all) => createDocs(() => describeApi(service, groups));
  return {
    express: createListener(outer, {
      ...settings,
      metrics,
      ownPaths: { ...health.publicPaths, ...(docs === 'public' ? docsOf(outer) : {}) },
      protocol: settings.groups[0].protocol,
    }),
    internal: createListener(inner, {
      ...settings,
      // Siblings come directly: no proxy stands between that could name another address.
      trustProxy: 0,
      corsOrigins: [],
      isHttps: false,
      metrics,
      ownPaths: {
        ...health.internalPaths,
        '/metrics': showMetrics(metrics),
        ...(docs === 'off' ? {} : docsOf(all)),
      },
      protocol: helloGroup.protocol,
    }),
    drain: health.drain,
  };
}

function isInternal(path: string): boolean {
  return path.startsWith('/internal/');
}

function pickRoutes<Context>(
  { protocol, routes }: RouteGroup<Context>,
  isPicked: (route: Route<Context>) => boolean,
): RouteGroup<Context> {
  return { protocol, routes: routes.filter(isPicked) };
}

function showMetrics({ registry }: Metrics) {
  return async (_request: Request, response: Response): Promise<void> => {
    response.type(registry.contentType).send(await registry.metrics());
  };
}

function createListener<Context>(
  groups: readonly RouteGroup<Context>[],
  listener: Listener<Context>,
): Express {
  const app = createExpress(listener);
  // Each listener has a budget of its own, so that strangers keep no sibling out.
  const parts = { ...listener, bodyBudget: createBodyBudget(listener.bodyBytesInFlight) };
  app.use(logRequests(listener));
  app.use(allowCors(listener.corsOrigins ?? []));
  for (const [path, show] of Object.entries(listener.ownPaths)) {
    app.route(path).get(show).all(refuseMethod(listener, 'GET, HEAD'));
  }
  for (const { protocol, routes } of groups) {
    for (const [path, there] of Map.groupBy(routes, (route) => route.path))
      mountPath(app, path, there, { ...parts, protocol });
  }
  app.use((request: Request, response: Response) => {
    answerFailure(listener, new ApiError(notFound), request, response);
  });
  app.use((thrown: unknown, request: Request, response: Response, _next: unknown) => {
    answerFailure(listener, thrown, request, response);
  });
  return app;
}

function createExpress<Context>(settings: AppSettings<Context>): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('strict routing').enable('case sensitive routing');
  app.set('query parser', false);
  app.set('trust proxy', settings.trustProxy ?? false);
  const policy = { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } };
  app.use(
    helmet({
      contentSecurityPolicy: policy,
      strictTransportSecurity: settings.isHttps ?? false,
      referrerPolicy: { policy: 'no-referrer' },
      xFrameOptions: { action: 'deny' },
    }),
  );
  return app;
}

/** Mounts the routes of one path, and the 405 that names their methods. `app.all` would make a layer for each method. */
function mountPath<Context>(
  app: Express,
  path: string,
  routes: readonly Route<Context>[],
  parts: Parameters<typeof compileRoute<Context>>[1],
): void {
  const mount = app.route(path);
  const allowed: string[] = [];
  for (const route of routes) {
    const pipeline: Pipeline<Context> = compileRoute(route, parts);
    const method = route.method ?? 'POST';
    const handle = (request: Request, response: Response) => runRoute(pipeline, request, response);
    if (method === 'ANY') mount.all(handle);
    else mount[method === 'GET' ? 'get' : 'post'](handle);
    allowed.push(method);
  }
  if (allowed.includes('ANY')) return;
  const allow = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  mount.all(refuseMethod(parts, allow));
}

function refuseMethod(outside: Outlet, allow: string) {
  return (request: Request, response: Response): void => {
    answerFailure(outside, new ApiError(wrongMethod, { headers: { allow } }), request, response);
  };
}
