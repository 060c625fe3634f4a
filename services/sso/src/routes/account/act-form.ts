const names = [
  'id',
  'client_id',
  'email',
  'password',
  'new_password',
  'new_password_again',
  'name',
  'locale',
  /** Of the new secret that the form of its first code shows. */
  'otpauth_url',
] as const;

type Name = (typeof names)[number] | 'code';

/** What a form of the account page sent. */
export type ActForm = Readonly<Record<Name, string>>;

/** What it has no field for is empty. */
export function readForm(input: { readonly [Key in Name]?: string }): ActForm {
  const given = names.map((name) => [name, input[name] ?? ''] as const);
  return { ...(Object.fromEntries(given) as ActForm), code: input.code?.trim() ?? '' };
}
