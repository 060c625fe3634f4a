import { longestAsks, longestLabel } from '@latchkey/contracts';
import {
  html,
  isolateText,
  renderCheck,
  renderField,
  renderForm,
  renderLink,
  type Html,
} from '@latchkey/pages';
import { pathOf } from '../account/path-of.ts';
import { renderMoment, renderPaging } from '../account/render-list.ts';
import { renderAct, renderButton, type FormContext } from '../account/sign-in-fields.ts';
import {
  dropForms,
  terms,
  usualTerm,
  type DropFields,
  type DropForm,
  type DropItem,
  type DropsSection,
} from './drops-view.ts';
import { renderShown, renderUntil } from './render-shown.ts';

const untyped: DropFields = { ttl: usualTerm, notify: 'yes' };

const asTyped = html`autocomplete="off" autocapitalize="none" autocorrect="off" spellcheck="false"`;

/** A field of one of the forms, which are on one page: its id has the name of its form. */
interface FormParts {
  readonly form: DropForm;
  readonly fields: DropFields;
  readonly context: FormContext;
}

function renderTerm({ form, fields, context }: FormParts): Html {
  const words = context.messages.drops;
  const options = terms.map(
    (seconds) =>
      html`<option value="${seconds}" ${seconds === fields.ttl && html`selected`}>
        ${words.terms[seconds]}
      </option> `,
  );
  return html`<div class="field">
    <label for="${form}-ttl">${words.term}</label>
    <select id="${form}-ttl" name="ttl">
      ${options}
    </select>
  </div>`;
}

/** What both forms that make a link end with. */
function renderEnd(parts: FormParts, notify: string): Html {
  const { form, fields, context } = parts;
  const words = context.messages.drops;
  const attributes = html`type="text" value="${fields.label}" maxlength="${longestLabel}" autocomplete="off"`;
  const label = { name: 'label', id: `${form}-label`, label: words.label, hint: words.labelHint, attributes };
  const check = { name: 'notify', id: `${form}-notify`, label: notify, value: 'yes' };
  return html`${renderTerm(parts)} ${renderField(label, null)}
  ${renderCheck({ ...check, isChecked: fields.notify === 'yes' })} ${renderButton(form, words.submit)}`;
}

function renderMake(parts: FormParts): Html {
  const { fields, context } = parts;
  const { make } = context.messages.drops;
  const text = {
    name: 'text',
    label: make.text,
    hint: make.textHint,
    attributes: html`required ${asTyped}`,
    text: fields.text ?? '',
  };
  const passphrase = {
    name: 'passphrase',
    label: make.passphrase,
    hint: make.passphraseHint,
    attributes: html`type="text" value="${fields.passphrase}" maxlength="256" ${asTyped}`,
  };
  return html`${renderField(text, context.error)} ${renderField(passphrase, context.error)}
  ${renderEnd(parts, make.notify)}`;
}

function renderAsk(parts: FormParts): Html {
  const { fields, context } = parts;
  const { ask } = context.messages.drops;
  const attributes = html`type="text" value="${fields.asks}" maxlength="${longestAsks}" required
  autocomplete="off"`;
  const asks = { name: 'asks', label: ask.asks, hint: ask.asksHint, attributes };
  return html`${renderField(asks, context.error)} ${renderEnd(parts, ask.notify)}`;
}

function renderTake({ form, fields, context }: FormParts): Html {
  const { take } = context.messages.drops;
  const attributes = html`type="text" value="${fields.link}" required ${asTyped} translate="no"`;
  const link = { name: 'link', label: take.link, hint: take.linkHint, attributes };
  return html`${renderField(link, context.error)} ${renderButton(form, take.submit)}`;
}

const renderers = { make_drop: renderMake, ask_drop: renderAsk, take_drop: renderTake } as const;

/** A form, folded until it is wanted. The answer to the one that opens a drop may be a file. */
function renderFold(form: DropForm, { typed, items }: DropsSection, context: FormContext): Html {
  const words = context.messages.drops;
  const { heading } = { make_drop: words.make, ask_drop: words.ask, take_drop: words.take }[form];
  const isTyped = typed?.form === form;
  const fields = isTyped ? typed.fields : untyped;
  const parts = { form, fields, context: isTyped ? context : { ...context, error: null } };
  const isOpen = typed === null ? form === 'make_drop' && items.length === 0 : isTyped;
  const action = html`action="${context.address.path}" ${form === 'take_drop' && html`class="stays"`}`;
  return html`<details class="item fold" ${isOpen && html`open`}>
    <summary>${heading}</summary>
    ${renderForm(context, context.csrf, renderers[form](parts), action)}
  </details>`;
}

const live = new Set<DropItem['state']>(['reserved', 'asked', 'filled', 'active']);

/** What became of it; of a live one until when. */
function renderState({ state, taker, ...at }: DropItem, context: FormContext): Html {
  const { list, states } = context.messages.drops;
  if (taker !== null && at.consumed_at !== null)
    return html`<dl class="facts">
      <dt>${list.taken}</dt>
      <dd>${renderMoment(at.consumed_at, context)}, ${list.takers[taker]}</dd>
    </dl>`;
  return html`<p class="hint">${states[state]}</p>
    ${live.has(state) && renderUntil(at.expires_at, context)}`;
}

function renderItem(item: DropItem, context: FormContext): Html {
  const { list } = context.messages.drops;
  const { id, state, label } = item;
  const name = label === '' ? list.unnamed : isolateText(label, longestAsks);
  const act = live.has(state)
    ? ({ act: 'revoke_drop', word: list.revoke } as const)
    : ({ act: 'delete_drop', word: list.remove } as const);
  return html`<li class="item">
    <h3>${name}</h3>
    ${renderState(item, context)}
    <div class="acts">
      ${renderAct(context, { act: act.act, label: html`${act.word}<span class="spoken"> ${name}</span>`, fields: { id } })}
    </div>
  </li> `;
}

function renderList(section: DropsSection, context: FormContext): Html | false {
  const { list } = context.messages.drops;
  const { items, isLater, isReachable } = section;
  if (!isReachable) return false;
  if (items.length === 0 && !isLater)
    return html`<h2>${list.heading}</h2>
      <p class="hint">${list.none}</p>`;
  return html`<h2>${list.heading}</h2>
    <ul class="items">
      ${items.map((item) => renderItem(item, context))}
    </ul>
    ${renderPaging(section, context)}`;
}

/** Renders the forms that make, ask for and open a secret, and what became of those before. Source: contract part 1 "One-time links". */
export function renderDrops(section: DropsSection, context: FormContext): Html {
  if (section.shown !== null)
    return html`${renderShown(section.shown, context)}
      <p class="paging">${renderLink(context, pathOf('drops'), context.messages.drops.made.back)}</p>`;
  return html`<p class="lead">${context.messages.drops.lead}</p>
    <div class="items">${dropForms.map((form) => renderFold(form, section, context))}</div>
    ${renderList(section, context)}`;
}
