import { ApiError, type ErrorSpec } from '@latchkey/contracts';
import bodyParser from 'body-parser';
import type { Request, Response } from 'express';
import { noRoom, retryAfterSeconds, type BodyBooking, type BodyBudget } from './body-budget.ts';

/** Contract part 0 "Parsed request" 7. */
const defaultLimitBytes = 100 * 1024;
/**
 * A body must be whole within this time, and a second more for each `bytesPerSecond`.
 * Source: contract part 0 "Budgets".
 */
const defaultGraceMs = 10_000;
const bytesPerSecond = 100 * 1024;

const unreadable = { code: 'malformed_body', message: 'The body could not be read' } as const;
const encoded = { code: 'unsupported_encoding', message: 'The body must not be compressed' } as const;
const tooLarge = { code: 'too_large', message: 'The body is too large' } as const;
/** What reading a body fails with, whatever is in it. */
export const bodyFaults: readonly ErrorSpec[] = [unreadable, encoded, tooLarge];

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
  const expectedBytes = ({ headers }: Request) => Number(headers['content-length'] ?? limitBytes);
  return {
    open: (request, network) => budget.open(network, expectedBytes(request)),
    read: (request, response, booking) =>
      new Promise((resolve, reject) => {
        const expected = expectedBytes(request);
        const withinMs = graceMs + (expected / bytesPerSecond) * 1000;
        // Of a body that says that it is too large, nothing is kept.
        const stop =
          expected > limitBytes
            ? () => undefined
            : bookPieces(request, booking, { limitBytes, withinMs, refuse: reject });
        parse(request, response, (error?: unknown) => {
          stop();
          if (error !== undefined) return reject(toFault(error, limitBytes));
          const body: unknown = request.body;
          resolve(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
        });
      }),
  };
}

function toFault(error: unknown, limitBytes: number): ApiError {
  const { type = '' } = error as { type?: string };
  if (type === 'encoding.unsupported') return new ApiError(encoded);
  if (type === 'request.aborted') return new ApiError(unreadable);
  if (type !== 'entity.too.large') return new ApiError(unreadable, { cause: error });
  const message = `The body is longer than ${limitBytes.toLocaleString('en')} bytes`;
  return new ApiError({ ...tooLarge, message });
}

interface Arrival {
  readonly limitBytes: number;
  readonly withinMs: number;
  readonly refuse: (fault: ApiError) => void;
}

/** Books each piece of a body, and refuses the body that has no room or is late. The result ends the booking. */
function bookPieces(request: Request, booking: BodyBooking, { limitBytes, withinMs, refuse }: Arrival) {
  let arrived = 0;
  const book = ({ length }: Buffer) => {
    arrived += length;
    // Beyond its limit nothing of the body is kept any more.
    if (arrived > limitBytes) stop();
    else if (!booking.book(length)) giveUp(new ApiError(noRoom, { retryAfterSeconds }));
  };
  const timer = setTimeout(() => {
    const detail = 'the body did not arrive in time';
    giveUp(new ApiError(unreadable, { detail, headers: { connection: 'close' } }));
  }, withinMs);
  const stop = () => {
    clearTimeout(timer);
    request.off('data', book);
  };
  const giveUp = (fault: ApiError) => {
    stop();
    refuse(fault);
    // body-parser keeps no further piece, and what is still to come is dropped.
    request.removeAllListeners('data').resume();
  };
  request.on('data', book);
  return stop;
}
