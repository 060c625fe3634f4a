import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Logger } from '@latchkey/logger';
import type { App } from './create-app.ts';

/** How long requests in flight may take once the process is told to stop. Source: contract part 0 "Every service". */
const drainLimitMs = 10_000;
/** A request that has not arrived completely by then is cut off, so that slow senders hold no socket. */
const requestTimeoutMs = 30_000;
/** A connection on which nothing moves is cut off by then, so that an answer that nobody reads holds no memory. */
const defaultStallLimitMs = 30_000;
/** Far above what a replica serves at a time, and low enough that idle sockets alone cannot take its memory. */
const maxConnections = 4_000;
/** Longer than load balancers keep an idle connection (60 s), so that the load balancer closes it first. */
const keepAliveTimeoutMs = 65_000;
/** Room for a token and a proof of 8 KB each, and for all other headers. Source: contract part 0 "Parsed request" 7. */
const maxHeaderBytes = 32 * 1024;

export interface ServeOptions {
  readonly app: App;
  readonly port: number;
  readonly logger: Logger;
  /** Closes pools and connections after the last request. */
  readonly close: () => Promise<unknown>;
  /** Milliseconds after which a connection that stalls is cut off; 30 s unless set. */
  readonly stallLimitMs?: number;
}

/** Listens until SIGTERM or SIGINT. Then refuses new connections, finishes running requests, closes pools, and exits with 0. */
export async function serve(options: ServeOptions): Promise<Server> {
  const { app, port, logger, close, stallLimitMs = defaultStallLimitMs } = options;
  const server = createServer({
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    maxHeaderSize: maxHeaderBytes,
  });
  server.maxConnections = maxConnections;
  server.setTimeout(stallLimitMs);
  const endConnections = followConnections(server);
  server.on('request', app.express);
  const stop = async (signal: string) => {
    logger.info('stopping', { signal });
    app.drain();
    endConnections();
    await finish(server);
    await close();
    logger.info('stopped');
  };
  const stopAndExit = (signal: string) =>
    void stop(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error('closing failed', { error });
        process.exit(1);
      },
    );
  process.once('SIGTERM', stopAndExit);
  process.once('SIGINT', stopAndExit);
  await listen(server, port);
  logger.info('listening', { port });
  return server;
}

/**
 * Returns a function after which every connection closes with its next answer. Otherwise a client with a kept-alive
 * connection would send until the drain limit and be cut off in the middle of a request.
 */
function followConnections(server: Server): () => void {
  const running = new Set<ServerResponse>();
  let ending = false;
  const endWith = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close');
  };
  server.on('request', (_request, response: ServerResponse) => {
    if (ending) endWith(response);
    running.add(response);
    response.once('close', () => running.delete(response));
  });
  return () => {
    ending = true;
    running.forEach(endWith);
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      process.stderr.write(taken ? `Port ${port} is taken by another process.\n` : `${error.message}\n`);
      process.exit(1);
    });
    server.listen(port, resolve);
  });
}

/** Stops accepting connections. Resolves when the last request is answered, at the latest at the drain limit. */
function finish(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => server.closeAllConnections(), drainLimitMs);
    server.close(() => {
      clearTimeout(limit);
      resolve();
    });
    server.closeIdleConnections();
  });
}
