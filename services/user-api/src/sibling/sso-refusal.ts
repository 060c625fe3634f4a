import { ApiError } from '@latchkey/contracts';
import type { Refusal } from '@latchkey/contracts/service-client';
import { errors } from '../errors.ts';

/** If sso refuses a call of this service, the fault lies between the services and not with the caller. */
export function refused({ code }: Refusal): ApiError {
  return new ApiError(errors.unavailable, { cause: new Error(`sso refused: ${code}`) });
}
