const names = [
  'id',
  'client_id',
  'email',
  'password',
  'new_password',
  'new_password_again',
  'name',
  'locale',
  /** What a passkey was begun with, and the answer of the authenticator. */
  'begun',
  'passkey',
  /** Of the new secret that the form of its first code shows. */
  'otpauth_url',
] as const;

type Name = (typeof names)[number] | 'code';

/** What a form of the account page sent. */
export interface ActForm extends Readonly<Record<Name, string>> {
  /** Of the form; undefined once it is over. */
  readonly challenge: string | undefined;
}

/** What it has no field for is empty. */
export function readForm(
  input: { readonly [Key in Name]?: string },
  { challenge }: Pick<ActForm, 'challenge'>,
): ActForm {
  const given = names.map((name) => [name, input[name] ?? ''] as const);
  return {
    ...(Object.fromEntries(given) as Record<Name, string>),
    challenge,
    code: input.code?.trim() ?? '',
  };
}
