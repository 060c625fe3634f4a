import {
  approveIcon,
  cleanText,
  denyIcon,
  html,
  isolateText,
  renderField,
  renderForm,
  renderLink,
  type FieldError,
  type Html,
  type PagePart,
} from '@latchkey/pages';
import { renderButton, renderCodeField } from '../account/sign-in-fields.ts';
import {
  isPasswordProblem,
  passwordFields,
  renderNewPasswords,
  sayPasswordProblem,
} from '../new-password.ts';
import type { PageContext } from '../page-context.ts';
import { renderEndPasskeys } from '../passkeys/render-end.ts';
import { renderAccount, renderQuoted } from '../render-names.ts';
import type { AboutLink, DoorProblem, DoorView } from './door-view.ts';

const maxEmailLength = 254;
const maxNameLength = 200;
/** Of what others wrote. */
const maxQuoteLength = 64;

const fieldsAtFault: Record<DoorProblem, readonly string[]> = {
  email_missing: ['email'],
  email_invalid: ['email'],
  name_refused: ['name'],
  password_missing: ['new_password'],
  ...passwordFields,
  one_time_code_required: ['code'],
  link_code_invalid: ['code'],
};

function readError(problem: DoorProblem | null, context: PageContext, least = 0): FieldError | null {
  if (problem === null) return null;
  const fields = fieldsAtFault[problem];
  if (isPasswordProblem(problem)) return { message: sayPasswordProblem(problem, least, context), fields };
  const { messages } = context;
  const { errors } = messages.doors;
  const words: Record<string, string> = { ...messages.errors, ...errors };
  return { message: words[problem] ?? '', fields };
}

/** A page with a heading, what precedes its form, and the form. */
function renderPart(
  { heading, error = null }: { readonly heading: string; readonly error?: FieldError | null },
  content: Html,
  { words }: PageContext,
): PagePart {
  const title = error === null ? heading : `${words.errorPrefix}: ${heading}`;
  return {
    title,
    content: html`<h1>${heading}</h1>
      ${content}`,
  };
}

export function renderAsk(view: DoorView & { readonly state: 'ask' }, context: PageContext): PagePart {
  const { doors, enter } = context.messages;
  const { heading, lead } = view.door === 'reset' ? doors.ask.reset : doors.ask.signup;
  const error = readError(view.error, context);
  const field = renderField(
    {
      name: 'email',
      label: enter.email,
      attributes: html`type="text" inputmode="email" value="${cleanText(view.email, maxEmailLength)}" required
      autocomplete="username" autocapitalize="none" autocorrect="off" spellcheck="false" enterkeyhint="send"`,
    },
    error,
  );
  const content = html`${view.isEnded && html`<p class="refused" role="status">${doors.ask.ended}</p>`}
    <p class="lead">${lead}</p>
    ${renderForm(context, view.csrf, html`${field} ${renderButton('ask', doors.ask.submit)}`)}
    <p class="paging">${renderLink(context, '/login', context.messages.account.login.submit)}</p>`;
  return renderPart({ heading, error }, content, context);
}

/** Renders the org, the role and who invites; nothing of an invitation without an org. */
function renderInvitation({ link: { invitation } }: AboutLink, { messages }: PageContext): Html {
  if (invitation === null) return html``;
  const { account, doors } = messages;
  const { org, role, invited_by: by } = invitation;
  const quote = (text: string) => renderQuoted(text, maxQuoteLength, messages);
  const address = by.email !== null && isolateText(by.email, maxQuoteLength);
  const inviter = cleanText(by.name, maxQuoteLength) !== '' && quote(by.name);
  return html`<dl class="facts">
    <dt>${doors.invitation.org}</dt>
    <dd>${quote(cleanText(org.name, maxQuoteLength) === '' ? org.slug : org.name)}</dd>
    <dt>${account.organisations.role}</dt>
    <dd>${account.organisations.roles[role]}</dd>
    <dt>${doors.invitation.by}</dt>
    <dd>${inviter && address ? html`${inviter} (${address})` : inviter || address}</dd>
  </dl>`;
}

