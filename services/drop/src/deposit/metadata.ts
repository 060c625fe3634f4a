import { ApiError } from '@latchkey/errors';
import type { Metadata } from '../drop/drop.ts';
import { errors } from '../errors.ts';

/** Source: contract part 3 "Fields". */
const maxBytes = 4 * 1024;
const maxDepth = 8;

/** Throws Invalid when metadata is too large, too deep, or holds a number that JSON cannot carry. */
export function assertMetadata(metadata: Metadata): void {
  const fits = fitsDepth(metadata, maxDepth) && Buffer.byteLength(JSON.stringify(metadata)) <= maxBytes;
  if (!fits) throw new ApiError(errors.valueInvalid, { field: 'metadata' });
}

function fitsDepth(value: unknown, levels: number): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => fitsDepth(member, levels - 1));
}
