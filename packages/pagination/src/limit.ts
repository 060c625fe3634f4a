import type { PageSpec } from './page-spec.ts';

const decimalText = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * The effective page size. It never fails (requirement 2 "Pagination request inputs", contract part 0 "Pagination").
 * A number or decimal text is cut to an integer. The text may have blanks around it, a sign and an exponent: " 5 ",
 * "+5", "1e2". From 1 on it is valid and is clamped to the maximum, also 1e400 and Infinity. Everything else takes the
 * default: null, blank, boolean, array, object, "5abc", "0x10", "Infinity", NaN, and anything below 1.
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
