import { longestPasskeyName } from '@latchkey/contracts';
import { html, isolateText, renderCheck, type Html } from '@latchkey/pages';
import { renderMoment } from '../account/render-list.ts';
import type { DoorView } from '../doors/door-view.ts';
import type { PageContext } from '../page-context.ts';

type ResetView = DoorView & { readonly state: 'sign_up' | 'reset' };

/** The passkeys that end with a new password by a link, and the box that says so; nothing where there are none. */
export function renderEndPasskeys({ link, keepsPasskeys = false }: ResetView, context: PageContext): Html {
  const words = context.messages.passkeys;
  if (link.passkeys.length === 0) return html``;
  const items = link.passkeys.map(
    ({ name, created_at: added, last_used_at: lastUsed }) =>
      html`<li>
        <p><strong>${isolateText(name, longestPasskeyName)}</strong></p>
        <p class="hint">
          ${words.added}: ${renderMoment(added, context)} · ${words.lastUsed}:
          ${lastUsed === null ? words.neverUsed : renderMoment(lastUsed, context)}
        </p>
      </li> `,
  );
  return html`<fieldset class="passkeys">
    <legend>${words.endLead}</legend>
    <ul class="entries">
      ${items}
    </ul>
    <input type="hidden" name="passkeys" value="shown" />
    ${renderCheck({
      name: 'end_passkeys',
      label: words.end,
      value: 'yes',
      isChecked: !keepsPasskeys,
      hint: words.endHint,
    })}
  </fieldset>`;
}
