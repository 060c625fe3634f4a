/** A name that people are shown: with something to read in it, and nothing that turns or breaks its line. */
export const nameField = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  pattern:
    '^(?=.*[\\p{L}\\p{N}])[^\\p{Cc}\\p{Zl}\\p{Zp}\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]+$',
} as const;
