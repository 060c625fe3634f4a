import { exampleValues, longestAsks, longestLabel } from '@latchkey/contracts';
import { text } from '@latchkey/http-server';
import { terms } from '../../people/page/drops/drops-view.ts';

/** What the forms of the section drops have. */
const dropFields = {
  text: { ...text, description: 'the secret of a link' },
  passphrase: { ...text, description: 'without which a link opens nothing' },
  asks: { ...text, maxLength: longestAsks, description: 'what somebody is asked for' },
  label: { ...text, maxLength: longestLabel, description: 'what only the maker of a link sees of it' },
  ttl: { ...text, enum: ['', ...terms], description: 'seconds for which a link works' },
  notify: { ...text, description: 'yes: a mail once a link was used' },
  link: { ...text, description: 'a link that the person made, with its key' },
} as const;

/** What the forms of all sections have, without the acts of each. */
export const formFields = {
  csrf: { ...text, examples: [exampleValues['csrf']] },
  id: { ...text, description: 'what the act is about' },
  client_id: { ...text, description: 'the app that the act is about' },
  password: text,
  code: { ...text, description: 'one-time or recovery code' },
  email: { ...text, description: 'the new address' },
  new_password: text,
  new_password_again: text,
  name: text,
  locale: { ...text, description: 'of the mails to the person' },
  passkey: { ...text, description: 'the answer of an authenticator, as JSON' },
  passkey_begun: { ...text, description: 'with passkey: as the form had it' },
  begun: { ...text, description: 'with passkey: as the form had it' },
  otpauth_url: { ...text, description: 'the secret that waits for its first code, to show it again' },
  ...dropFields,
  ui_locales: text,
} as const;

type Name = Exclude<keyof typeof formFields, 'csrf' | 'ui_locales'>;

/** What a form of the account page sent; what it has no field for is empty. */
export interface ActForm extends Readonly<Record<Name, string>> {
  readonly act: string;
  /** Random; a form that is sent twice is one operation. */
  readonly formId: string;
}

export function readForm(input: { readonly [Key in Name | 'act']?: string }, formId: string): ActForm {
  const { csrf: _csrf, ui_locales: _locales, ...names } = formFields;
  const given = Object.keys(names).map((name) => [name, input[name as Name] ?? ''] as const);
  return {
    ...(Object.fromEntries(given) as Record<Name, string>),
    act: input.act ?? '',
    code: input.code?.trim() ?? '',
    formId,
  };
}
