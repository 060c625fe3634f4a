import { ApiError, type ErrorSpec } from '@latchkey/errors';
import { digestBinding, type PageBinding } from './cursor-binding.ts';
import type { CursorSealer } from './cursor-sealer.ts';
import { normaliseLimit } from './limit.ts';
import { pageInputErrors, type PageInputErrors } from './page-input-errors.ts';
import type { PagePlan } from './page-plan.ts';
import type { PageSpec } from './page-spec.ts';

/** The four inputs as they came, not yet validated. undefined means "not given"; null and "" are values. */
export interface PageInputs {
  readonly limit?: unknown;
  readonly page_number?: unknown;
  readonly offset?: unknown;
  readonly cursor?: unknown;
}

/** The search that the inputs are for, and what it takes to read them. */
export interface PageSearch<Scope extends string> extends PageBinding<Scope> {
  readonly spec: PageSpec<Scope>;
  readonly sealer: CursorSealer;
  /** For a service whose contract gives these failures sentences of its own. */
  readonly errors?: PageInputErrors;
}

/**
 * Turns the inputs into a plan: cursor, then offset, then page_number, then the first page; what is outranked is
 * not looked at. An offset so large that `offset + limit` would pass 2^53-1 is cut to where it does not: no list is
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
    const position = typeof inputs.cursor === 'string' ? sealer.open(inputs.cursor, binding) : undefined;
    if (!position) throw new ApiError(errors.cursor, { field: 'cursor' });
    return { kind: 'keyset', limit, after: position.key, offset: position.offset, binding };
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
