import type { SectionName } from '../../people/page/account/section-names.ts';
import type { ActForm } from './act-form.ts';
import type { Act, Done, SectionResult } from './act.ts';
import type { Person } from './for-person.ts';

/** Password and code, as user-api reads them. */
interface ShownFactors {
  readonly 'auth.pass': string;
  readonly 'auth.code': string;
}

/** An act that asks for the password again. */
export async function withPassword<Result>(
  { password }: ActForm,
  act: () => Promise<Result>,
): Promise<Result | Done> {
  return password === '' ? { problem: { kind: 'password_missing' } } : act();
}

/** An act that asks for the password and a one-time or recovery code. */
export function withCode<Name extends SectionName>(
  act: (person: Person, shown: ShownFactors) => Promise<SectionResult<Name>>,
): Act<Name> {
  return (person, form) =>
    withPassword(form, async () => {
      const { password, code } = form;
      if (code === '') return { problem: { kind: 'credentials_invalid' } };
      return act(person, { 'auth.pass': password, 'auth.code': code });
    });
}
