import type { RequestListener } from 'node:http';
import { ApiError } from '@latchkey/contracts';
import type { ServiceLogger } from '@latchkey/process';
import express, { type Express, type IRoute, type NextFunction, type Request, type Response } from 'express';
import { answer, setHeaders } from './answer.ts';
import type { BodyBudget } from './body-budget.ts';
import { listCommonHeaders } from './common-headers.ts';
import { allowCors } from './cors.ts';
import type { IsDependencyLost } from './faults.ts';
import { leadOn, protocolFor, replyPicture, type FrontDoor } from './front-door.ts';
import type { Metrics } from './metrics.ts';
import { answerFailure, compileRoute, runRoute, type Outlet } from './pipeline.ts';
import { logRequests } from './request-log.ts';
import type { OwnPaths, Protocol, Route, RouteGroup } from './types.ts';
import { findUnreadFault } from './unread.ts';

export interface ListenerSettings<Context> {
  readonly context: Context;
  readonly logger: ServiceLogger;
  readonly isDependencyLost: IsDependencyLost;
  /** As Express takes it: a hop count or a list of networks. Source: contract part 0 "Every service". */
  readonly trustProxy?: number | string;
  readonly corsOrigins?: readonly string[];
  /** True where the service is reached over https, so that HSTS is sent. */
  readonly isHttps?: boolean;
  /** Bytes of large request bodies that the process holds at a time; 64 MiB unless set. */
  readonly bodyBytesInFlight?: number | undefined;
  readonly newRequestId?: () => string;
  readonly monotonicMs?: () => number;
  /** What people are shown at addresses that no route has; without it they get what programs get. */
  readonly frontDoor?: FrontDoor | undefined;
}

interface Served<Context> {
  readonly groups: readonly RouteGroup<Context>[];
  readonly ownPaths: OwnPaths;
  readonly protocol: Protocol;
  readonly metrics: Metrics;
  readonly bodyBudget: BodyBudget;
}

/**
 * Routes by method and path. Express asks the paths of all routes in turn, which takes longer than to answer; it finds what
 * is not here, such as a path with a value in it, and every other method.
 */
type Table = Map<string, (request: Request, response: Response) => Promise<void>>;

const mountsOf = { GET: 'get', POST: 'post', ANY: 'all' } as const;
/** What a route is asked for with; one of all methods also with others, which the router takes. */
const methodsOf = { GET: ['GET', 'HEAD'], POST: ['POST'], ANY: ['GET', 'HEAD', 'POST'] } as const;

type Fallback = Outlet & Pick<ListenerSettings<never>, 'frontDoor'>;

const notFound = { code: 'not_found', message: 'There is no such route' } as const;
const wrongMethod = {
  code: 'method_not_allowed',
  message: 'This route does not support that method',
} as const;

/** Wires routes into an Express app: request log, CORS, the routes by path, and the answer to all other requests. */
export function createListener<Context>(
  settings: ListenerSettings<Context>,
  { groups, ownPaths, protocol, metrics, bodyBudget }: Served<Context>,
): RequestListener {
  const { corsOrigins = [], isHttps = false, trustProxy = false, frontDoor } = settings;
  const headers = listCommonHeaders({ isHttps });
  const parts = { ...settings, headers, protocol, bodyBudget };
  const app = createExpress(trustProxy);
  const table: Table = new Map();
  app.use(logRequests({ ...settings, metrics }));
  app.use((request: Request, response: Response, next: NextFunction) => {
    const fault = findUnreadFault(request);
    if (fault === undefined) next();
    else refuse(parts, fault, request, response);
  });
  app.use(allowCors(corsOrigins, headers));
  app.use((request: Request, response: Response, next: NextFunction) => {
    const run = table.get(nameTarget(request));
    return run === undefined ? next() : run(request, response);
  });
  for (const group of groups)
    for (const [path, routes] of Map.groupBy(group.routes, (route) => route.path))
      mountRoutes(app.route(path), routes, { ...parts, protocol: group.protocol, table });
  for (const [path, show] of Object.entries(ownPaths)) mountOwn(app.route(path), show, parts);
  for (const [path, picture] of frontDoor?.pictures ?? [])
    app.get(path, (request, response) => answer(response, replyPicture(picture), request, headers));
  app.use((request: Request, response: Response) => {
    const reply = leadOn(frontDoor, request);
    if (reply === undefined) refuse(parts, new ApiError(notFound), request, response);
    else answer(response, reply, request, headers);
  });
  app.use((thrown: unknown, request: Request, response: Response, _next: unknown) => {
    // A path that is not percent-encoded UTF-8 has no route.
    const fault = thrown instanceof URIError ? new ApiError(notFound) : thrown;
    refuse(parts, fault, request, response);
  });
  return (request, response) => {
    request.url = readTarget(request.url);
    void app(request, response);
  };
}

/** Paths are exact: case and a slash at the end make another path. */
function createExpress(trustProxy: number | string | false): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('strict routing').enable('case sensitive routing');
  app.set('query parser', false).set('trust proxy', trustProxy);
  return app;
}

/** Mounts the routes of one path, and the 405 that names their methods. What is asked for as it is written is in the table. */
function mountRoutes<Context>(
  mount: IRoute,
  routes: readonly Route<Context>[],
  parts: Parameters<typeof compileRoute<Context>>[1] & Fallback & { readonly table: Table },
): void {
  for (const route of routes) {
    const { method = 'POST', path } = route;
    const pipeline = compileRoute(route, parts);
    const run = (request: Request, response: Response) => {
      request.route = mount;
      return runRoute(pipeline, request, response);
    };
    mount[mountsOf[method]](run);
    for (const name of methodsOf[method]) {
      const asked = `${name} ${path}`;
      if (parts.table.has(asked)) throw new Error(`two routes take ${asked}`);
      parts.table.set(asked, run);
    }
  }
  const methods = routes.flatMap(({ method = 'POST' }) => methodsOf[method]);
  const [route] = routes;
  refuseOthers(mount, methods, { ...parts, route });
}

/** Mounts what a listener serves beside routes, which answers through Express. */
function mountOwn(mount: IRoute, show: OwnPaths[string], outlet: Fallback): void {
  mount.get((request, response) => {
    setHeaders(response, outlet.headers);
    return show(request, response);
  });
  refuseOthers(mount, ['GET', 'HEAD'], outlet);
}

function refuseOthers(mount: IRoute, methods: readonly string[], outlet: Fallback): void {
  const allow = methods.join(', ');
  mount.all((request, response) => {
    refuse(outlet, new ApiError(wrongMethod, { headers: { allow } }), request, response);
  });
}

/** Refuses what no route takes, as a page to a browser. */
function refuse(outlet: Fallback, fault: unknown, request: Request, response: Response): void {
  const protocol = protocolFor(request, outlet.frontDoor, outlet.protocol);
  answerFailure({ ...outlet, protocol }, fault, request, response);
}

/** A request as the table names it, by the bytes that were sent. */
function nameTarget({ method, url }: Request): string {
  const mark = url.indexOf('?');
  return `${method} ${mark < 0 ? url : url.slice(0, mark)}`;
}

const plainPath = /^\/(?!\/)/;
const schemeAndHost = /^https?:\/\/[^/?#]*/i;

/**
 * The path and query of a request target: itself, or what an address in its place names (RFC 9112 3.2.2). Any other gets a
 * path that no route has. Express looks for a host in it, and answers with a page of its own when it finds no path.
 */
function readTarget(target = ''): string {
  if (plainPath.test(target)) return target;
  const path = target.replace(schemeAndHost, '');
  return plainPath.test(path) ? path : `/.${path}`;
}
