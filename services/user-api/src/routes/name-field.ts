/** A name that people are shown: not blank, and without what would turn or break the line that it stands in. */
export const nameField = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Zl}\\p{Zp}\\u202A-\\u202E\\u2066-\\u2069]+$',
} as const;
