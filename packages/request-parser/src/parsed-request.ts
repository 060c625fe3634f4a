import { ApiError, type ErrorSpec } from '@latchkey/contracts/errors';
import { wordFault } from './faults.ts';
import type { Leaf } from './leaves.ts';

/** What handlers read from: leaves by dotted name, through typed getters only. */
export interface ParsedRequest {
  /** Whether the token came in the Authorization header with the scheme Bearer, which is not for a bound one. */
  readonly isBearer: boolean;
  has(name: string): boolean;
  /** Leaf names, safe to log. */
  names(): string[];
  /** As it came: a JSON value, or text from query, form or header; undefined when absent. */
  value(name: string): unknown;
  /** True when the leaf came from query, form or header, so a reader may take numbers or JSON out of the text. */
  isText(name: string): boolean;
  /** The JSON text of a value of a JSON body, digit for digit; else the text itself. Undefined when absent. */
  json(name: string): string | undefined;
  /** Each getter answers undefined when the leaf is absent and throws invalid_type, with field, when it does not fit. */
  string(name: string): string | undefined;
  integer(name: string): number | undefined;
  boolean(name: string): boolean | undefined;
}

/** A safe integer, or plain decimal digits of one; undefined when it does not fit. Contract part 0 "Parsed request" 5. */
export function coerceInteger(value: unknown): number | undefined {
  const integer = typeof value === 'string' && /^[0-9]+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(integer) ? Number(integer) + 0 : undefined;
}

/** true, false, "true", "false", "1", "0"; undefined when it does not fit. Contract part 0 "Parsed request" 5. */
export function coerceBoolean(value: unknown): boolean | undefined {
  if (value === true || value === 'true' || value === '1') return true;
  if (value === false || value === 'false' || value === '0') return false;
  return undefined;
}

/** `misfit` is what the getters throw. */
export function createParsedRequest(
  leaves: ReadonlyMap<string, Leaf>,
  misfit: ErrorSpec,
  isBearer = false,
): ParsedRequest {
  function read<T>(name: string, coerce: (value: unknown) => T | undefined): T | undefined {
    const leaf = leaves.get(name);
    if (leaf === undefined) return undefined;
    const value = coerce(leaf.value);
    if (value === undefined)
      throw new ApiError(wordFault(misfit, name, 'has the wrong type'), { field: name });
    return value;
  }
  return Object.freeze({
    isBearer,
    has: (name: string) => leaves.has(name),
    names: () => [...leaves.keys()],
    value: (name: string) => leaves.get(name)?.value,
    isText: (name: string) => leaves.get(name)?.isText ?? false,
    json(name: string) {
      const { value, json } = leaves.get(name) ?? {};
      return json ?? (typeof value === 'string' ? value : undefined);
    },
    string: (name: string) => read(name, (value) => (typeof value === 'string' ? value : undefined)),
    integer: (name: string) => read(name, coerceInteger),
    boolean: (name: string) => read(name, coerceBoolean),
  });
}
