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
