import type { LookupAddress } from 'node:dns';
import { Agent, request as send } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import { callbackify } from 'node:util';

/** What became of a request: no problem after a 2xx, else refused, timeout, tls, not_allowed, or the status. */
export interface Reception {
  readonly problem?: string;
  /** What the receiver asks for, in ms. */
  readonly retryAfterMs?: number;
}

interface ReceiverPorts {
  now(): number;
  /** Whether an address may be connected to. */
  isAllowed(address: string): boolean;
  resolve(name: string): Promise<readonly LookupAddress[]>;
  /** The authorities to trust; those of Node unless given. */
  readonly ca?: string;
  /** For all: name, connection, TLS and answer, in ms. */
  readonly patienceMs?: number;
}

class NotAllowed extends Error {}

/**
 * Posts to a receiver that operators chose, and reads no more of the answer than its head. The addresses of the name are
 * looked up once, for the connection, which goes to no address that was not looked at. No redirect is followed, no proxy
 * and no kept connection is used. Source: contract part 2 "Signals".
 */
export function createReceiver({ now, isAllowed, resolve, ca, patienceMs = 5_000 }: ReceiverPorts) {
  // A context for each connection is memory that the collector does not see.
  const secureContext = createSecureContext({ ca });
  const agent = new Agent({ keepAlive: false, maxCachedSessions: 0 });
  const lookup = lookUpWith(resolve, isAllowed);
  return (message: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }): Promise<Reception> => {
    const url = new URL(message.url);
    const literal = url.hostname.replaceAll(/^\[|\]$/g, '');
    // A name that is an address is not looked up.
    if (isIP(literal) !== 0 && !isAllowed(literal)) return Promise.resolve({ problem: 'not_allowed' });
    return new Promise((done) => {
      const options = { method: 'POST', agent, lookup, secureContext, rejectUnauthorized: true };
      const signal = AbortSignal.timeout(patienceMs);
      const headers = { ...message.headers, 'content-length': Buffer.byteLength(message.body) };
      const request = send(url, { ...options, headers, signal });
      let isInTls = false;
      request.once('socket', (socket: Socket) => {
        socket.once('connect', () => (isInTls = true));
        socket.once('secureConnect', () => (isInTls = false));
      });
      request.once('response', ({ statusCode = 0, headers: answered }) => {
        done(toReception(statusCode, answered['retry-after'], now()));
        request.destroy();
      });
      request.on('error', (error) => done({ problem: problemOf(error, signal.aborted, isInTls) }));
      // After 101 there is neither an answer nor an error.
      request.once('close', () => done({ problem: 'refused' }));
      request.end(message.body);
    });
  };
}

function problemOf(error: Error, isLate: boolean, isInTls: boolean): string {
  if (error instanceof NotAllowed) return 'not_allowed';
  if (isLate) return 'timeout';
  return isInTls ? 'tls' : 'refused';
}

function toReception(status: number, retryAfter: string | undefined, nowMs: number): Reception {
  if (status >= 200 && status < 300) return {};
  const waitMs = readRetryAfter(retryAfter, nowMs);
  return { problem: String(status), ...(waitMs !== undefined && { retryAfterMs: waitMs }) };
}

/** Source: RFC 9110 10.2.3: seconds, or a date. */
function readRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return waitMs > 0 ? waitMs : undefined;
}

function lookUpWith(
  resolve: ReceiverPorts['resolve'],
  isAllowed: ReceiverPorts['isAllowed'],
): LookupFunction {
  const lookUp = callbackify(async (name: string) => {
    const addresses = await resolve(name);
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isAllowed(address))) throw new NotAllowed();
    return { first, addresses };
  });
  return (name, { all }, done) =>
    lookUp(name, (error: Error | null, found) => {
      if (error !== null) done(error, '', 0);
      else if (all === true) done(null, [...found.addresses]);
      else done(null, found.first.address, found.first.family);
    });
}
