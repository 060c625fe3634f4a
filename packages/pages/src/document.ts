import { html, styleElement, toMarkup, type Html } from './html.ts';
import type { Locale } from './locale.ts';
import type { Skin } from './skin.ts';
import { wordsByLocale, type Words } from './words.ts';

/** What every part of a page needs to render itself. */
export interface Frame {
  readonly locale: Locale;
  readonly words: Words;
  readonly skin: Skin;
  /**
   * The page's own address: `host` as the address bar shows it; its forms and links use `path`, and keep `search`, which is
   * empty or a query with its mark.
   */
  readonly address: { readonly host: string; readonly path: string; readonly search: string };
}

/** The frame of the page at `pageUrl`, an absolute address. */
export function createFrame(locale: Locale, pageUrl: string, skin: Skin): Frame {
  const { host, pathname, search } = new URL(pageUrl);
  return { locale, words: wordsByLocale[locale], skin, address: { host, path: pathname, search } };
}

/** One rendered view: its title, the content of `main`, and an optional footer. */
export interface PagePart {
  readonly title: string;
  readonly content: Html;
  /** Shows two halves side by side on a wide screen. */
  readonly wide?: boolean;
  /** What stands at the foot before where the installation leads people. */
  readonly footer?: Html;
  /** Path of a script, for a policy that allows it. */
  readonly script?: string;
}

function renderHeader({ words, skin, address }: Frame): Html {
  return html`<header class="top">
    <p class="brand">${skin.mark}<span translate="no">${skin.name}</span></p>
    <p class="address">
      <span class="spoken">${words.pageAddress}</span> <bdi translate="no">${address.host}</bdi>
    </p>
  </header>`;
}

function renderFooter(content: Html | undefined, { skin, words }: Frame): Html | false {
  const { support, terms, privacy } = skin;
  const links = [
    support !== undefined && html`<a href="${support}">${words.support}</a> `,
    terms !== undefined && html`<a href="${terms}">${words.terms}</a> `,
    privacy !== undefined && html`<a href="${privacy}">${words.privacy}</a> `,
  ].filter((link) => link !== false);
  if (content === undefined && links.length === 0) return false;
  return html`<footer>${content} ${links.length > 0 && html`<p class="house">${links}</p>`}</footer>`;
}

/** Renders the frame around a view: the head with the only style, the brand, the page's own address, the card. */
export function renderDocument(part: PagePart, frame: Frame): string {
  const { tag, dir } = frame.words;
  const page = html`<!doctype html>
    <html lang="${tag}" dir="${dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="format-detection" content="telephone=no, address=no, email=no" />
        <title>${part.title} – ${frame.skin.name}</title>
        ${styleElement(frame.skin.css)}
        ${part.script !== undefined && html`<script src="${part.script}" defer></script>`}
      </head>
      <body class="${part.wide === true ? 'wide' : 'narrow'}">
        ${renderHeader(frame)}
        <main class="card">${part.content}</main>
        ${renderFooter(part.footer, frame)}
      </body>
    </html>`;
  return toMarkup(page);
}

/** Renders a form with the fields that every form has. It posts to its own page unless `attributes` has an action. */
export function renderForm(
  frame: Frame,
  csrf: string,
  content: Html,
  attributes: Html = html`action="${frame.address.path}${frame.address.search}"`,
): Html {
  return html`<form method="post" ${attributes}>
    <input type="hidden" name="csrf" value="${csrf}" />
    <input type="hidden" name="ui_locales" value="${frame.locale}" />
    ${content}
  </form>`;
}
