import { ApiError, type ErrorSpec } from '@latchkey/contracts';
import { coerceInteger, type ParsedRequest } from '@latchkey/request-parser';
import { longestTtlSeconds, type Term } from '../drop/drop.ts';
import { errors } from '../errors.ts';
import { readInstant } from './instant.ts';

const dateFields = ['expires', 'expires_at'] as const;

/**
 * Reads ttl, expires and expires_at; null when none of them is given. Throws Invalid ttl, then `past` for a date that
 * has passed, then Invalid for one that is not a date or too far ahead. `nowMs` in milliseconds since the epoch.
 */
export function readTerm(
  parsed: ParsedRequest,
  nowMs: number,
  past: ErrorSpec = errors.expiryInvalid,
): Term | null {
  const ttlSeconds = readTtl(parsed.value('ttl'));
  const dates = dateFields.flatMap((field) => {
    const value = parsed.value(field);
    return isBlank(value) ? [] : [{ field, instantMs: readInstant(value) }];
  });
  const gone = dates.find(({ instantMs }) => instantMs !== undefined && instantMs <= nowMs);
  if (gone) throw new ApiError(past, { field: gone.field, detail: 'the date has passed' });
  const latestMs = nowMs + longestTtlSeconds * 1000;
  const bad = dates.find(({ instantMs }) => instantMs === undefined || instantMs > latestMs);
  if (bad) {
    const detail = bad.instantMs === undefined ? 'not a date' : 'the date is too far ahead';
    throw new ApiError(errors.expiryInvalid, { field: bad.field, detail });
  }
  const instants = dates.map(({ instantMs }) => Number(instantMs));
  if (ttlSeconds === null && instants.length === 0) return null;
  return { ttlSeconds, untilMs: instants.length === 0 ? null : Math.min(...instants) };
}

function readTtl(value: unknown): number | null {
  if (isBlank(value)) return null;
  const ttl = coerceInteger(value);
  if (ttl === undefined || ttl < 1 || ttl > longestTtlSeconds) {
    throw new ApiError(errors.ttlInvalid, { field: 'ttl' });
  }
  return ttl;
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
