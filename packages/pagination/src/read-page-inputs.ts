import { ApiError, type ErrorSpec } from '@latchkey/contracts/errors';
import { digestBinding, type PageBinding } from './cursor-binding.ts';
import type { CursorSealer } from './cursor-sealer.ts';
import { normaliseLimit } from './limit.ts';
import { pageInputErrors, type PageInputErrors } from './page-input-errors.ts';
import type { PagePlan } from './page-plan.ts';
import type { PageSpec } from './page-spec.ts';

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
