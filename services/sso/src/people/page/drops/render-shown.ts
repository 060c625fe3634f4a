import { formatWait, html, isolateText, type Html } from '@latchkey/pages';
import { renderDate } from '../account/render-list.ts';
import type { PageContext } from '../page-context.ts';
import type { DropShown } from './drops-view.ts';

/** The longest name of a host (RFC 1035), with a port. */
const longestHost = 259;

function renderLinkOnce(link: string, context: PageContext): Html {
  const { made } = context.messages.drops;
  return html`<h2>${made.heading}</h2>
    <p class="refused">${made.once}</p>
    <p><code class="secret" translate="no">${link}</code></p>`;
}

/** Until which day, or for how long where that is less than a day. */
export function renderUntil(iso: string, context: PageContext): Html {
  const { messages, words, nowMs } = context;
  const seconds = (Date.parse(iso) - nowMs) / 1000;
  const wait = html`<time datetime="${iso}">${formatWait(words.tag, seconds)}</time>`;
  return html`<dl class="facts">
    <dt>${messages.drops.list.until}</dt>
    <dd>${seconds > 24 * 3600 ? renderDate(iso, context) : wait}</dd>
  </dl>`;
}

/**
 * Renders a link that has just been made, with what its receiver will see, or a text that has just been opened. No other
 * answer shows it.
 */
export function renderShown(shown: DropShown, context: PageContext): Html {
  const { made, opened } = context.messages.drops;
  // HTML leaves out a line feed after the tag, which would else be one of the text.
  if (shown.kind === 'opened')
    return html`<h2>${opened.heading}</h2>
      <p class="lead">${opened.text}</p>
      <pre class="payload" dir="auto" translate="no">${`\n${shown.text}`}</pre>`;
  const host = isolateText(new URL(shown.link).host, longestHost);
  const seen =
    shown.kind === 'asked'
      ? [made.fills(host)]
      : [made.page(host), ...(shown.hasPassphrase ? [made.passphrase] : []), made.opensOnce];
  return html`${renderLinkOnce(shown.link, context)} ${renderUntil(shown.until, context)}
    ${shown.kind === 'asked' && html`<p class="refused">${made.keep}</p>`}
    <h2>${made.receives}</h2>
    <ul class="scopes">
      ${seen.map((one) => html`<li>${one}</li> `)}
    </ul>`;
}
