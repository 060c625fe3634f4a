import { ApiError } from '@latchkey/errors';
import { errors } from '../errors.ts';

/** Source: contract part 3 "Fields". */
const maxKeyBytes = 1024;

/** Throws Invalid for a key that no drop can have. */
export function assertKey(key: string): void {
  if (Buffer.byteLength(key) > maxKeyBytes) throw new ApiError(errors.valueInvalid, { field: 'key' });
}
