import { ApiError } from '@latchkey/errors';
import bodyParser from 'body-parser';
import type { Request, Response } from 'express';

/** Contract part 0 "Parsed request" 7. */
const defaultLimitBytes = 100 * 1024;

const unreadable = { code: 'malformed_body', message: 'The body could not be read' } as const;
const faults: Record<string, ApiError> = {
  'entity.too.large': new ApiError({ code: 'too_large', message: 'The body is too large' }),
  'encoding.unsupported': new ApiError({
    code: 'unsupported_encoding',
    message: 'An encoded body is not supported',
  }),
  'request.aborted': new ApiError(unreadable),
};
/** Reads bodies up to a limit, without decoding them. A larger body is read to its end and dropped, so that the caller gets the answer. */
export function createBodyReader(limitBytes = defaultLimitBytes) {
  const read = bodyParser.raw({ type: () => true, limit: limitBytes, inflate: false });
  return (request: Request, response: Response): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      read(request, response, (error?: unknown) => {
        const body: unknown = request.body;
        if (error === undefined) return resolve(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
        const type = (error as { type?: string }).type ?? '';
        reject(faults[type] ?? new ApiError(unreadable, { cause: error }));
      });
    });
}
