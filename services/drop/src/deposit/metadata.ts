import { ApiError } from '@latchkey/contracts';
import type { Metadata } from '../drop/drop.ts';
import { errors } from '../errors.ts';

/** Source: contract part 3 "Fields". */
const maxBytes = 4 * 1024;
const maxDepth = 8;

/** Throws Invalid for metadata that is too large or too deep, or holds a number that JSON cannot carry. */
export function assertMetadata(metadata: Metadata): void {
  if (!fitsDepth(metadata, maxDepth)) throw refusal('too deep or holds a number that JSON cannot carry');
  if (Buffer.byteLength(JSON.stringify(metadata)) > maxBytes) throw refusal('too large');
}

function fitsDepth(value: unknown, levels: number): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => fitsDepth(member, levels - 1));
}

function refusal(why: string): ApiError {
  return new ApiError(errors.valueInvalid, { field: 'metadata', detail: `the metadata is ${why}` });
}
