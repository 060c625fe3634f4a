import { html, styleElement, type Html } from './html.ts';
import { brandMark } from './icons.ts';
import type { PageContext } from './page-context.ts';
import { pageStyle } from './style.ts';

/** One rendered view: its title, the content of `main`, and an optional footer. */
export interface PagePart {
  readonly title: string;
  readonly content: Html;
  /** Shows two halves side by side on a wide screen. */
  readonly wide?: boolean;
  readonly footer?: Html;
}

function renderHeader({ messages, address }: PageContext): Html {
  return html`<header class="top">
    <p class="brand">${brandMark}<span translate="no">Latchkey</span></p>
    <p class="address">
      <span class="spoken">${messages.pageAddress}</span> <bdi translate="no">${address.host}</bdi>
    </p>
  </header>`;
}

/** Renders the frame around a view: the head with the only style, the brand, the page's own address, the card. */
export function renderDocument(part: PagePart, context: PageContext): Html {
  const { tag, dir } = context.messages;
  return html`<!doctype html>
    <html lang="${tag}" dir="${dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="format-detection" content="telephone=no, address=no, email=no" />
        <title>${part.title} – Latchkey</title>
        ${styleElement(pageStyle)}
      </head>
      <body class="${part.wide === true ? 'wide' : 'narrow'}">
        ${renderHeader(context)}
        <main class="card">${part.content}</main>
        ${part.footer}
      </body>
    </html>`;
}

/** Renders a form with the fields that every form has. It posts to its own page unless `attributes` has an action. */
export function renderForm(
  context: PageContext,
  csrf: string,
  content: Html,
  attributes: Html = html`action="${context.address.path}"`,
): Html {
  return html`<form method="post" ${attributes}>
    <input type="hidden" name="csrf" value="${csrf}" />
    <input type="hidden" name="ui_locales" value="${context.locale}" />
    ${content}
  </form>`;
}
