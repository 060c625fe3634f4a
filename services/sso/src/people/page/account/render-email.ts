import { cleanText, html, renderField, renderForm, type Html } from '@latchkey/pages';
import { formatTimeOfDay } from '../format-time.ts';
import { renderAccount } from '../render-names.ts';
import type { SectionOf } from './account-view.ts';
import { renderDate } from './render-list.ts';
import { renderButton, renderCodeField, renderPasswordField, type FormContext } from './sign-in-fields.ts';

type EmailSection = SectionOf<'email'>;

/** Renders the change of the address, and what is left of one that was asked for. */
export function renderEmail(section: EmailSection, context: FormContext): Html {
  const { email_change: change } = section;
  const isChanged = change?.state === 'changed';
  return html`${change !== null && renderChange(change, context)} ${!isChanged && renderAsk(section, context)}`;
}

function renderChange(
  { state, email, until }: NonNullable<EmailSection['email_change']>,
  context: FormContext,
): Html {
  const words = context.messages.account.email;
  const say = state === 'waiting' ? words.waiting : words.changed;
  return html`<p class="lead">${say(renderAccount(email))}</p>
    <dl class="facts">
      <dt>${words.until}</dt>
      <dd>${renderDate(until, context)}, ${formatTimeOfDay(context.words.tag, Date.parse(until))}</dd>
    </dl>`;
}

function renderAsk({ mfa, email_change: change }: EmailSection, context: FormContext): Html {
  const words = context.messages.account.email;
  const attributes = html`type="text" inputmode="email" value="${cleanText(context.email, 254)}" required
  autocomplete="email" autocapitalize="none" autocorrect="off" spellcheck="false" maxlength="254"`;
  return html`${change === null && html`<p class="lead">${words.lead}</p>`}
  ${renderForm(
    context,
    context.csrf,
    html`${renderField({ name: 'email', label: words.newEmail, attributes }, context.error)}
    ${renderPasswordField(context)} ${mfa && renderCodeField(context)}
    ${renderButton('change_email', words.submit)}`,
  )}`;
}
