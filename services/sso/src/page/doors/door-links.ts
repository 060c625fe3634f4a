import { html, type Html } from '@latchkey/pages';
import type { PageContext } from '../page-context.ts';

/** Links beside a sign-in: for who has forgotten the password, and who has no account yet. */
export function renderDoorLinks({ locale, messages: { doors }, maySignUp }: PageContext): Html {
  const link = (page: string, label: string) => html`<a href="/${page}?ui_locales=${locale}">${label}</a> `;
  return html`<p class="paging">
    ${link('reset', doors.forgot)} ${maySignUp && link('signup', doors.create)}
  </p>`;
}

/** The same as buttons of a form, which keep what was typed: no link may name what a person goes back to. */
export function renderDoorButtons({ messages: { doors }, maySignUp }: PageContext): Html {
  const button = (page: string, label: string) =>
    html`<button class="link" name="decision" value="${page}" formnovalidate>${label}</button> `;
  return html`<div class="paging">
    ${button('reset', doors.forgot)} ${maySignUp && button('signup', doors.create)}
  </div>`;
}
