import { ApiError } from '@latchkey/errors';
import type { Access } from '@latchkey/http-server';
import { isMasterKey } from '@latchkey/service-client';
import type { SsoContext } from '../context.ts';
import { errors } from '../errors.ts';

/** A sibling service, by the master key. Source: contract part 0 "Service-to-service calls". */
export const serviceAccess: Access<SsoContext, undefined> = {
  name: 'service key',
  errors: [errors.serviceKeyInvalid],
  admit({ settings }, _parsed, request) {
    if (!isMasterKey(request.header('authorization'), settings.masterKeys))
      throw new ApiError(errors.serviceKeyInvalid);
    return undefined;
  },
};
