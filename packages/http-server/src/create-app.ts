import type { RequestListener } from 'node:http';
import { ApiError } from '@latchkey/contracts';
import type { Logger } from '@latchkey/process';
import express, { type Express, type Request, type Response } from 'express';
import { createBodyBudget } from './body-budget.ts';
import { listCommonHeaders } from './common-headers.ts';
import { allowCors } from './cors.ts';
import type { OpenApiDocument } from './docs/document.ts';
import { createDocs } from './docs/explorer.ts';
import { describeApi, type ServiceInfo } from './docs/openapi.ts';
import type { IsDependencyLost } from './faults.ts';
import { createHealth, type HealthChecks } from './health.ts';
import { helloGroup } from './hello.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { mountOwn, mountRoutes, takeMounted } from './mounts.ts';
import type { OwnPaths } from './own-paths.ts';
import { answerFailure } from './pipeline.ts';
import { readTarget } from './read-target.ts';
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
  readonly express: RequestListener;
  /** The routes for siblings, /metrics and the whole documentation, on a listener of its own. */
  readonly internal: RequestListener;
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

/**
 * Wires routes into two Express apps: those under /internal/ into one, all others into the other. Each request is
 * parsed, admitted, checked, validated, handled and answered. Source: contract part 5 "Between services".
 */
export function createApp<Context>(settings: AppSettings<Context>): App {
  const { service, docs = 'public', metrics = createMetrics() } = settings;
  const health = createHealth(settings.health);
  const all = [...settings.groups, helloGroup];
  const outer = pickPublic(all);
  const inner = all.map((group) => pickRoutes(group, ({ path }) => isInternal(path)));
  const docsOf = (groups: typeof all) => createDocs(service.title, () => describeApi(service, groups));
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

/** The document that /openapi.json of a service's public listener shows. */
export function describePublicApi<Context>(
  service: ServiceInfo,
  groups: readonly RouteGroup<Context>[],
): OpenApiDocument {
  return describeApi(service, pickPublic([...groups, helloGroup]));
}

function pickPublic<Context>(groups: readonly RouteGroup<Context>[]): RouteGroup<Context>[] {
  return groups.map((group) => pickRoutes(group, ({ path }) => !isInternal(path)));
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
): RequestListener {
  const app = createExpress(listener);
  const headers = listCommonHeaders({ isHttps: listener.isHttps ?? false });
  // Each listener has a budget of its own, so that strangers keep no sibling out.
  const parts = { ...listener, headers, bodyBudget: createBodyBudget(listener.bodyBytesInFlight) };
  const own = Object.entries(listener.ownPaths).map(([path, show]) => mountOwn(path, show, parts));
  const routes = groups.flatMap(({ protocol, routes: ofGroup }) =>
    [...Map.groupBy(ofGroup, (route) => route.path)].map(([path, there]) =>
      mountRoutes(path, there, { ...parts, protocol }),
    ),
  );
  app.use(logRequests(listener));
  app.use(allowCors(listener.corsOrigins ?? [], headers));
  app.use(takeMounted([...own, ...routes]));
  app.use((request: Request, response: Response) => {
    answerFailure(parts, new ApiError(notFound), request, response);
  });
  app.use((thrown: unknown, request: Request, response: Response, _next: unknown) => {
    answerFailure(parts, thrown, request, response);
  });
  return (request, response) => {
    request.url = readTarget(request.url);
    void app(request, response);
  };
}

function createExpress<Context>(settings: AppSettings<Context>): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('strict routing').enable('case sensitive routing');
  app.set('query parser', false);
  app.set('trust proxy', settings.trustProxy ?? false);
  return app;
}
