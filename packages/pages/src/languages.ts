import type { Frame } from './document.ts';
import { html, type Html } from './html.ts';
import { globeIcon } from './icons.ts';
import { locales } from './locale.ts';
import { wordsByLocale } from './words.ts';

/** Renders a link to a page of ours, which keeps the language. `look` is a class, such as restart for a button's look. */
export function renderLink({ locale }: Frame, path: string, label: string, look?: string): Html {
  const address = `${path}?ui_locales=${locale}`;
  return look === undefined
    ? html`<a href="${address}">${label}</a>`
    : html`<a class="${look}" href="${address}">${label}</a>`;
}

/** Renders the foot of a page: `before`, and folded links to this page in every other language, which keep `query`. */
export function renderLanguages(
  { locale, words, address }: Frame,
  { query = {}, before }: { readonly query?: Readonly<Record<string, string>>; readonly before?: Html } = {},
): Html {
  const links = locales.map((other) => {
    const { tag, languageName } = wordsByLocale[other];
    if (other === locale) return html`<li><span aria-current="true">${languageName}</span></li> `;
    const search = new URLSearchParams(address.search);
    for (const [name, value] of Object.entries({ ui_locales: other, ...query })) search.set(name, value);
    return html`<li>
      <a href="${address.path}?${search.toString()}" lang="${tag}" hreflang="${tag}">${languageName}</a>
    </li> `;
  });
  return html`${before}
    <nav aria-label="${words.languageChoice}">
      <details class="languages" translate="no">
        <summary>
          ${globeIcon}<span class="spoken">${words.languageChoice}: </span>${words.languageName}
        </summary>
        <ul>
          ${links}
        </ul>
      </details>
    </nav>`;
}
