import { html, type Html } from '@latchkey/pages';
import type { PageContext } from '../page-context.ts';

/**
 * For who has forgotten the password, and who has no account yet: buttons of the form that signs in, which keep what was
 * typed. No link may name a code or an address.
 */
export function renderDoorButtons({ messages: { doors }, maySignUp }: PageContext): Html {
  const button = (page: string, label: string) =>
    html`<button class="link" name="decision" value="${page}" formnovalidate>${label}</button> `;
  return html`<div class="paging">
    ${button('reset', doors.forgot)} ${maySignUp && button('signup', doors.create)}
  </div>`;
}
