import { html, type Html } from './html.ts';
import { locales, messagesByLocale } from './locales/index.ts';
import type { PageContext } from './page-context.ts';

/** Renders links to this page in every other language; the links keep the user code. */
export function renderLanguages(userCode: string, { locale, messages, address }: PageContext): Html {
  const links = locales.map((other) => {
    const { tag, languageName } = messagesByLocale[other];
    if (other === locale) return html`<li><span aria-current="true">${languageName}</span></li> `;
    const query = new URLSearchParams({ ui_locales: other, ...(userCode !== '' && { user_code: userCode }) });
    return html`<li>
      <a href="${address.path}?${query.toString()}" lang="${tag}" hreflang="${tag}">${languageName}</a>
    </li> `;
  });
  return html`<footer>
    <nav aria-label="${messages.languageChoice}">
      <ul class="languages" translate="no">
        ${links}
      </ul>
    </nav>
  </footer>`;
}
