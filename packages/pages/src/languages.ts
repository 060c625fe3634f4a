import type { Frame } from './document.ts';
import { html, type Html } from './html.ts';
import { locales } from './locales.ts';
import { wordsByLocale } from './words.ts';

/** Renders links to this page in every other language; the links keep `query`. */
export function renderLanguages(
  { locale, words, address }: Frame,
  query: Readonly<Record<string, string>> = {},
): Html {
  const links = locales.map((other) => {
    const { tag, languageName } = wordsByLocale[other];
    if (other === locale) return html`<li><span aria-current="true">${languageName}</span></li> `;
    const search = new URLSearchParams({ ui_locales: other, ...query });
    return html`<li>
      <a href="${address.path}?${search.toString()}" lang="${tag}" hreflang="${tag}">${languageName}</a>
    </li> `;
  });
  return html`<footer>
    <nav aria-label="${words.languageChoice}">
      <ul class="languages" translate="no">
        ${links}
      </ul>
    </nav>
  </footer>`;
}
