import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

function listen(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    // The same wildcard address as a service listens on: a port taken on any interface is taken.
    server.listen(port, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : undefined));
    });
  });
}

/** Systems give higher ports to outgoing connections, which could take a port before a server listens on it. */
const lowestPort = 10_000;
const highestPort = 32_000;
const mostTries = 100;

/**
 * A service's internal listener is this far above its public one. Source: contract part 0 "Service-to-service calls".
 */
export const internalPortStep = 100;

/**
 * The port that a variable names, or the usual one. Throws a sentence for a value that is no port, or that leaves no room
 * for the internal one above.
 */
export function readPort(variable: string, usual: number, env: NodeJS.ProcessEnv = process.env): number {
  const { [variable]: text = '' } = env;
  const port = text === '' ? usual : Number(text);
  const highest = 65_535 - internalPortStep;
  if (/^\d*$/.test(text) && port >= 1 && port <= highest) return port;
  throw new Error(`${variable} must be a port from 1 to ${highest}; it is "${text}".`);
}

/** The internal address of a service of this machine, from its public one. */
export function internalUrlOf(publicUrl: string): string {
  const url = new URL(publicUrl);
  url.port = String(Number(url.port) + internalPortStep);
  return url.origin;
}

/**
 * Finds a TCP port that nothing listens on, neither on it nor on the internal one above. It is random, so that two
 * searches at once rarely find the same port.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const port = randomInt(lowestPort, highestPort);
    if ((await listen(port)) !== undefined && (await listen(port + internalPortStep)) !== undefined)
      return port;
  }
  throw new Error('This machine has no free TCP port left.');
}

/** Whether something already listens on the port. */
export async function isTaken(port: number): Promise<boolean> {
  return (await accepts('127.0.0.1', port)) || (await listen(port)) === undefined;
}

/** Whether a TCP connection to the address is accepted within two seconds. */
export function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 });
    const settle = (accepted: boolean): void => {
      socket.destroy();
      resolve(accepted);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
  });
}

/** Long enough for a slow and busy machine: it only ends a wait for something that never happens. */
const hangSeconds = 300;

/** Asks `isReady` every 50 ms until it answers true. Throws `failure()` when the time runs out. */
export async function waitUntil(
  isReady: () => Promise<boolean>,
  failure: () => Error,
  limitSeconds: number = hangSeconds,
): Promise<void> {
  const deadline = performance.now() + limitSeconds * 1000;
  while (!(await isReady())) {
    if (performance.now() > deadline) throw failure();
    await wait(50);
  }
}
