import type { Access } from '@latchkey/http-server';
import type { ParsedRequest } from '@latchkey/request-parser';
import type { UserApiContext } from '../context.ts';
import { errors } from '../errors.ts';

/**
 * Access by a one-time payload. The handler consumes it, since the checks of the request's shape and of its network's
 * budget come first; it learns how a token beside the payload was sent. Source: contract part 2 "Order".
 */
export const payloadAccess: Access<UserApiContext, Pick<ParsedRequest, 'isBearer'>> = {
  name: 'relay or deadDrop payload',
  signIn: ['payload'],
  errors: [
    errors.payloadConflict,
    errors.payloadInvalid,
    errors.payloadMismatch,
    errors.forbidden,
    errors.throttled,
  ],
  admit: (_context, { isBearer }) => ({ isBearer }),
};
