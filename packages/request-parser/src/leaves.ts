import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '@latchkey/contracts/errors';
import { faults, wordFault, wordTwice } from './faults.ts';
import { assertKey } from './limits.ts';

export interface Leaf {
  value: unknown;
  /** Came from query, form or header, so numbers and JSON are written out as text. */
  isText: boolean;
  /** The JSON text of the value; the value itself where that is text. */
  json?: string;
}

/** A key, its value and, of a JSON body, the text of the value. */
export type Pair = readonly [key: string, value: unknown, json?: string];

/** Source: requirement "Parsed request object"; no other underscore key moves. */
const dottedNames = new Map(
  ['user', 'code', 'id', 'method', 'token', 'pass', 'org'].map((part) => [`auth_${part}`, `auth.${part}`]),
);
const bracketed = /^(auth|deadDrop)\[([^[\]]*)\](\[.*)?$/s;

/** The leaf that a top-level key of a JSON body, or a member of `auth` and `deadDrop`, names. */
export function jsonLeafName(key: string): string {
  return dottedNames.get(key) ?? key;
}

/**
 * The leaf that a key of a query or form names. `auth[a][b]` would make `auth.a` an object: invalid_type.
 * `auth[]` names `auth` itself, which cannot be text.
 */
export function textLeafName(key: string): string {
  const [, holder, part, rest] = bracketed.exec(key) ?? [];
  if (holder === undefined) return dottedNames.get(key) ?? key;
  const name = part ? `${holder}.${part}` : holder;
  if (rest !== undefined)
    throw new ApiError(wordFault(faults.invalidType, name, 'must be a string'), { field: name });
  return name;
}

/**
 * One source as leaves. Two equal values of a leaf collapse into one; two different ones are ambiguous_parameter. A
 * repeated `limit` becomes an array instead, which pagination treats as an invalid limit.
 * Source: contract part 0 "Parsed request" 4.
 */
export function collectLeaves(
  pairs: readonly Pair[],
  leafName: (key: string) => string,
  isText: boolean,
): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  for (const [key, value, json] of pairs) {
    assertKey(key);
    const name = leafName(key);
    const earlier = leaves.get(name);
    if (earlier === undefined) leaves.set(name, { value, isText, ...(json === undefined ? {} : { json }) });
    else if (!isSame(earlier, value, json)) {
      if (name !== 'limit') throw new ApiError(wordTwice(name), { field: name });
      leaves.set(name, { value: [earlier.value, value].flat(), isText });
    }
  }
  return leaves;
}

/** Numbers of 16 digits, with an exponent or a sign at zero may be different and one double. */
const longNumber = /[\d.]{16}|\d[eE]|-0/;

function isSame(earlier: Leaf, value: unknown, json = ''): boolean {
  if (!isDeepStrictEqual(earlier.value, value)) return false;
  return earlier.json === json || !longNumber.test(json + (earlier.json ?? ''));
}
