import { ApiError, type ErrorSpec } from '@latchkey/contracts';
import { coerceInteger, type ParsedRequest } from '@latchkey/request-parser';
import { longestTtlSeconds, type Term } from '../drop/drop.ts';
import { errors } from '../errors.ts';

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

const rfc3339 =
  /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3])(:[0-5]\d:[0-5]\d)(?:\.(\d+))?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** From this value on a number is read as milliseconds. Source: contract part 3 "Fields". */
const firstMillisecondNumber = 1e11;

/**
 * Milliseconds since the epoch of an RFC 3339 date-time with offset, or of integer seconds (from 1e11 on:
 * milliseconds), as number or digits; undefined for all else.
 */
export function readInstant(value: unknown): number | undefined {
  if (typeof value === 'string') {
    return /^[0-9]+$/.test(value) ? readNumber(Number(value)) : readDateTime(value);
  }
  return typeof value === 'number' ? readNumber(value) : undefined;
}

function readNumber(value: number): number | undefined {
  if (!Number.isSafeInteger(value)) return undefined;
  return value < firstMillisecondNumber ? value * 1000 : value;
}

function readDateTime(text: string): number | undefined {
  const [, day = '', hour = '', minutes = '', fraction = '', offset = ''] = rfc3339.exec(text) ?? [];
  // A day that the month does not have would be read as one of the next month.
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return undefined;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  return Date.parse(`${day}T${hour}${minutes}.${milliseconds}${offset.toUpperCase()}`);
}
