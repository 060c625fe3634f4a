import type { ErrorSpec } from '@latchkey/errors';
import type { Drop } from '../drop/drop.ts';
import { errors } from '../errors.ts';

/** Drop has expired · Drop is not active: why this drop gives nothing; undefined when it does. */
export function whyNotActive({ status }: Pick<Drop, 'status'>): ErrorSpec | undefined {
  if (status === 'expired') return errors.expired;
  return status === 'active' ? undefined : errors.notActive;
}
