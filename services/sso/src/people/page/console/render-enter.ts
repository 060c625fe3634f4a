import { html, renderForm, type Html } from '@latchkey/pages';
import type { Act, List } from '../../console/declare.ts';
import type { ConsoleContext } from './console-context.ts';
import type { ConsoleSection } from './console-view.ts';
import { renderFactor, renderInput, renderPasskeyFactor } from './render-act-form.ts';
import { renderNamed } from './render-rows.ts';
import { consoleWords, wordsOf } from './words.ts';

type EnterSection = ConsoleSection & { readonly at: 'enter' };

function findAct(list: List | undefined, name: string): Act | undefined {
  const acts = [list?.acts, list?.thing?.acts, list?.marked].flatMap((some) => some ?? []);
  return acts.find((act) => act.name === name);
}

/** The fields of the act as typed; with that of its own code, where it is not what the power begins with. */
function renderTyped(act: Act | undefined, { form, factor }: EnterSection, context: ConsoleContext): Html {
  if (form === null || act === undefined) return html``;
  const { typed } = form;
  const { error, view } = context;
  const fields = (act.fields ?? []).map((field) => renderInput(field, { form: 'enter', typed, error }));
  const hasOwnCode = act.isFresh === true && factor === null;
  return html`<p class="hint">${wordsOf(act.name).does}</p>
    ${fields} ${hasOwnCode && renderFactor(view.freshField, 'fresh', error)}`;
}

/** What is asked for, and the ways to go on: a button, or a passkey, whose script names the act by a field. */
function renderWays({ form, factor }: EnterSection, context: ConsoleContext): Html {
  const { power } = consoleWords;
  const { error, view } = context;
  const name = form?.act ?? 'enter';
  const label = form === null ? power.submit : wordsOf(form.act).name;
  const button = html`${renderFactor(factor, 'enter', error)}
    <button class="primary" name="act" value="${name}">${label}</button>`;
  const isStuck = factor === null && view.passkey === undefined;
  return html`${factor !== null && button} ${isStuck && html`<p class="hint">${power.passkeyOnly}</p>`}
    <input type="hidden" name="going_on" value="${name}" />
    ${renderPasskeyFactor(context)}`;
}

/** Nothing is shown without power: the form of the factor, which goes on with what was sent. */
export function renderEnter(section: EnterSection, list: List | undefined, context: ConsoleContext): Html {
  const { form, rows } = section;
  const act = form === null ? undefined : findAct(list, form.act);
  const content = html`${renderTyped(act, section, context)} ${rows.length > 0 && renderNamed(rows)}
  ${renderWays(section, context)}`;
  const { lead, again } = consoleWords.power;
  return html`<p class="lead">${form === null ? lead : again}</p>
    ${renderForm(context, context.view.csrf, content)}`;
}
