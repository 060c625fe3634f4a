import { html, type Html } from '@latchkey/pages';
import { formatDate, formatDay } from '../format-time.ts';
import type { PageContext } from '../page-context.ts';

/** A moment as people say it: how long ago, or the day. */
export function renderMoment(iso: string, { words, nowMs }: PageContext): Html {
  return html`<time datetime="${iso}">${formatDay(words.tag, Date.parse(iso), nowMs)}</time>`;
}

/** A day to come. */
export function renderDate(iso: string, { words }: PageContext): Html {
  return html`<time datetime="${iso}">${formatDate(words.tag, Date.parse(iso))}</time>`;
}

/** Links to the older items, and back to the newest. `query` is kept. */
export function renderPaging(
  { next_cursor: next, isLater }: { readonly next_cursor: string | null; readonly isLater: boolean },
  { address, locale, messages: { account } }: PageContext,
  query: Readonly<Record<string, string>> = {},
): Html {
  const link = (more: Readonly<Record<string, string>>, label: string) => {
    const search = new URLSearchParams({ ui_locales: locale, ...query, ...more });
    return html`<a href="${address.path}?${search.toString()}">${label}</a> `;
  };
  return html`<p class="paging">
    ${isLater && link({}, account.newest)} ${next !== null && link({ cursor: next }, account.older)}
  </p>`;
}
