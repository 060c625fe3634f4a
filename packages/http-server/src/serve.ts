import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Logger } from '@latchkey/logger';
import type { App } from './create-app.ts';

/** How long requests in flight may take once the process is told to stop. Source: contract part 0 "Every service". */
const drainLimitMs = 10_000;
/** A request that is not whole by then is cut off, so that slow senders hold no socket. */
const requestTimeoutMs = 30_000;
/** Longer than load balancers keep an idle connection (60 s), so that it is never this side that closes under one. */
const keepAliveTimeoutMs = 65_000;
/** A token and a proof of 8 KB each, and what else a request brings. Source: contract part 0 "Parsed request" 7. */
const maxHeaderBytes = 32 * 1024;

export interface ServeOptions {
  readonly app: App;
  readonly port: number;
  readonly logger: Logger;
  /** Closes pools and connections after the last request. */
  readonly close: () => Promise<unknown>;
}

/** Listens until SIGTERM or SIGINT; then refuses new work, finishes what runs, closes, and ends with code 0. */
export async function serve({ app, port, logger, close }: ServeOptions): Promise<Server> {
  const server = createServer({
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    maxHeaderSize: maxHeaderBytes,
  });
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
        logger.error('not closed', { error });
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
 * Answers the function that lets every connection end with its next answer: a client that keeps one open would go on
 * sending until the limit, and be cut off in the middle of a request.
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

/** Stops accepting; resolves when the last request is answered, or at the limit. */
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
