import type { Locale } from './locales/index.ts';
import type { Messages } from './messages.ts';

/** What every part of the page is rendered with. */
export interface PageContext {
  locale: Locale;
  messages: Messages;
  /** The page's own address: what the address bar shows, and where forms and links go. */
  address: { host: string; path: string; logoutPath: string };
  nowMs: number;
}
