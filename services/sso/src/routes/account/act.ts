import type { Refusal } from '@latchkey/contracts/service-client';
import type { PageResult } from '@latchkey/http-server';
import type { AccountProblem, Notice, SectionOf } from '../../people/page/account/account-view.ts';
import type { SectionName } from '../../people/page/account/section-names.ts';
import type { AnyView } from '../../people/page/look.ts';
import { passwordProblemOf } from '../../people/sign-in/new-password.ts';
import { unexpected } from '../../sibling/unexpected.ts';
import type { Outcome } from '../pages/outcome.ts';
import type { ActForm } from './act-form.ts';
import type { Person } from './for-person.ts';

/** What an act did, or why it did nothing. */
export type Done = { readonly notice: Notice | null } | { readonly problem: AccountProblem };

/** The same, with what its section shows this once. */
export type SectionResult<Name extends SectionName> = Done & { readonly once?: Partial<SectionOf<Name>> };

/** An act of a section. It answers what is shown in place of the section, where that is something else. */
export type Act<Name extends SectionName, More extends AnyView = never> = (
  person: Person,
  form: ActForm,
) => Promise<SectionResult<Name> | { readonly instead: Outcome<More> | PageResult }>;

export const endedBefore: Done = { notice: { kind: 'ended_before' } };

/** What the code of a refusal means on the page. */
const problems: Readonly<Record<string, AccountProblem['kind']>> = {
  invalid_credentials: 'credentials_invalid',
  fresh_code_required: 'code_invalid',
  address_unverified: 'unverified',
  state_conflict: 'changed_meanwhile',
};

/** What any other refusal of a field means: a password or a code that no account can have is a wrong one. */
const problemsOfFields: Readonly<Record<string, AccountProblem['kind']>> = {
  name: 'name_refused',
  email: 'email_invalid',
  'auth.pass': 'credentials_invalid',
  'auth.code': 'credentials_invalid',
};

/** Why user-api did not do it. Throws for what no person can mend. */
export function problemOf(refusal: Refusal): { readonly problem: AccountProblem } {
  const { code, field, about = {}, retryAfterSeconds = 60 } = refusal;
  const { org, kind } = about;
  if (code === 'throttled') return { problem: { kind: 'throttled', retryAfterSeconds } };
  if (org !== undefined) return { problem: { kind: 'owner_of', org } };
  if (kind !== undefined) return { problem: { kind: 'last_root' } };
  if (field === 'new_password') return { problem: { kind: passwordProblemOf(refusal) } };
  if (code === 'missing_field' && field === 'auth.pass') return { problem: { kind: 'password_missing' } };
  const problem = problems[code] ?? (field === undefined ? undefined : problemsOfFields[field]);
  if (problem === undefined) throw unexpected(refusal, 'an act of the account page');
  return { problem: { kind: problem } };
}

/** What was typed. user-api says whether the password has to be. */
export function shownIn({ password, code }: Pick<ActForm, 'password' | 'code'>) {
  return { ...(password !== '' && { 'auth.pass': password }), ...(code !== '' && { 'auth.code': code }) };
}

/** Ends one thing by its id. What is unknown had ended before. */
export async function endOne(
  answer: Promise<Refusal | { ok: true; data: { revoked?: boolean; ended?: number } }>,
  notice: Notice,
): Promise<Done> {
  const given = await answer;
  if (!given.ok) return given.code === 'not_found' ? endedBefore : problemOf(given);
  const { revoked = true, ended = 1 } = given.data;
  return revoked && ended > 0 ? { notice } : endedBefore;
}
