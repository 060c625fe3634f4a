import { isUtf8 } from 'node:buffer';
import { ApiError } from '@latchkey/contracts/errors';
import { faults } from './faults.ts';

/** Strict UTF-8, without the byte order mark. Throws malformed_body. */
export function decodeUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new ApiError(faults.invalidUtf8);
  const text = bytes.toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/**
 * Refuses NUL (unless allowed) and lone surrogates in every string and key of a JSON value: PostgreSQL stores neither,
 * and a lone surrogate cannot be written as UTF-8. Throws malformed_body.
 */
export function assertText(value: unknown, nulAllowed: boolean): void {
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string') {
      if (!next.isWellFormed() || (!nulAllowed && next.includes('\0'))) {
        throw new ApiError(faults.invalidText);
      }
    } else if (typeof next === 'object' && next !== null) {
      for (const part of Array.isArray(next) ? next : Object.entries(next).flat()) pending.push(part);
    }
  }
}
