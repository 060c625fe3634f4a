import { ApiError, type ErrorSpec } from '@latchkey/contracts/errors';
import { digestBinding, type PageBinding } from './cursor-binding.ts';
import type { CursorSealer } from './cursor-sealer.ts';
import type { PagePlan } from './page-plan.ts';
import type { PageSpec } from './page-spec.ts';

/** The three errors of pagination inputs. `limit` never fails. */
export interface PageInputErrors {
  readonly pageNumber: ErrorSpec;
  readonly offset: ErrorSpec;
  readonly cursor: ErrorSpec;
}

/** For services without sentences of their own. Every bad cursor has the same sentence, which does not say why. */
export const pageInputErrors: PageInputErrors = {
  pageNumber: {
    code: 'invalid_page_number',
    message: 'page_number must be a whole number from 1 to 9007199254740991',
  },
  offset: {
    code: 'invalid_offset',
    message: 'offset must be a whole number from 0 to 9007199254740991',
  },
  cursor: {
    code: 'invalid_cursor',
    message: 'cursor must be a next_cursor of this search, with the same filters, at most 24 hours old',
  },
};

/** The four inputs before validation. undefined means "not given"; null and "" are values. */
export interface PageInputs {
  readonly limit?: unknown;
  readonly page_number?: unknown;
  readonly offset?: unknown;
  readonly cursor?: unknown;
}

/** The search that the inputs are for, and what is needed to read them. */
export interface PageSearch<Scope extends string> extends PageBinding<Scope> {
  readonly spec: PageSpec<Scope>;
  readonly sealer: CursorSealer;
  /** For a service whose contract fixes other sentences for these errors. */
  readonly errors?: PageInputErrors;
}

/**
 * Turns the inputs into a plan: the cursor, else the offset, else page_number, else the first page. The inputs after
 * the first one that is given are not read. An offset is cut so that `offset + limit` is at most 2^53-1: no list is
 * that long, and every number in the answer stays exact.
 * Throws ApiError invalid_cursor, invalid_offset or invalid_page_number with its `field`.
 * Source: requirement 2 "Pagination request inputs", contract part 0 "Pagination".
 */
export function readPageInputs<Scope extends string>(
  inputs: PageInputs,
  search: PageSearch<Scope>,
): PagePlan {
  const { spec, sealer, errors = pageInputErrors } = search;
  const limit = normaliseLimit(inputs.limit, spec);
  const binding = digestBinding(spec, search);
  if (inputs.cursor !== undefined) {
    const after = typeof inputs.cursor === 'string' ? sealer.open(inputs.cursor, binding) : undefined;
    if (!after) throw new ApiError(errors.cursor, { field: 'cursor' });
    return { kind: 'keyset', limit, after, binding };
  }
  return { kind: 'offset', limit, offset: readOffset(inputs, limit, errors), binding };
}

function readOffset(inputs: PageInputs, limit: number, errors: PageInputErrors): number {
  const furthest = Number.MAX_SAFE_INTEGER - limit;
  if (inputs.offset !== undefined) return Math.min(readInteger(inputs, 'offset', 0, errors.offset), furthest);
  if (inputs.page_number === undefined) return 0;
  const pageNumber = readInteger(inputs, 'page_number', 1, errors.pageNumber);
  return Math.min((pageNumber - 1) * limit, furthest);
}

function readInteger(
  inputs: PageInputs,
  field: 'offset' | 'page_number',
  least: number,
  error: ErrorSpec,
): number {
  const raw = inputs[field];
  const value = typeof raw === 'string' && /^[0-9]+$/.test(raw) ? Number(raw) : raw;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least) {
    throw new ApiError(error, { field });
  }
  return value;
}

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
