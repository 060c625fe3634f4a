import { ApiError } from '@latchkey/contracts';
import type { NextFunction, Request, Response } from 'express';
import { setHeaders } from './answer.ts';
import type { OwnPaths } from './own-paths.ts';
import { answerFailure, compileRoute, runRoute, type Outlet, type Pipeline } from './pipeline.ts';
import type { Route } from './types.ts';

type Handle = OwnPaths[string];

/** What is served under one path. */
interface Mount {
  readonly path: string;
  readonly byMethod: ReadonlyMap<string, Handle>;
  /** Takes every other method. */
  readonly otherwise: Handle;
}

const wrongMethod = {
  code: 'method_not_allowed',
  message: 'This route does not support that method',
} as const;

/** Mounts what a listener serves beside routes, which answers through Express. */
export function mountOwn(path: string, show: Handle, outlet: Outlet): Mount {
  const handle: Handle = (request, response) => {
    setHeaders(response, outlet.headers);
    return show(request, response);
  };
  const byMethod = new Map([
    ['GET', handle],
    ['HEAD', handle],
  ]);
  return { path, byMethod, otherwise: refuseMethod(outlet, byMethod) };
}

/** Mounts the routes of one path, and the 405 that names their methods. */
export function mountRoutes<Context>(
  path: string,
  routes: readonly Route<Context>[],
  parts: Parameters<typeof compileRoute<Context>>[1],
): Mount {
  const byMethod = new Map<string, Handle>();
  for (const route of routes) {
    const pipeline: Pipeline<Context> = compileRoute(route, parts);
    const handle: Handle = (request, response) => runRoute(pipeline, request, response);
    const { method = 'POST' } = route;
    byMethod.set(method, handle);
    if (method === 'GET') byMethod.set('HEAD', handle);
  }
  return { path, byMethod, otherwise: byMethod.get('ANY') ?? refuseMethod(parts, byMethod) };
}

/**
 * Hands a request to the mount of its path. Every path is exact, so one look finds it; Express would try the pattern of
 * one route after the other. Throws an Error at start when a path is mounted twice.
 */
export function takeMounted(mounts: readonly Mount[]) {
  const byPath = new Map<string, Mount>();
  for (const mount of mounts) {
    if (byPath.has(mount.path)) throw new Error(`Two groups serve ${mount.path}`);
    byPath.set(mount.path, mount);
  }
  return (request: Request, response: Response, next: NextFunction): void | Promise<void> => {
    const mount = byPath.get(request.path);
    if (mount === undefined) return next();
    request.route = mount;
    const handle = mount.byMethod.get(request.method) ?? mount.otherwise;
    return handle(request, response);
  };
}

function refuseMethod(outlet: Outlet, byMethod: ReadonlyMap<string, Handle>): Handle {
  const allow = [...byMethod.keys()].join(', ');
  return (request, response) =>
    answerFailure(outlet, new ApiError(wrongMethod, { headers: { allow } }), request, response);
}
