/** The language of a person's mails. */
export const localeField = {
  type: 'string',
  pattern: '^[a-z]{2}$',
  allowed: 'a language by its two letters',
  description: 'Language of the mails, such as de',
} as const;

/** A language as it is kept; null for what is none. */
export function readLocale(text: string): string | null {
  return /^[a-z]{2}$/.test(text) ? text : null;
}
