import { longestAsks } from '@latchkey/contracts';
import {
  cleanText,
  html,
  isolateText,
  renderField,
  renderForm,
  renderLanguages,
  unlinkText,
  warningIcon,
  type Frame,
  type Html,
  type PagePart,
} from '@latchkey/pages';
import { longestAskerName } from '../drop/drop.ts';
import type { Messages } from './locales/en.ts';
import { quotesByLocale } from './locales/index.ts';
import type { Ask, AskedView } from './page-view.ts';
import { renderKeyField } from './render-key-field.ts';

/** The form for a secret that somebody asks for. Source: contract part 3 "Asking for a secret". */
export function renderAsked(
  { csrf, problem, ask, text }: AskedView,
  messages: Messages,
  frame: Frame,
): PagePart {
  const { fill, problems } = messages;
  const { support } = frame.skin;
  const field = problem === 'text_missing' ? 'payload' : 'key';
  const error = problem === null ? null : { message: problems[problem], fields: [field] };
  const secret = {
    name: 'payload',
    label: fill.text,
    hint: fill.textHint,
    attributes: html`required rows="6" autocomplete="off" autocapitalize="none" autocorrect="off"
    spellcheck="false" translate="no" dir="auto"`,
    text,
  };
  const content = html`<div class="warning">
      ${warningIcon}
      <p><strong>${fill.never}</strong> ${fill.neverMore}</p>
    </div>
    <h1>${fill.heading}</h1>
    ${ask && renderFacts(ask, messages, frame)}
    ${renderForm(
      frame,
      csrf,
      html`${renderField(secret, error)} ${renderKeyField(messages, error)}
        <button class="primary">${fill.submit}</button>`,
    )}
    <p class="notice" role="status" tabindex="-1" hidden>${fill.sent}</p>
    ${
      support !== undefined &&
      html`<p class="hint under">${fill.report} <a href="${support}">${fill.reportLink}</a>.</p>`
    }`;
  const title = error === null ? fill.heading : `${frame.words.errorPrefix}: ${fill.heading}`;
  return { title, content, footer: renderLanguages(frame) };
}

/** Names of orgs and apps and what is asked for were chosen by others: in quotes, and no link. */
function renderFacts({ asker, asks, until }: Ask, { fill }: Messages, { words, locale }: Frame): Html {
  const [open, close] = quotesByLocale[locale];
  const quote = (text: string, length: number) =>
    html`${open}<bdi translate="no">${unlinkText(cleanText(text, length))}</bdi>${close}`;
  const time = new Intl.DateTimeFormat(words.tag, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const name = quote(asker.name, longestAskerName);
  const [before = '', after = ''] = asker.kind === 'user' ? [] : fill[asker.kind].split('{name}');
  return html`<dl class="facts">
    <dt>${fill.who}</dt>
    <dd>
      ${
        asker.kind === 'user'
          ? html`<strong>${isolateText(asker.name, Number.MAX_SAFE_INTEGER)}</strong>`
          : html`${before}${name}${after}`
      }
    </dd>
    ${
      asks !== null &&
      html`<dt>${fill.what}</dt>
        <dd>${quote(asks, longestAsks)}</dd>`
    }
    <dt>${fill.until}</dt>
    <dd>${time.format(until)} UTC</dd>
  </dl>`;
}
