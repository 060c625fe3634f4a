import type { RequestListener } from 'node:http';
import type { Request, Response } from 'express';
import { createBodyBudget } from './body-budget.ts';
import { createListener, type ListenerSettings } from './create-listener.ts';
import type { OpenApiDocument, ServiceInfo } from './docs/document.ts';
import { createDocs } from './docs/explorer.ts';
import { describeApi } from './docs/openapi.ts';
import { unknownSite, type Site } from './docs/site.ts';
import { createHealth, type HealthChecks } from './health.ts';
import { helloGroup } from './hello.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { Route, RouteGroup } from './types.ts';

export interface AppSettings<Context> extends ListenerSettings<Context> {
  readonly service: ServiceInfo;
  /** The first group's protocol also answers callers whose request no route takes. */
  readonly groups: readonly [RouteGroup<Context>, ...RouteGroup<Context>[]];
  /** One check a dependency; each rejects while its dependency is down. */
  readonly health: HealthChecks;
  readonly metrics?: Metrics;
  /** Which listeners show /docs and /openapi.json. The public document leaves out what is internal. */
  readonly docs?: 'public' | 'internal' | 'off';
  readonly site?: Site;
}

export interface App {
  readonly express: RequestListener;
  /** The routes for siblings, /metrics and the whole documentation, on a listener of its own. */
  readonly internal: RequestListener;
  /** Makes /health/ready answer 503, so that the load balancer sends no new requests. */
  drain(): void;
  /** Logs each dependency that is down. */
  checkDependencies(): Promise<unknown>;
}

/**
 * Wires routes into two Express apps: those under /internal/ into one, all others into the other. Each request is
 * parsed, admitted, checked, validated, handled and answered. Source: contract part 0 "Service-to-service calls".
 */
export function createApp<Context>(settings: AppSettings<Context>): App {
  const { service, docs = 'public', metrics = createMetrics(), site = unknownSite } = settings;
  const { logger } = settings;
  const health = createHealth(settings.health, {
    onDown: (dependency, error) => logger.warn('dependency is down', { dependency, error }),
    onUp: (dependency) => logger.info('dependency is up again', { dependency }),
  });
  metrics.watchDependencies(health.ask);
  // Each listener has a budget of its own, so that strangers keep no sibling out.
  const newBudget = () => createBodyBudget(settings.bodyBytesInFlight);
  const bodies = { public: newBudget(), internal: newBudget() };
  metrics.watchBodies(bodies);
  const all = [...settings.groups, helloGroup];
  const outer = pickPublic(all);
  const inner = all.map((group) => pickRoutes(group, ({ path }) => isInternal(path)));
  const docsOf = (groups: typeof all, server = '/') =>
    createDocs(service.title, () => describeApi(service, groups, { site, server }));
  // Siblings come directly: no proxy stands between that could name another address.
  const forSiblings = { ...settings, trustProxy: 0, corsOrigins: [], isHttps: false, frontDoor: undefined };
  return {
    express: createListener(settings, {
      groups: outer,
      ownPaths: {
        ...health.publicPaths,
        ...(docs === 'public' ? docsOf(outer, addressOf(service, site)) : {}),
      },
      protocol: settings.groups[0].protocol,
      metrics,
      bodyBudget: bodies.public,
    }),
    internal: createListener(forSiblings, {
      groups: inner,
      ownPaths: {
        ...health.internalPaths,
        '/metrics': showMetrics(metrics),
        ...(docs === 'off' ? {} : docsOf(all)),
      },
      protocol: helloGroup.protocol,
      metrics,
      bodyBudget: bodies.internal,
    }),
    drain: health.drain,
    checkDependencies: health.ask,
  };
}

function addressOf({ name }: ServiceInfo, { addresses }: Site): string | undefined {
  return (addresses as Readonly<Record<string, string>>)[name];
}

/** The document that /openapi.json of a service's internal listener shows: every route. */
export function describeWholeApi<Context>(
  service: ServiceInfo,
  groups: readonly RouteGroup<Context>[],
): OpenApiDocument {
  return describeApi(service, [...groups, helloGroup]);
}

/** The document that /openapi.json of a service's public listener shows where no address is known. */
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
