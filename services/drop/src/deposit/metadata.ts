import { ApiError } from '@latchkey/contracts';
import { errors } from '../errors.ts';
import { isFinite } from '../payload/json-text.ts';

/** Source: contract part 3 "Fields". */
const maxBytes = 4 * 1024;
const maxDepth = 8;

/** Throws Invalid for the JSON text of metadata that is too large or too deep, or has a number that JSON readers cannot hold. */
export function assertMetadata(json: string): void {
  if (Buffer.byteLength(json) > maxBytes) throw refusal('is longer than 4,096 bytes of JSON');
  const metadata: unknown = JSON.parse(json);
  if (!fitsDepth(metadata, maxDepth)) throw refusal('is more than 8 levels deep');
  if (!isFinite(metadata)) throw refusal('has a number that JSON readers cannot hold');
}

function fitsDepth(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => fitsDepth(member, levels - 1));
}

function refusal(why: string): ApiError {
  return new ApiError(errors.valueInvalid, { field: 'metadata', detail: `the metadata ${why}` });
}
