import { ApiError, type ErrorSpec } from '@latchkey/contracts';
import bodyParser from 'body-parser';
import type { Request, Response } from 'express';
import { noRoom, retryAfterSeconds, type BodyBooking, type BodyBudget } from './body-budget.ts';
import type { Protocol } from './types.ts';

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

export const noBody = Buffer.alloc(0);

/** A body that is on its way. Whoever expects it releases it when the request has been handled. */
interface Arrival extends Pick<BodyBooking, 'release'> {
  /**
   * Reads the body up to the limit, without decoding it; a large one in its turn. Rejects with too_large,
   * unsupported_encoding, malformed_body (also for a body that is late) and overloaded. A body that is not read is still
   * received and dropped, so that the caller gets the answer.
   */
  read(): Promise<Buffer>;
}

/** Opens the account that a body is booked on; undefined where the request has no body. */
export type ExpectBody = (request: Request, response: Response, network: string) => Arrival | undefined;

interface BodyReaderOptions {
  readonly budget: BodyBudget;
  readonly limitBytes?: number | undefined;
  /** Milliseconds that every body has to arrive. */
  readonly graceMs?: number | undefined;
  readonly reword?: Protocol['unreadable'];
}

export function createBodyReader(options: BodyReaderOptions): ExpectBody {
  const { budget, limitBytes = defaultLimitBytes, graceMs = defaultGraceMs, reword } = options;
  const parse = bodyParser.raw({ type: () => true, limit: limitBytes, inflate: false });
  return (request, response, network) => {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
    if (coding === undefined && Number(length ?? 0) === 0) return undefined;
    const expectedBytes = Number(length ?? limitBytes);
    const booking = budget.open(network, expectedBytes);
    const receive = (resolve: (body: Buffer) => void, refuse: (fault: ApiError) => void) => {
      const slackMs = (expectedBytes / bytesPerSecond) * 1000;
      // Of a body that says that it is too large, nothing is kept.
      const stop =
        expectedBytes > limitBytes
          ? () => undefined
          : bookPieces(request, booking, { limitBytes, graceMs, slackMs, refuse });
      parse(request, response, (error?: unknown) => {
        stop();
        if (error !== undefined) return refuse(toFault(error, limitBytes));
        resolve(Buffer.isBuffer(request.body) ? request.body : noBody);
      });
    };
    const read = async () => {
      try {
        return await booking.takeTurn(await new Promise<Buffer>(receive));
      } catch (fault) {
        throw fault instanceof ApiError ? (reword?.(fault) ?? fault) : fault;
      }
    };
    return { read, release: booking.release };
  };
}

function toFault(error: unknown, limitBytes: number): ApiError {
  const { type = '' } = error as { type?: string };
  if (type === 'encoding.unsupported') return new ApiError(encoded);
  if (type === 'request.aborted') return new ApiError(unreadable);
  if (type !== 'entity.too.large') return new ApiError(unreadable, { cause: error });
  const message = `The body is longer than ${limitBytes.toLocaleString('en')} bytes`;
  return new ApiError({ ...tooLarge, message }, { limitBytes });
}

interface Limits {
  readonly limitBytes: number;
  readonly graceMs: number;
  /** Milliseconds beyond those that every body has. */
  readonly slackMs: number;
  readonly refuse: (fault: ApiError) => void;
}

/** Books each piece of a body, and refuses the body that has no room or is late. The result ends the booking. */
function bookPieces(
  request: Request,
  booking: BodyBooking,
  { limitBytes, graceMs, slackMs, refuse }: Limits,
) {
  let arrived = 0;
  const book = ({ length }: Buffer) => {
    arrived += length;
    // Beyond its limit nothing of the body is kept any more.
    if (arrived > limitBytes) stop();
    else if (!booking.book(length)) giveUp(new ApiError(noRoom, { retryAfterSeconds }));
  };
  const refuseLate = () => {
    const detail = 'the body did not arrive in time';
    giveUp(new ApiError(unreadable, { detail, headers: { connection: 'close' } }));
  };
  // Node has a list of timers for each duration, so all bodies wait for the same one first.
  let timer = setTimeout(() => (timer = setTimeout(refuseLate, slackMs)), graceMs);
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
