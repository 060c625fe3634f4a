import type { Frame } from '@latchkey/pages';
import type { Api } from '../../oauth/client/api.ts';
import type { Messages } from './locales/en.ts';

/** What every part of a page needs to render itself. */
export interface PageContext extends Frame {
  readonly messages: Messages;
  /** What audiences are called, by address without a slash at its end. */
  readonly audienceNames: ReadonlyMap<string, string>;
  /** The registered ones among the audiences of the request. */
  readonly apis: readonly Api[];
  /** The audience of drop, which gives a right of its own. */
  readonly dropUrl: string;
  readonly nowMs: number;
  /** Whether anybody may make an account here. */
  readonly maySignUp: boolean;
}
