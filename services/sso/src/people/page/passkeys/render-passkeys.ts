import { longestPasskeyName, mostPasskeys, passkeyAlgorithms } from '@latchkey/contracts';
import { html, isolateText, renderField, renderForm, type Html } from '@latchkey/pages';
import type { PasskeyBeginning, PasskeyItem, SectionOf } from '../account/account-view.ts';
import { renderMoment } from '../account/render-list.ts';
import {
  renderAct,
  renderButton,
  renderCodeField,
  renderPasswordField,
  type FormContext,
} from '../account/sign-in-fields.ts';
import { renderCeremony } from './render-passkey.ts';

type PasskeysSection = SectionOf<'passkeys'>;

function renderItem(item: PasskeyItem, context: FormContext): Html {
  const words = context.messages.passkeys;
  const { id, created_at: added, last_used_at: lastUsed } = item;
  const name = isolateText(item.name, longestPasskeyName);
  const kept = item.synced ? words.synced : words.bound;
  return html`<li class="item">
    <h2>${name}</h2>
    <p class="hint">${item.usable ? kept : words.unusable}</p>
    <dl class="facts">
      <dt>${words.added}</dt>
      <dd>${renderMoment(added, context)}</dd>
      <dt>${words.lastUsed}</dt>
      <dd>${lastUsed === null ? words.neverUsed : renderMoment(lastUsed, context)}</dd>
    </dl>
    ${renderAct(context, { act: 'remove_passkey', label: html`${words.remove}<span class="spoken"> ${name}</span>`, fields: { id } })}
  </li> `;
}

/** What is asked for before the browser makes a passkey. Without the script of the page it is not seen. */
function renderBegin({ passkeys, asks }: PasskeysSection, context: FormContext): Html {
  const words = context.messages.passkeys;
  if (context.passkey === undefined) return html`<p class="lead">${words.off}</p>`;
  if (passkeys.length >= mostPasskeys) return html`<p class="lead">${words.full}</p>`;
  if (asks === 'passkey') return html`<p class="lead">${words.problems.passkey_needed}</p>`;
  if (asks === 'reset') return html`<p class="lead">${words.operatorReset}</p>`;
  const form = html`${asks !== 'nothing' && renderPasswordField(context)}
  ${asks === 'code' && renderCodeField(context)} ${renderButton('begin_passkey', words.begin)}`;
  return html`<div data-passkey="offer" hidden>
    <h2>${words.addHeading}</h2>
    ${renderForm(context, context.csrf, form)}
  </div>`;
}

/** What the browser is asked for: a key that it keeps, shows by itself, and unlocks for its person only. */
function describeCreation(begun: PasskeyBeginning, account: string, rpId: string): object {
  return {
    rp: { id: rpId, name: rpId },
    user: { id: begun.user_handle, name: account, displayName: account },
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: begun.credential_ids.map((id) => ({ type: 'public-key', id })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
}

function renderCreate(begun: PasskeyBeginning, context: FormContext): Html {
  const { account, passkey: offer } = context;
  const words = context.messages.passkeys;
  if (offer === undefined) return html`<p class="lead">${words.off}</p>`;
  const options = describeCreation(begun, account, offer.rpId);
  const ceremony = { act: 'create', offer, options } as const;
  const field = {
    name: 'name',
    label: words.name,
    hint: words.nameHint,
    attributes: html`type="text" maxlength="${longestPasskeyName}" required autocomplete="off"`,
  };
  return html`<p class="lead">${words.createLead}</p>
    ${renderForm(
      context,
      context.csrf,
      html`<input type="hidden" name="act" value="add_passkey" />
        <input type="hidden" name="begun" value="${begun.begun}" />
        ${renderField(field, context.error)}
        ${renderCeremony({ ...ceremony, label: words.create, problem: words.notCreated })}`,
    )}`;
}

/** Renders the passkeys of the account, and the way to one more. */
export function renderPasskeys(section: PasskeysSection, context: FormContext): Html {
  const { begun, passkeys } = section;
  const words = context.messages.passkeys;
  if (begun !== null) return renderCreate(begun, context);
  return html`<p class="lead">${words.lead}</p>
    ${
      passkeys.length === 0
        ? html`<p>${words.none}</p>`
        : html`<ul class="items">
            ${passkeys.map((item) => renderItem(item, context))}
          </ul>`
    }
    ${renderBegin(section, context)}`;
}
