import type { PageSpec } from './page-spec.ts';

const decimalText = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * The effective page size. Never fails (requirement 2 "Pagination request inputs", contract part 0 "Pagination").
 * Numbers and decimal text (blanks around it, a sign and an exponent allowed: " 5 ", "+5", "1e2") are cut to an
 * integer; from 1 on they count, clamped to the maximum, 1e400 and Infinity included. All else takes the default:
 * null, blank, boolean, array, object, "5abc", "0x10", "Infinity", NaN, and anything below 1.
 */
export function normaliseLimit(raw: unknown, spec: Pick<PageSpec, 'defaultLimit' | 'maximumLimit'>): number {
  const limit = Math.trunc(toNumber(raw));
  return limit >= 1 ? Math.min(limit, spec.maximumLimit) : spec.defaultLimit;
}

function toNumber(raw: unknown): number {
  if (typeof raw === 'number') return raw;
  if (typeof raw !== 'string') return Number.NaN;
  const text = raw.trim();
  return decimalText.test(text) ? Number(text) : Number.NaN;
}
