import { ApiError } from '@latchkey/errors';
import type { Logger } from '@latchkey/logger';
import express, { type Express, type Request, type Response } from 'express';
import helmet from 'helmet';
import { createBodyBudget } from './body-budget.ts';
import { allowCors } from './cors.ts';
import { mountDocs } from './docs-page.ts';
import type { IsDependencyLost } from './faults.ts';
import { mountHealth, type HealthChecks } from './health.ts';
import { helloGroup } from './hello.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { describeApi, type ServiceInfo } from './openapi.ts';
import { answerFailure, compileRoute, runRoute, type Outlet, type Pipeline } from './pipeline.ts';
import { logRequests } from './request-log.ts';
import type { Route, RouteGroup } from './types.ts';

export interface AppSettings<Context> {
  readonly service: ServiceInfo;
  readonly context: Context;
  /** The first group's protocol also answers requests that no route takes. */
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
}

export interface App {
  readonly express: Express;
  /** Makes /health/ready answer 503, so that the load balancer sends no new requests. */
  drain(): void;
}

/** Paths that every service mounts beside its routes. They take GET and HEAD only. */
const ownPaths = ['/health/live', '/health/ready', '/metrics', '/openapi.json', '/docs'];
const notFound = { code: 'not_found', message: 'There is no such route' } as const;
const wrongMethod = {
  code: 'method_not_allowed',
  message: 'This route does not support that method',
} as const;

/** Wires routes into an Express app. Each request is parsed, admitted, checked, validated, handled and answered. */
export function createApp<Context>(settings: AppSettings<Context>): App {
  const app = createExpress(settings);
  const metrics = settings.metrics ?? createMetrics();
  app.use(logRequests(settings.logger, metrics));
  app.use(allowCors(settings.corsOrigins ?? []));
  const health = mountHealth(app, settings.health);
  app.get('/metrics', async (_request, response) => {
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  const groups = [...settings.groups, helloGroup];
  const parts = { ...settings, bodyBudget: createBodyBudget(settings.bodyBytesInFlight) };
  mountDocs(app, () => describeApi(settings.service, groups));

  for (const { protocol, routes } of groups) {
    for (const [path, there] of Map.groupBy(routes, (route) => route.path))
      mountPath(app, path, there, { ...parts, protocol });
  }
  const outside = { ...settings, protocol: settings.groups[0].protocol };
  for (const path of ownPaths) app.route(path).all(refuseMethod(outside, 'GET, HEAD'));
  app.use((request: Request, response: Response) => {
    answerFailure(outside, new ApiError(notFound), request, response);
  });
  app.use((thrown: unknown, request: Request, response: Response, _next: unknown) => {
    answerFailure(outside, thrown, request, response);
  });
  return { express: app, drain: health.drain };
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
