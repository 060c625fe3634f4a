import { text } from '@latchkey/http-server';

/** The fields of a form that replaces a temporary password. */
export const firstPasswordFields = {
  sealed_credentials: {
    ...text,
    description:
      'what the answer choose_password gave; with new_password, in place of email, password and code',
  },
  new_password: { ...text, description: 'what replaces a temporary password' },
  new_password_again: { ...text, description: 'the same again' },
} as const;
