import { ApiError } from '@latchkey/contracts/errors';
import { faults } from './faults.ts';
import type { Pair } from './leaves.ts';
import { scanJson } from './scan-json.ts';
import { assertText, decodeUtf8 } from './text.ts';

export interface JsonBodyRules {
  maxDepth: number;
  maxLeaves: number;
  nulAllowedIn: readonly string[];
}

export interface JsonTextRules {
  maxDepth: number;
  nulAllowed: boolean;
}

/**
 * The leaves of a JSON body in order, repeated ones included, each with its text. Throws malformed_body, too_deep, too_many_parameters.
 * Source: contract part 0 "Parsed request" 2, 6, 7, 8.
 */
export function readJsonLeaves(body: Buffer, rules: JsonBodyRules): Pair[] {
  const text = decodeUtf8(body);
  if (text === '') return [];
  const places: [name: string, start: number, end: number][] = [];
  scanJson(text, rules.maxDepth, (...place) => {
    if (places.length === rules.maxLeaves) throw new ApiError(faults.tooManyParameters);
    places.push(place);
  });
  const whole = parseGrammar(text);
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) {
    throw new ApiError(faults.notAnObject);
  }
  const hasEscapes = text.includes('\\u');
  return places.map(([name, start, end]) => {
    const json = text.slice(start, end).trim();
    const value: unknown = JSON.parse(json);
    if (hasEscapes) assertText(value, rules.nulAllowedIn.includes(name));
    return [name, value, json];
  });
}

/**
 * The value of JSON sent as text in a query or form, under the rules of a JSON body. A repeated key keeps its last
 * value. Throws malformed_body and too_deep.
 */
export function parseJsonText(text: string, rules: JsonTextRules): unknown {
  scanJson(text, rules.maxDepth, () => {});
  const value = parseGrammar(text);
  assertText(value, rules.nulAllowed);
  return value;
}

/** JSON.parse, whose own messages quote the body and are therefore dropped. */
function parseGrammar(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(faults.invalidJson);
  }
}
