import { ApiError } from '@latchkey/contracts/errors';
import { faults } from './faults.ts';
import { decodeUtf8 } from './text.ts';

/**
 * The decoded name-value pairs of a form body or a query, in order, nothing collapsed.
 * Throws malformed_body on bytes that are not UTF-8 and on broken percent-encoding, and too_many_parameters.
 * Source: WHATWG URL 5.1, made strict.
 */
export function readPairs(bytes: Buffer, maxPairs: number): [name: string, value: string][] {
  const text = decodeUtf8(bytes);
  const pairs: [string, string][] = [];
  for (let start = 0; start < text.length;) {
    const next = text.indexOf('&', start);
    const end = next === -1 ? text.length : next;
    if (end > start) {
      if (pairs.length === maxPairs) throw new ApiError(faults.tooManyParameters);
      pairs.push(splitPair(text.slice(start, end)));
    }
    start = end + 1;
  }
  return pairs;
}

/** A query as bytes. Throws malformed_body for a character that no byte of a request line can be. */
export function queryBytes(query: string): Buffer {
  for (let at = 0; at < query.length; at += 1) {
    if (query.charCodeAt(at) > 0xff) throw new ApiError(faults.invalidUtf8);
  }
  return Buffer.from(query, 'latin1');
}

function splitPair(pair: string): [string, string] {
  const equals = pair.indexOf('=');
  if (equals === -1) return [decodePart(pair), ''];
  return [decodePart(pair.slice(0, equals)), decodePart(pair.slice(equals + 1))];
}

function decodePart(part: string): string {
  if (!/[%+]/.test(part)) return part;
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    throw new ApiError(faults.invalidEncoding);
  }
}
