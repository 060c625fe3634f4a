import {
  approveIcon,
  createFrame,
  formatSize,
  formatWait,
  html,
  renderDocument,
  renderForm,
  renderLanguages,
  renderLink,
  warningIcon,
  type Frame,
  type Html,
  type Locale,
  type PagePart,
  type Skin,
} from '@latchkey/pages';
import type { Messages } from './locales/en.ts';
import { messagesByLocale } from './locales/index.ts';
import type { EndReason, PageView } from './page-view.ts';
import { renderAsked } from './render-asked.ts';
import { renderKeyField } from './render-key-field.ts';

type View<Kind extends PageView['kind']> = Extract<PageView, { kind: Kind }>;

export interface Scene {
  readonly skin: Skin;
  readonly pageUrl: string;
  /** Path of the script that fills the key in. */
  readonly scriptPath: string;
}

/** Renders a page as one HTML document, which holds no key. */
export function renderPage(view: PageView, locale: Locale, { skin, pageUrl, scriptPath }: Scene): string {
  const frame = createFrame(locale, pageUrl, skin);
  const messages = messagesByLocale[locale];
  if (view.kind === 'form') {
    return renderDocument({ ...renderAsking(view, messages, frame), script: scriptPath }, frame);
  }
  if (view.kind === 'asked') {
    return renderDocument({ ...renderAsked(view, messages, frame), script: scriptPath }, frame);
  }
  if (view.kind === 'filled') {
    const { filled } = messages;
    return renderDocument({ title: filled.heading, content: renderDone(filled) }, frame);
  }
  if (view.kind === 'ended') return renderDocument(renderEnded(view, messages, frame), frame);
  return renderDocument({ ...renderOpened(view, messages), script: scriptPath }, frame);
}

function renderAsking({ csrf, problem }: View<'form'>, messages: Messages, frame: Frame): PagePart {
  const { heading, lead, submit, sent } = messages.form;
  const { errorPrefix } = frame.words;
  const error = problem === null ? null : { message: messages.problems[problem], fields: ['key'] };
  const content = html`<h1>${heading}</h1>
    <p class="lead">${lead}</p>
    ${renderForm(
      frame,
      csrf,
      html`${renderKeyField(messages, error)} <button class="primary">${submit}</button>`,
    )}
    <p class="notice" role="status" tabindex="-1" hidden>${sent}</p>`;
  const title = error === null ? heading : `${errorPrefix}: ${heading}`;
  return { title, content, footer: renderLanguages(frame) };
}

/** How it ended, and the script's words for copying. */
function renderDone({ heading, text }: Messages['filled'], copying?: Html): Html {
  return html`<div class="outcome approved" ${copying}>
    ${approveIcon}
    <h1>${heading}</h1>
    <p>${text}</p>
  </div>`;
}

/** HTML leaves out a line feed after the tag, which would else be one of the text. */
function renderOpened({ text }: View<'opened'>, { opened }: Messages): PagePart {
  const copying = html`data-copy="${opened.copy}" data-copied="${opened.copied}"`;
  const content = html`${renderDone(opened, copying)}
    <pre class="payload" dir="auto" translate="no">${`\n${text}`}</pre>`;
  return { title: opened.heading, content };
}

const restarts = new Set<EndReason>(['csrf_failed', 'unavailable', 'outcome_unknown', 'fill_unknown']);

/** Only where a new form helps, there is a link to it. */
function renderEnded(
  { reason, retryAfterSeconds = 1, limitBytes }: View<'ended'>,
  messages: Messages,
  frame: Frame,
): PagePart {
  const { heading, text } = messages.ended[reason];
  const { address, words } = frame;
  const amount =
    limitBytes === undefined ? formatWait(words.tag, retryAfterSeconds) : formatSize(words.tag, limitBytes);
  const content = html`<div class="outcome failed">
    ${warningIcon}
    <h1>${heading}</h1>
    <p>${text(amount)}</p>
    ${restarts.has(reason) && html`<p>${renderLink(frame, address.path, words.restart, 'restart')}</p>`}
  </div>`;
  return { title: heading, content };
}
