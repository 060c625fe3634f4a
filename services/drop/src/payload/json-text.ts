import { parseJsonText } from '@latchkey/request-parser';

/** The depth that a payload can have in the body of store. The object of the body is the first level. */
const maxDepth = 15;

/**
 * A JSON text without the blanks around it, under the rules that payloads in a JSON body obey; undefined when it is not
 * one, or has a number beyond what JSON readers hold (1e400), which would silently become null.
 */
export function readJsonText(text: string): string | undefined {
  try {
    return isFinite(parseJsonText(text, { maxDepth, nulAllowed: true })) ? text.trim() : undefined;
  } catch {
    return undefined;
  }
}

/** Whether JSON readers hold each number of a value. */
export function isFinite(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isFinite);
  return typeof value !== 'number' || Number.isFinite(value);
}
