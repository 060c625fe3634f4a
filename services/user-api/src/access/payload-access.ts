import type { Access } from '@latchkey/http-server';
import type { UserApiContext } from '../context.ts';
import { errors } from '../errors.ts';

/**
 * Access by a one-time payload. It is spent inside the handler, not here: the shape of the request and its network's
 * budget come first. Source: contract part 2 "Order".
 */
export const payloadAccess: Access<UserApiContext, undefined> = {
  name: 'relay or deadDrop payload',
  errors: [errors.payloadConflict, errors.payloadInvalid, errors.payloadMismatch, errors.throttled],
  admit: () => undefined,
};

const text = { type: 'string' } as const;

/** The fields in which a one-time payload comes. */
export const payloadFields = {
  relay: { ...text, description: 'One-time handle from sso' },
  'deadDrop.id': { ...text, description: 'Instead of relay: the drop that holds the payload' },
  'deadDrop.key': { ...text, description: 'Key of that drop' },
} as const;
