import { formatWait, html, type FieldError, type Html } from '@latchkey/pages';
import { isPasswordProblem, passwordFields, sayPasswordProblem } from '../new-password.ts';
import type { PageContext } from '../page-context.ts';
import { renderQuoted } from '../render-names.ts';
import type { AccountProblem, AccountView, Notice } from './account-view.ts';

const maxNameLength = 100;

function sayNotice(
  { kind, count = 0, org = '' }: Notice,
  { account, doors, passkeys, drops }: PageContext['messages'],
): Html | string {
  if (kind === 'joined') return doors.welcome.joined(renderQuoted(org, maxNameLength, { doors }));
  if (kind === 'signed_up' || kind === 'password_set') return doors.welcome[kind];
  const words = { ...account.notices, ...passkeys.notices, ...drops.notices }[kind];
  return typeof words === 'string' ? words : words(count);
}

type Section = AccountView['section'];

/** Whether a form of the section has the field of a one-time code. */
function asksCode(section: Section): boolean {
  if (section.name === 'passkeys') return section.asks === 'code';
  return section.name === 'one_time_codes' || ('mfa' in section && section.mfa);
}

function sayProblem(
  { kind, retryAfterSeconds = 0, org = '' }: AccountProblem,
  section: Section,
  context: PageContext,
): string {
  const { errors, account, passkeys, drops } = context.messages;
  const least = section.name === 'password' ? section.least : 0;
  switch (kind) {
    case 'credentials_invalid': {
      return asksCode(section) ? account.problems[kind] : errors.password_wrong;
    }
    case 'throttled':
      return account.problems.throttled(formatWait(context.words.tag, retryAfterSeconds));
    case 'owner_of':
      return account.problems.owner_of(org);
    case 'password_missing':
      return errors[kind];
    default:
      return isPasswordProblem(kind)
        ? sayPasswordProblem(kind, least, context)
        : { ...account.problems, ...passkeys.problems, ...drops.problems }[kind];
  }
}

/** The fields at fault, by name; the first is where the problem is said. */
const fieldsAtFault: Partial<Record<AccountProblem['kind'], readonly string[]>> = {
  password_missing: ['password'],
  credentials_invalid: ['password', 'code'],
  code_invalid: ['code'],
  ...passwordFields,
  name_refused: ['name'],
  email_invalid: ['email'],
  secret_missing: ['text'],
  secret_long: ['text'],
  link_wrong: ['link'],
};

type Shown = Pick<AccountView, 'problem' | 'section'>;

/** What a field of the page is to say; null for a problem of no field. */
export function fieldErrorOf({ problem, section }: Shown, context: PageContext): FieldError | null {
  const fields = problem === null ? undefined : fieldsAtFault[problem.kind];
  if (problem === null || fields === undefined) return null;
  return { message: sayProblem(problem, section, context), fields };
}

/** What an act has done, or why it did nothing. */
export function renderResult(
  { notice, problem, section }: Shown & Pick<AccountView, 'notice'>,
  context: PageContext,
): Html {
  if (problem !== null)
    return html`<div class="summary" role="alert" tabindex="-1" autofocus>
      <p>${sayProblem(problem, section, context)}</p>
    </div>`;
  return html`${
    notice !== null && html`<p class="notice" role="status">${sayNotice(notice, context.messages)}</p>`
  }`;
}
