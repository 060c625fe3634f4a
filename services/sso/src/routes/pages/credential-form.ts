import { exampleValues } from '@latchkey/contracts';
import { text } from '@latchkey/http-server';
import { hashSecret } from '@latchkey/secrets';
import { createCsrfToken } from '../../access/csrf.ts';
import type { Going } from '../../access/going.ts';
import type { CredentialForm, CredentialProblem } from '../../people/sign-in/check-credentials.ts';
import { offerPasskey, readChallenge } from '../../people/sign-in/passkey.ts';
import type { Visit } from '../../people/sign-in/visit.ts';
import { askForCode, signedOut, type CommonOutcome } from './outcome.ts';

/** The fields by which a form signs a person in, on every page that does. */
export const credentialFields = {
  email: {
    ...text,
    examples: [exampleValues['email']],
    description: 'may be empty with a live browser session',
  },
  password: { ...text, examples: [exampleValues['password']] },
  code: { ...text, description: 'one-time or recovery code, if the account uses them' },
  passkey: {
    ...text,
    description: 'in place of email, password and code: the answer of an authenticator, as JSON',
  },
  passkey_begun: { ...text, description: 'with passkey: as the form had it' },
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
 * form and corrects it begins another one. A passkey's is its challenge, which one answer spends.
 */
export function readCredentials(
  input: Sent,
  visit: Pick<Visit, 'browserSecret' | 'passkeys'>,
  formId: string,
): CredentialForm {
  const sent = (name: keyof Sent) => input[name] ?? '';
  const typed = {
    email: sent('email').trim(),
    password: sent('password'),
    code: sent('code').trim(),
    newPassword: sent('new_password'),
    sealed: sent('sealed_credentials'),
  };
  const form = { ...typed, newPasswordAgain: sent('new_password_again') };
  const assertion = sent('passkey');
  if (assertion === '') {
    const named = [visit.browserSecret, formId, ...Object.values(typed)];
    return { ...form, op: hashSecret(JSON.stringify(named)) };
  }
  const challenge = readChallenge(visit, formId, sent('passkey_begun'));
  return { ...form, passkey: { assertion, challenge }, op: hashSecret(challenge ?? '') };
}

/** What such a form shows: what was typed before, and what must be corrected. */
export function showCredentials(
  visit: Visit,
  { email, code }: Pick<CredentialForm, 'email' | 'code'>,
  problem: CredentialProblem | null = null,
) {
  const { browserSecret, nextForm: id, session, usesCodes } = visit;
  return {
    csrf: createCsrfToken(browserSecret, { id }),
    account: session?.email ?? null,
    email,
    oneTimeCode: askForCode(code, usesCodes),
    passkey: offerPasskey(visit, id),
    error: problem,
  };
}

/** The buttons of such a form for who cannot sign in. */
const asides = { signup: '/signup', reset: '/reset' } as const;

/** Leads to the page of one of them, with the address that was typed. */
export function leadAside(
  aside: keyof typeof asides,
  { email, going }: { readonly email: string; readonly going?: Going },
): CommonOutcome {
  return { view: signedOut, next: asides[aside], typed: email, ...(going !== undefined && { going }) };
}
