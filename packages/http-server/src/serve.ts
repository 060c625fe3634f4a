import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '@latchkey/process';
import type { App } from './create-app.ts';
import { maxHeaderBytes, standIn } from './unread.ts';
import { keepHalfOpen } from './watch-caller.ts';

/** How long requests in flight may take once the process is asked to stop. Source: contract part 0 "Every service". */
const drainLimitMs = 10_000;
/** A request that has not arrived completely by then is cut off, so that slow senders hold no socket. */
const requestTimeoutMs = 30_000;
/** A connection on which nothing moves is cut off by then, so that an answer that nobody reads holds no memory. */
const defaultStallLimitMs = 30_000;
/** Far above what a replica serves at a time, and low enough that idle sockets alone cannot take its memory. */
const maxConnections = 3_000;
/** Longer than load balancers keep an idle connection (60 s), so that the load balancer closes it first. */
const keepAliveTimeoutMs = 65_000;

/** Where to listen: on every address unless one is named, on a free port for 0. */
interface Address {
  readonly port: number;
  readonly host: string | undefined;
}

export interface ServeOptions {
  readonly app: App;
  readonly listeners: { readonly public: Address; readonly internal: Address };
  readonly logger: Logger;
  /** Closes pools and connections after the last request. */
  readonly close: () => Promise<unknown>;
  /**
   * Resolves when a process that is asked to stop may refuse connections. Until then it answers requests, each with
   * `connection: close`: a proxy needs a moment to learn that it should send no more.
   */
  readonly pause?: () => Promise<unknown>;
  /** Milliseconds after which a connection that stalls is cut off; 30 s unless set. */
  readonly stallLimitMs?: number;
}

/**
 * Listens until SIGTERM or SIGINT. Then pauses, refuses new connections, finishes running requests, closes pools, and
 * exits with 0. The internal listener outlives the public one: a sibling may have to ask it something before a public request
 * can be answered.
 */
export async function serve(options: ServeOptions): Promise<{ public: Server; internal: Server }> {
  const { app, listeners, logger, close, pause, stallLimitMs = defaultStallLimitMs } = options;
  const outer = createListener(app.express, stallLimitMs);
  const inner = createListener(app.internal, stallLimitMs);
  const stop = async (signal: string) => {
    logger.info('stopping', { signal });
    app.drain();
    const limit = setTimeout(() => [outer, inner].forEach(({ cut }) => cut()), drainLimitMs);
    outer.endConnections();
    inner.endConnections();
    await pause?.();
    await outer.finish();
    await inner.finish();
    clearTimeout(limit);
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
  const internalPort = await inner.listen(listeners.internal, 'INTERNAL_HOST or INTERNAL_PORT');
  const port = await outer.listen(listeners.public, 'HOST or PORT');
  logger.info('listening', { port, internal_port: internalPort });
  return { public: outer.server, internal: inner.server };
}

function createListener(handle: App['express'], stallLimitMs: number) {
  const server = createServer({
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    maxHeaderSize: maxHeaderBytes,
    // Its own answer would have no body.
    requireHostHeader: false,
  });
  keepHalfOpen(server);
  server.maxConnections = maxConnections;
  server.setTimeout(stallLimitMs);
  const { running, endConnections } = followConnections(server);
  server.on('request', handle).on('checkExpectation', handle);
  server.on('clientError', (error, socket) => refuseUnread(handle, running, error, socket as Socket));
  return {
    server,
    listen: (address: Address, names: string) => listen(server, address, names),
    endConnections,
    /** Stops accepting connections, and closes idle ones. Resolves when the last request is answered. */
    async finish() {
      await waitForQuiet();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
    cut: () => server.closeAllConnections(),
  };
}

/**
 * The answers in progress, and a function after which every connection closes with its next answer. Otherwise a client with a kept-alive
 * connection would send until the drain limit and be cut off in the middle of a request.
 */
function followConnections(server: Server) {
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
  const endConnections = () => {
    ending = true;
    running.forEach(endWith);
  };
  return { running, endConnections };
}

/** Answers what Node could not read. Where that is the body of a request, its own answer says so. */
function refuseUnread(
  handle: App['express'],
  running: ReadonlySet<ServerResponse>,
  error: NodeJS.ErrnoException,
  socket: Socket,
): void {
  const current = [...running].find((response) => response.socket === socket);
  if (!socket.writable || current?.headersSent === true) socket.destroy(error);
  else if (current === undefined) handle(...standIn(error, socket));
  else {
    current.shouldKeepAlive = false;
    current.req.emit('aborted');
  }
}

const [quietTurnMs, longestUnrestMs] = [0.5, 1_000];

/**
 * Resolves after a turn of the event loop in which next to nothing arrived. Whatever the system has accepted for a port and
 * the process has not is reset when the port closes; a busy turn has milliseconds of that.
 */
async function waitForQuiet(): Promise<void> {
  const untilMs = performance.now() + longestUnrestMs;
  for (let turnMs = Infinity; turnMs > quietTurnMs && performance.now() < untilMs;) {
    const startedAtMs = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    turnMs = performance.now() - startedAtMs;
  }
}

/** Ends the process with a sentence when it cannot listen on the port. `names` are the variables that say where. */
function listen(server: Server, { port, host }: Address, names: string): Promise<number> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      const reason = taken ? `port ${port} is taken by another process` : error.message;
      process.stderr.write(`${names} cannot be used: ${reason}.\n`);
      process.exit(1);
    });
    server.listen({ port, host }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