/** The address that a link is for, as words and for password managers. */
function renderAddress({ link }: AboutLink, { messages }: PageContext): Html {
  return html`<p class="lead">${messages.doors.isFor(renderAccount(link.email))}</p>`;
}

function renderName(name: string, error: FieldError | null, { messages }: PageContext): Html {
  const words = messages.doors.signUp;
  const attributes = html`type="text" value="${cleanText(name, maxNameLength)}" required autocomplete="name"
  maxlength="${maxNameLength}" enterkeyhint="next"`;
  return renderField({ name: 'name', label: words.name, hint: words.nameHint, attributes }, error);
}

export function renderNewPassword(
  view: DoorView & { readonly state: 'sign_up' | 'reset' },
  context: PageContext,
): PagePart {
  const { doors, enter } = context.messages;
  const { state, link } = view;
  const isNew = state === 'sign_up';
  const least = link.password_min_length;
  const error = readError(view.error, context, least);
  const fields = html`${isNew && renderName(view.name, error, context)}
    <input type="text" name="email" value="${link.email}" autocomplete="username" readonly hidden />
    ${renderNewPasswords(least, error, context.messages, isNew ? [enter.password, doors.signUp.passwordAgain] : undefined)}
    ${!isNew && link.needs_code && renderCodeField({ ...context, error })}
    ${!isNew && renderEndPasskeys(view, context)}
    ${renderButton(state, isNew ? doors.signUp.submit : doors.reset.submit)}`;
  const invited = link.invitation === null ? doors.signUp.heading : doors.invitation.heading;
  const content = html`${renderAddress(view, context)} ${renderInvitation(view, context)}
  ${!isNew && html`<p class="lead">${doors.reset.ends}</p>`} ${renderForm(context, view.csrf, fields)}`;
  return renderPart({ heading: isNew ? invited : doors.ask.reset.heading, error }, content, context);
}

type ForPerson = DoorView & {
  readonly state: 'sign_in' | 'answer' | 'confirm' | 'restore' | 'other_account';
};

/** What a link is about. */
function headingOf({ door, link }: ForPerson, { messages: { doors } }: PageContext): string {
  if (door === 'confirm' || door === 'restore') return doors[door].heading;
  return link.invitation === null ? doors.signIn.heading : doors.invitation.heading;
}

/** Renders what a person answers who is signed in, or who has to sign in or out first. */
export function renderForPerson(view: ForPerson, context: PageContext): PagePart {
  const { account, doors, enter, session } = context.messages;
  const about = html`${renderAddress(view, context)} ${renderInvitation(view, context)}`;
  const form = (content: Html, attributes?: Html) => renderForm(context, view.csrf, content, attributes);
  const heading = headingOf(view, context);
  switch (view.state) {
    case 'sign_in': {
      const button = form(renderButton('sign_in', account.login.submit));
      return renderPart(
        { heading },
        html`${about}
          <p class="lead">${doors.signIn.text}</p>
          ${button}`,
        context,
      );
    }
    case 'confirm':
      return renderPart(
        { heading },
        html`${about} ${form(renderButton('confirm', doors.confirm.submit))}`,
        context,
      );
    case 'restore':
      return renderPart(
        { heading },
        html`${about}
          <p class="lead">${doors.restore.lead}</p>
          ${form(renderButton('restore', doors.restore.submit))}`,
        context,
      );
    case 'answer': {
      const { accept, decline } = context.messages.account.organisations;
      const choices = html`<div class="choices">
        <button name="act" value="decline">${denyIcon}${decline}</button>
        <button name="act" value="accept">${approveIcon}${accept}</button>
      </div>`;
      return renderPart({ heading }, html`${about} ${form(choices)}`, context);
    }
    case 'other_account': {
      const content = html`<input type="hidden" name="next" value="${view.door}" />
        <button class="primary">${session.signOut}</button>`;
      const text = html`<p class="lead">${enter.signedInAs(renderAccount(view.account))}</p>
        <p class="lead">${doors.otherAccount.text}</p>`;
      const leave = form(content, html`action="/logout"`);
      return renderPart(doors.otherAccount, html`${renderAddress(view, context)} ${text} ${leave}`, context);
    }
  }
}
