import { ApiError } from '@latchkey/errors';
import type { Access } from '@latchkey/http-server';
import { isMasterKey } from '@latchkey/service-client';
import type { UserApiContext } from '../context.ts';
import { errors } from '../errors.ts';

/** Access of the sibling services. Source: contract part 0 "Service-to-service calls". */
export const serviceAccess: Access<UserApiContext, undefined> = {
  name: 'service master key',
  errors: [errors.serviceKeyInvalid],
  admit(context, _parsed, request) {
    if (!isMasterKey(request.header('authorization'), context.serviceKeys))
      throw new ApiError(errors.serviceKeyInvalid);
    return undefined;
  },
};
