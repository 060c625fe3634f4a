import { parseJsonText } from '@latchkey/request-parser';

/** The depth that a payload can have in the body of store. The object of the body is the first level. */
const maxDepth = 15;

/**
 * A JSON value as the UTF-8 bytes of its text; undefined for a number beyond what JSON readers hold (1e400), which
 * would silently become null.
 */
export function encodeJson(value: unknown): Buffer | undefined {
  try {
    return Buffer.from(JSON.stringify(value, (_key, member: unknown) => assertFinite(member)));
  } catch {
    return undefined;
  }
}

/** The JSON value of a text, under the rules that payloads in a JSON body obey; undefined when it is not one. */
export function decodeJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseJsonText(text, { maxDepth, nulAllowed: true }) };
  } catch {
    return undefined;
  }
}

function assertFinite(member: unknown): unknown {
  if (typeof member === 'number' && !Number.isFinite(member)) throw new RangeError('not a JSON number');
  return member;
}
