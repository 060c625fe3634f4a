import { ApiError } from '@latchkey/contracts';
import type { Refusal } from '@latchkey/contracts/service-client';
import { errors, nameCause } from '../errors.ts';

/** What a form has to hold for a sibling to refuse its fields. No form of ours does; a program's may. */
const formFaults = new Set(['invalid_type', 'invalid_value', 'missing_field', 'too_large', 'not_found']);
/** What passes with time. */
const loads = new Set(['overloaded', 'temporarily_unavailable', 'upstream_unavailable', 'throttled']);

/** Whether a sibling did nothing only for its load, or for that of the caller. */
export const isLoad = (code: string): boolean => loads.has(code);

/**
 * The failure of a page for a refusal of a sibling that it has no words for. Only load is a 503: whoever waits may try again.
 * A value that no page sends is a 400, and any other refusal a fault of ours, which is logged.
 */
export function unexpected(
  { code, field = '', retryAfterSeconds = 60 }: Refusal,
  asked: string,
  sibling = 'user-api',
): Error {
  const cause = new Error(`${sibling} refused ${asked}: ${code} ${field}`.trim());
  if (code === 'throttled') return new ApiError(errors.throttled, { retryAfterSeconds });
  if (isLoad(code)) return new ApiError(errors.temporarilyUnavailable, { retryAfterSeconds, cause });
  if (!formFaults.has(code)) return cause;
  const named = nameCause(errors.formInvalid, `the field ${field} has a value that no page sends`);
  return new ApiError(field === '' ? errors.formInvalid : named, { cause });
}
