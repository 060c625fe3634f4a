import { html, styleElement, type Html } from './html.ts';
import { BRAND_MARK } from './icons.ts';
import type { PageContext } from './page-context.ts';
import { PAGE_STYLE } from './style.ts';

/** One view: its title, the content of `main`, and what may follow it. */
export interface PagePart {
  title: string;
  content: Html;
  /** Two halves that stand side by side where there is room. */
  wide?: boolean;
  footer?: Html;
}

function renderHeader({ messages, address }: PageContext): Html {
  return html`<header class="top">
    <p class="brand">${BRAND_MARK}<span translate="no">Latchkey</span></p>
    <p class="address">
      <span class="spoken">${messages.pageAddress}</span> <bdi translate="no">${address.host}</bdi>
    </p>
  </header>`;
}

/** The frame around every view: head with the page's only style, brand, own address, card. */
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
        ${styleElement(PAGE_STYLE)}
      </head>
      <body class="${part.wide === true ? 'wide' : 'narrow'}">
        ${renderHeader(context)}
        <main class="card">${part.content}</main>
        ${part.footer}
      </body>
    </html>`;
}

/** A form with what every step carries. It posts back to the page unless its attributes say where to. */
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
