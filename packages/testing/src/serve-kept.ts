import { Agent, createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import supertest from 'supertest';

/** To open a connection costs as much as the rest of a request, so requests share those that are open. */
const agent = new Agent({ keepAlive: true });

/**
 * One server for all apps of a test file. Give it an app, and it answers the app's address. Call this at the top of a
 * module: the server closes when the file is done.
 */
export function useKeptServer(): (app: RequestListener) => string {
  const apps: RequestListener[] = [];
  let server: Server | undefined;
  afterAll(() => {
    server?.close();
    server?.closeAllConnections();
    // The modules of a file stay in memory when it is done; its apps need not.
    apps.length = 0;
  });
  return (app) => {
    server ??= listen(apps);
    const { port } = server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/${apps.push(app) - 1}`;
  };
}

/** The first segment of a path is the number of the app; the app sees the rest. */
function listen(apps: readonly RequestListener[]): Server {
  const server = createServer((received, response) => {
    const [, index, path] = /^\/(\d+)(.*)$/.exec(received.url ?? '') ?? [];
    received.url = path;
    apps[Number(index)]?.(received, response);
  });
  // However slow the machine is, no connection ends between two requests.
  server.keepAliveTimeout = 0;
  // As a service does.
  Object.assign(server, { httpAllowHalfOpen: true });
  return server.listen(0);
}

/** Requests of supertest to an app that {@link useKeptServer} serves, over connections that stay open. */
export function request(app: string) {
  const calls = supertest(app);
  const send = (method: 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete' | 'options') => (path: string) =>
    calls[method](path).agent(agent);
  return {
    get: send('get'),
    head: send('head'),
    post: send('post'),
    put: send('put'),
    patch: send('patch'),
    delete: send('delete'),
    options: send('options'),
  };
}
