import { type Server, createServer } from 'node:http';
import type { Logger } from '@latchkey/logger';
import type { App } from './create-app.ts';

/** How long requests in flight may take once the process is told to stop. Source: contract part 0 "Every service". */
const drainLimitMs = 10_000;
/** A request that is not whole by then is cut off, so that slow senders hold no socket. */
const requestTimeoutMs = 30_000;

export interface ServeOptions {
  readonly app: App;
  readonly port: number;
  readonly logger: Logger;
  /** Closes pools and connections after the last request. */
  readonly close: () => Promise<unknown>;
}

/** Listens until SIGTERM or SIGINT; then refuses new work, finishes what runs, closes, and ends with code 0. */
export async function serve({ app, port, logger, close }: ServeOptions): Promise<Server> {
  const server = createServer({ requestTimeout: requestTimeoutMs }, app.express);
  const stop = async (signal: string) => {
    logger.info('stopping', { signal });
    app.drain();
    await finish(server);
    await close();
    logger.info('stopped');
    process.exit(0);
  };
  process.once('SIGTERM', (signal) => void stop(signal));
  process.once('SIGINT', (signal) => void stop(signal));
  await listen(server, port);
  logger.info('listening', { port });
  return server;
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
