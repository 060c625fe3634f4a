import { ApiError } from '@latchkey/contracts';
import type { Period } from '@latchkey/pagination';
import { canonicalAddress, unknownAddress } from '@latchkey/request-parser';
import { inRow } from '../accounts/name.ts';
import { errors } from '../errors.ts';

const errorCode = 'invalid_filter';
const instantForm = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/i;
/** The years 1 to 9999 in UTC: Date writes others in a form that PostgreSQL does not read. */
const firstInstantMs = Date.parse('0001-01-01T00:00:00.000Z');
const lastInstantMs = Date.parse('9999-12-31T23:59:59.999Z');

/** The schemas of filters; a value that does not fit is one invalid_filter. */
export const filterSchemas = {
  text: { type: 'string', minLength: 1, maxLength: 200, form: 'NFC', errorCode },
  /** A part of a text. A shorter one no index finds, and it would match nearly all. */
  part: {
    type: 'string',
    pattern: `${inRow.three}|${inRow.two}`,
    allowed: 'a text with three letters, marks or digits in a row, or two of Chinese, Japanese or Korean',
    form: 'NFC',
    maxLength: 200,
    errorCode,
  },
  flag: { type: 'boolean', errorCode },
  uuid: {
    type: 'string',
    pattern: '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$',
    allowed: 'an id',
    errorCode,
  },
  oneOf: <const Value extends string>(...values: Value[]) =>
    ({ type: 'string', enum: values, errorCode }) as const,
} as const;

/**
 * Reads the filter `ip`, which may be spelt in any way: rows hold the one spelling of an address. Throws invalid_filter.
 */
export function readAddress(ip: string | undefined): string | undefined {
  if (ip === undefined) return undefined;
  const address = ip === unknownAddress ? ip : canonicalAddress(ip);
  if (address === undefined) throw refuse('ip', 'an IPv4 or IPv6 address, or unknown');
  return address;
}

/** The fields of a period. An instant has a zone; a date without a time is its midnight in UTC. */
export const periodFields = {
  created_from: { ...filterSchemas.text, description: 'First instant (RFC 3339), or date in UTC' },
  created_to: {
    ...filterSchemas.text,
    description: 'First instant or date after the period',
  },
} as const;

/**
 * Reads {@link periodFields} into instants, so that a cursor is not bound to how they were written. Throws
 * invalid_filter with the field. Source: contract part 2 "Guarded routes".
 */
export function readPeriod(fields: { created_from?: string; created_to?: string }): Required<Period> {
  return {
    createdFromMs: readInstant('created_from', fields.created_from),
    createdToMs: readInstant('created_to', fields.created_to),
  };
}

function readInstant(field: keyof typeof periodFields, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const day = text.slice(0, 10);
  // Date takes 30 February for 2 March.
  const dayMs = Date.parse(day);
  const isDay = !Number.isNaN(dayMs) && new Date(dayMs).toISOString().startsWith(day);
  const instantMs = instantForm.test(text) && isDay ? Date.parse(text.toUpperCase()) : Number.NaN;
  if (instantMs >= firstInstantMs && instantMs <= lastInstantMs) return instantMs;
  throw refuse(field, 'a date such as 2026-11-22, or an instant such as 2026-11-22T09:30:00Z');
}

function refuse(field: string, allowed: string): ApiError {
  return new ApiError({ ...errors.filterInvalid, message: `${field} must be ${allowed}` }, { field });
}
