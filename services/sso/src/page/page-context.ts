import type { Api } from '../client/api.ts';
import type { Locale } from './locales/index.ts';
import type { Messages } from './messages.ts';

/** What every part of a page needs to render itself. */
export interface PageContext {
  readonly locale: Locale;
  readonly messages: Messages;
  /** The page's own address: `host` as the address bar shows it; the forms and links use the paths. */
  readonly address: { readonly host: string; readonly path: string; readonly logoutPath: string };
  /** What audiences are called, by address without a slash at its end. */
  readonly audienceNames: ReadonlyMap<string, string>;
  /** The registered ones among the audiences of the request. */
  readonly apis: readonly Api[];
  /** The audience of drop, which gives a right of its own. */
  readonly dropUrl: string;
  readonly nowMs: number;
}
