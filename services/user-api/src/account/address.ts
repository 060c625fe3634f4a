/** An email address as a request carries it. */
export const addressField = {
  type: 'string',
  maxLength: 254,
  pattern: '^[^\\s\\p{C}@]+@[^\\s\\p{C}@]+$',
  allowed: 'an email address',
  description: 'Email address',
  examples: ['ada@example.com'],
} as const;

const addressForm = new RegExp(addressField.pattern, 'u');

export function isAddress(text: string): boolean {
  return text.length <= addressField.maxLength && addressForm.test(text);
}
