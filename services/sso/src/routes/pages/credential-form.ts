import { exampleValues } from '@latchkey/contracts';
import { text } from '@latchkey/http-server';
import { hashSecret } from '@latchkey/secrets';
import type { CredentialForm } from '../../sign-in/check-credentials.ts';
import type { Visit } from '../../sign-in/visit.ts';

/** The fields by which a form signs a person in, on every page that does. */
export const credentialFields = {
  email: {
    ...text,
    examples: [exampleValues['email']],
    description: 'may be empty with a live browser session',
  },
  password: { ...text, examples: [exampleValues['password']] },
  code: { ...text, description: 'one-time or recovery code, if the account uses them' },
  sealed_credentials: {
    ...text,
    description:
      'what the answer choose_password gave; with new_password, in place of email, password and code',
  },
  new_password: { ...text, description: 'what replaces a temporary password' },
  new_password_again: { ...text, description: 'the same again' },
} as const;

type Sent = Partial<Record<keyof typeof credentialFields, string>>;

/**
 * What such a form sent; a field that it lacks is empty. The operation is named with what was typed: who goes back to a
 * form and corrects it begins another one.
 */
export function readCredentials(
  input: Sent,
  { browserSecret }: Pick<Visit, 'browserSecret'>,
  formId: string,
): CredentialForm {
  const [email = '', code = ''] = [input.email?.trim(), input.code?.trim()];
  const { password = '', new_password: newPassword = '', new_password_again: newPasswordAgain = '' } = input;
  const { sealed_credentials: sealed = '' } = input;
  const typed = [email, password, code, newPassword, sealed];
  const op = hashSecret(JSON.stringify([browserSecret, formId, ...typed]));
  return { email, password, code, newPassword, newPasswordAgain, sealed, op };
}
