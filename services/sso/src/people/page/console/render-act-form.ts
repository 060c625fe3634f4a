import { html, renderCheck, renderField, renderForm, type FieldError, type Html } from '@latchkey/pages';
import type { Act, Field } from '../../console/declare.ts';
import { renderCeremony } from '../passkeys/render-passkey.ts';
import type { ConsoleContext } from './console-context.ts';
import type { ActForm, FactorField, Typed } from './console-view.ts';
import { consoleWords, labelOf, wordsOf } from './words.ts';

/** A field of a form; `form` keeps the ids of two forms of one page apart. */
export function renderInput(
  { name, label: labelName = name, options, isFlag, isDay, isOptional }: Field,
  { form, typed, error }: { readonly form: string; readonly typed: Typed; readonly error: FieldError | null },
): Html {
  const { [name]: value = '' } = typed;
  const id = `${form}-${name}`;
  const label = labelOf(labelName);
  if (isFlag) return renderCheck({ name, id, label, value: 'true', isChecked: value === 'true' });
  if (options === undefined) {
    const isNeeded = isOptional !== true;
    const attributes = html`type="${isDay ? 'date' : 'text'}" value="${value}" autocomplete="off"
    ${isNeeded && html`required`}`;
    return renderField({ name, id, label, attributes }, error);
  }
  const choices = isOptional ? ['', ...options] : options;
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <select id="${id}" name="${name}">
      ${choices.map(
        (one) =>
          html`<option value="${one}" ${one === value && html`selected`}>
            ${one === '' ? consoleWords.all : sayOption(one)}
          </option> `,
      )}
    </select>
  </div>`;
}

function sayOption(option: string): string {
  if (option === 'true') return consoleWords.yes;
  return option === 'false' ? consoleWords.no : option.replaceAll('_', ' ');
}

/** The field of what an operator shows again. */
export function renderFactor(field: FactorField, form: string, error: FieldError | null): Html {
  if (field === null) return html``;
  const { power } = consoleWords;
  if (field === 'password') {
    const attributes = html`type="password" required autocomplete="current-password"`;
    return renderField(
      { name: 'password', id: `${form}-password`, label: power.password, attributes },
      error,
    );
  }
  const attributes = html`class="one-time-code" type="text" inputmode="numeric" autocomplete="one-time-code"
  spellcheck="false" required`;
  const label = power.code;
  return renderField({ name: 'code', id: `${form}-code`, label, hint: power.codeHint, attributes }, error);
}

/** A passkey in place of the factor; nothing of it is seen without script. */
export function renderPasskeyFactor({ view: { passkey } }: ConsoleContext): Html {
  if (passkey === undefined) return html``;
  const { passkey: label, passkeyProblem: problem } = consoleWords.power;
  const options = { rpId: passkey.rpId, userVerification: 'required' };
  return renderCeremony({ act: 'get', offer: passkey, options, label, problem });
}

/** An act of a page, folded: what it does, its fields, and its button. The one that did nothing is open, as typed. */
export function renderAct(act: Act, form: ActForm | null, context: ConsoleContext): Html {
  const { name, fields = [], isFresh, isEnding } = act;
  const words = wordsOf(name);
  const isHere = form?.act === name;
  const typed = isHere ? form.typed : {};
  const error = isHere ? context.error : null;
  const inputs = fields.map((field) => renderInput(field, { form: name, typed, error }));
  const fresh = isFresh ? renderFactor(context.view.freshField, name, error) : html``;
  const look = isEnding ? 'act danger' : 'act';
  const content = html`<p class="hint">${words.does}</p>
    ${inputs} ${fresh}
    <button class="${look}" name="act" value="${name}">${words.name}</button>`;
  return html`<details class="fold item" ${isHere && html`open`}>
    <summary>${words.name}</summary>
    ${renderForm(context, context.view.csrf, content)}
  </details>`;
}
