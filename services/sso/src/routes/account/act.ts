import type { DownloadAnswer, Refusal } from '@latchkey/contracts/service-client';
import type { Pieces } from '@latchkey/http-server';
import type { Delivery } from '@latchkey/pages';
import type { AccountProblem, Notice, PasskeyBeginning, Section } from '../../page/account/account-view.ts';
import type { DropsSection } from '../../page/drops/drops-view.ts';
import { unexpected } from '../../sibling/unexpected.ts';
import { passwordProblemOf } from '../../sign-in/new-password.ts';
import type { ActForm } from './act-form.ts';
import type { Ask } from './sections.ts';

/** What an act did, or why it did nothing; with what the section shows this once. Three acts show no section. */
export type ActResult =
  SectionResult | { readonly pieces: Pieces } | Extract<Delivery, { readonly file: Buffer }> | 'deleted';

export type SectionResult = ({ readonly notice: Notice | null } | { readonly problem: AccountProblem }) &
  Partial<Pick<Section & { name: 'one_time_codes' }, 'begun' | 'recovery_codes'>> & {
    readonly passkey?: PasskeyBeginning;
    readonly drops?: Partial<Pick<DropsSection, 'shown' | 'typed'>>;
  };

/** What an act has beside user-api. */
export interface Hands {
  readonly openExport: (password: string) => Promise<DownloadAnswer>;
  readonly askDrop: Ask;
  /** The address of drop, which its links begin with. */
  readonly dropUrl: string;
  /** The id of the drop that this form makes. */
  readonly dropId: string;
}

export type Act = (ask: Ask, form: ActForm, hands: Hands) => Promise<ActResult>;

export const endedBefore: SectionResult = { notice: { kind: 'ended_before' } };

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
