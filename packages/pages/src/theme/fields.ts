/** A value of a theme file, or a sentence about what is wrong with it. */
export type Read<Value> =
  | { readonly value: Value; readonly complaint?: undefined }
  | { readonly value?: undefined; readonly complaint: string };

type Fields = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A sentence for each key that is none of `known`. */
export function listStrays(fields: Fields, known: readonly string[], what: string): string[] {
  return Object.keys(fields)
    .filter((key) => !known.includes(key))
    .map((key) => `${key} is not a key of ${what}; those are ${known.join(', ')}`);
}
