import { ApiError } from '@latchkey/contracts';
import { errors } from '../../errors.ts';

/** invalid_grant; `detail` is only logged. */
export function refuse(detail: string): ApiError {
  return new ApiError(errors.invalidRefreshToken, { detail });
}
