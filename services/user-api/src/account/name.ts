/** A name that people are shown: it has something to read in it, and nothing that turns or breaks its line. */
export const nameField = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  allowed: 'one line with a letter or digit in it, without signs that change the direction of text',
  pattern:
    '^(?=.*[\\p{L}\\p{N}])[^\\p{Cc}\\p{Zl}\\p{Zp}\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]+$',
} as const;

const nameForm = new RegExp(nameField.pattern, 'u');

export function isName(text: string): boolean {
  return text.length <= nameField.maxLength && nameForm.test(text);
}
