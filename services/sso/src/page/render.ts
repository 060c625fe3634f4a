import { createFrame, renderDocument, type Locale, type PagePart } from '@latchkey/pages';
import type { Api } from '../client/api.ts';
import { renderAccountPage, renderDeleted } from './account/render-account.ts';
import { renderDoor } from './doors/render-door.ts';
import { messagesByLocale } from './locales/index.ts';
import type { PageContext } from './page-context.ts';
import type { PageView } from './page-view.ts';
import { renderChoosePassword } from './render-choose-password.ts';
import { renderConfirm } from './render-confirm.ts';
import { renderEnter } from './render-enter.ts';
import { renderLogin } from './render-login.ts';
import { renderDone, renderFailed } from './render-outcome.ts';
import { renderSession } from './render-session.ts';

export interface PageOptions {
  /** Absolute address of the page, `{SSO_URL}/device_login`. */
  readonly pageUrl: string;
  readonly nowMs: number;
  readonly audienceNames: ReadonlyMap<string, string>;
  readonly apis: readonly Api[];
  readonly dropUrl: string;
  readonly maySignUp: boolean;
}

function renderView(view: PageView, context: PageContext): PagePart {
  switch (view.kind) {
    case 'enter':
      return renderEnter(view, context);
    case 'choose_password':
      return renderChoosePassword(view, context);
    case 'confirm':
      return renderConfirm(view, context);
    case 'done':
      return renderDone(view, context);
    case 'failed':
      return renderFailed(view, context);
    case 'session':
      return renderSession(view, context);
    case 'login':
      return renderLogin(view, context);
    case 'account':
      return renderAccountPage(view, context);
    case 'account_deleted':
      return renderDeleted(context);
    case 'door':
      return renderDoor(view, context);
  }
}

/**
 * Renders a page as one HTML document (contract part 1 "Approval page"). It works under
 * `default-src 'none'; style-src ${styleCspSource}; form-action 'self'` and needs no script. Forms post
 * csrf, ui_locales, user_code, email, password, code, sealed_credentials, new_password, new_password_again, ticket and
 * decision (continue, approve or deny).
 */
export function renderPage(view: PageView, locale: Locale, options: PageOptions): string {
  const { pageUrl, ...rest } = options;
  const context: PageContext = {
    ...createFrame(locale, pageUrl),
    ...rest,
    messages: messagesByLocale[locale],
    asksPassword: view.kind !== 'account' || view.asksPassword,
  };
  return renderDocument(renderView(view, context), context);
}
