import { ApiError } from '@latchkey/contracts';
import bodyParser from 'body-parser';
import type { Request, Response } from 'express';
import type { BodyBooking, BodyBudget } from './body-budget.ts';

/** Contract part 0 "Parsed request" 7. */
const defaultLimitBytes = 100 * 1024;
/** A body must be whole within this time, and a second more for each `bytesPerSecond`. Source: contract part 5 "Budgets". */
const defaultGraceMs = 10_000;
const bytesPerSecond = 100 * 1024;

const unreadable = { code: 'malformed_body', message: 'The body could not be read' } as const;
const faults: Record<string, ApiError> = {
  'entity.too.large': new ApiError({ code: 'too_large', message: 'The body is too large' }),
  'encoding.unsupported': new ApiError({
    code: 'unsupported_encoding',
    message: 'An encoded body is not supported',
  }),
  'request.aborted': new ApiError(unreadable),
};
export const noRoom = {
  code: 'overloaded',
  message: 'Too many request bodies are arriving; try again later',
} as const;

export interface BodyReader {
  /** Opens the account that a body is booked on. Whoever opened it releases it when the request has been handled. */
  open(request: Request, network: string): BodyBooking;
  /**
   * Reads a body up to the limit, without decoding it. Rejects with too_large, unsupported_encoding, malformed_body
   * (also for a body that is late) and overloaded. A body that is not read is still received and dropped, so that the
   * caller gets the answer.
   */
  read(request: Request, response: Response, booking: BodyBooking): Promise<Buffer>;
}

interface BodyReaderOptions {
  readonly budget: BodyBudget;
  readonly limitBytes?: number | undefined;
  /** Milliseconds that every body has to arrive. */
  readonly graceMs?: number | undefined;
}

export function createBodyReader(options: BodyReaderOptions): BodyReader {
  const { budget, limitBytes = defaultLimitBytes, graceMs = defaultGraceMs } = options;
  const parse = bodyParser.raw({ type: () => true, limit: limitBytes, inflate: false });
  const expectedBytes = (request: Request) => Number(request.headers['content-length'] ?? limitBytes);
  const readArriving: BodyReader['read'] = (request, response, booking) =>
    new Promise((resolve, reject) => {
      const expected = expectedBytes(request);
      const stop =
        expected > limitBytes
          ? () => undefined
          : watchArrival(request, booking, {
              limitBytes,
              withinMs: graceMs + (expected / bytesPerSecond) * 1000,
              refuse: reject,
            });
      parse(request, response, (error?: unknown) => {
        stop();
        const body: unknown = request.body;
        if (error === undefined) return resolve(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
        const type = (error as { type?: string }).type ?? '';
        reject(faults[type] ?? new ApiError(unreadable, { cause: error }));
      });
    });
  return {
    open: (request, network) => budget.open(network, expectedBytes(request)),
    async read(request, response, booking) {
      // What a socket brought with the headers is there when this goes on.
      await Promise.resolve();
      return isWhole(request, limitBytes)
        ? takeWhole(request, booking)
        : readArriving(request, response, booking);
    },
  };
}

/** Whether a plain body has come with its headers. Such a body needs no listener and no timer. */
function isWhole({ headers, readableLength }: Request, limitBytes: number): boolean {
  return (
    headers['transfer-encoding'] === undefined &&
    headers['content-encoding'] === undefined &&
    readableLength === Number(headers['content-length'] ?? 0) &&
    readableLength <= limitBytes
  );
}

function takeWhole(request: Request, booking: BodyBooking): Buffer {
  const bytes = request.readableLength;
  if (bytes === 0) return Buffer.alloc(0);
  if (!booking.book(bytes)) throw new ApiError(noRoom, { retryAfterSeconds: 2 });
  const body: Buffer = request.read();
  // Only a request that is read to its end lets go of its connection.
  request.resume();
  return body;
}

interface Arrival {
  readonly limitBytes: number;
  readonly withinMs: number;
  readonly refuse: (fault: ApiError) => void;
}

/** Books each piece of a body, and refuses the body that has no room or is late. The result ends the watch. */
function watchArrival(request: Request, booking: BodyBooking, { limitBytes, withinMs, refuse }: Arrival) {
  let arrived = 0;
  const onData = (piece: Buffer) => {
    arrived += piece.length;
    // Beyond its limit nothing of the body is kept any more.
    if (arrived > limitBytes) stop();
    else if (!booking.book(piece.length)) give(new ApiError(noRoom, { retryAfterSeconds: 2 }));
  };
  const timer = setTimeout(() => {
    const detail = 'the body did not arrive in time';
    give(new ApiError(unreadable, { detail, headers: { connection: 'close' } }));
  }, withinMs);
  const stop = () => {
    clearTimeout(timer);
    request.off('data', onData);
  };
  const give = (fault: ApiError) => {
    stop();
    refuse(fault);
    // The body-parser lets go of what it holds, and drops what is still to come.
    request.emit('error', new Error('the body was refused'));
  };
  request.on('data', onData);
  return stop;
}
