import type { Access } from '@latchkey/http-server';
import type { UserApiContext } from '../context.ts';
import { errors } from '../errors.ts';

/**
 * Access by a one-time payload. The handler consumes it, since the checks of the request's shape and of its network's
 * budget come first. Source: contract part 2 "Order".
 */
export const payloadAccess: Access<UserApiContext, undefined> = {
  name: 'relay or deadDrop payload',
  signIn: ['payload'],
  errors: [
    errors.payloadConflict,
    errors.payloadInvalid,
    errors.payloadMismatch,
    errors.forbidden,
    errors.throttled,
  ],
  admit: () => undefined,
};
