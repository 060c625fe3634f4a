import type { ErrorSpec } from '@latchkey/contracts';
import type { Drop } from '../drop/drop.ts';
import { errors } from '../errors.ts';

/** Why no payload can be put into a drop; undefined for a reserved one. */
export function explainUnreserved({ status }: Pick<Drop, 'status'>): ErrorSpec | undefined {
  if (status === 'expired') return errors.expired;
  return status === 'reserved' ? undefined : errors.notReserved;
}
