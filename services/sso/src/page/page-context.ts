import type { Locale } from './locales/index.ts';
import type { Messages } from './messages.ts';

/** What every part of a page needs to render itself. */
export interface PageContext {
  readonly locale: Locale;
  readonly messages: Messages;
  /** The page's own address: `host` as the address bar shows it; the forms and links use the paths. */
  readonly address: { readonly host: string; readonly path: string; readonly logoutPath: string };
  readonly nowMs: number;
}
