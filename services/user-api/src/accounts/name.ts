/** A name that people are shown: it has something to read in it, and nothing that turns or breaks its line. */
export const nameField = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  form: 'NFC',
  allowed: 'one line with a letter or digit in it, without signs that change the direction of text',
  pattern:
    '^(?=.*[\\p{L}\\p{N}])[^\\p{Cc}\\p{Zl}\\p{Zp}\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]+$',
} as const;

/** What an index finds of a name: any three signs of words, or two of Chinese, Japanese and Korean. */
export const inRow = {
  three: String.raw`[\p{L}\p{M}\p{N}]{3}`,
  two: String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30FC]{2}`,
} as const;

const nameForm = new RegExp(nameField.pattern, 'u');

/** A name as it is stored; undefined for a text that is none. */
export function readName(text: string): string | undefined {
  const name = text.normalize('NFC');
  return isName(name) ? name : undefined;
}

function isName(text: string): boolean {
  return text.length <= nameField.maxLength && nameForm.test(text);
}
