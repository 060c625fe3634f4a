import { formatWait, html, type FieldError, type Html } from '@latchkey/pages';
import type { PageContext } from '../page-context.ts';
import type { AccountProblem, AccountView, Notice } from './account-view.ts';

function sayNotice({ kind, count = 0 }: Notice, { account: { notices } }: PageContext['messages']): string {
  const words = notices[kind];
  return typeof words === 'string' ? words : words(count);
}

function sayProblem({ kind, retryAfterSeconds = 0, org = '' }: AccountProblem, context: PageContext): string {
  const { errors, account } = context.messages;
  switch (kind) {
    case 'throttled':
      return account.problems.throttled(formatWait(context.words.tag, retryAfterSeconds));
    case 'owner_of':
      return account.problems.owner_of(org);
    case 'password_missing':
    case 'new_password_refused':
    case 'new_passwords_differ':
      return errors[kind];
    default:
      return account.problems[kind];
  }
}

/** The fields at fault, by name; the first is where the problem is said. */
const fieldsAtFault: Partial<Record<AccountProblem['kind'], readonly string[]>> = {
  password_missing: ['password'],
  credentials_invalid: ['password', 'code'],
  code_invalid: ['code'],
  new_password_refused: ['new_password', 'new_password_again'],
  new_passwords_differ: ['new_password_again'],
  name_refused: ['name'],
  email_invalid: ['email'],
};

/** What a field of the page is to say; null for a problem of no field. */
export function fieldErrorOf(problem: AccountProblem | null, context: PageContext): FieldError | null {
  const fields = problem === null ? undefined : fieldsAtFault[problem.kind];
  if (problem === null || fields === undefined) return null;
  return { message: sayProblem(problem, context), fields };
}

/** What an act has done, or why it did nothing. */
export function renderResult(
  { notice, problem }: Pick<AccountView, 'notice' | 'problem'>,
  context: PageContext,
): Html {
  if (problem !== null)
    return html`<div class="summary" role="alert" tabindex="-1" autofocus>
      <p>${sayProblem(problem, context)}</p>
    </div>`;
  return html`${
    notice !== null && html`<p class="notice" role="status">${sayNotice(notice, context.messages)}</p>`
  }`;
}
