import { createFrame, renderDocument, type Locale, type Skin } from '@latchkey/pages';
import type { Api } from '../../oauth/client/api.ts';
import { messagesByLocale } from './locales/index.ts';
import type { AnyView, Look } from './look.ts';
import type { PageContext } from './page-context.ts';
import { passkeyScriptPath } from './passkeys/passkey-script.ts';

export interface PageOptions {
  /** Absolute address of the page, `{SSO_URL}/device_login`. */
  readonly pageUrl: string;
  readonly skin: Skin;
  readonly nowMs: number;
  readonly audienceNames: ReadonlyMap<string, string>;
  readonly apis: readonly Api[];
  readonly dropUrl: string;
  readonly maySignUp: boolean;
}

/**
 * Renders a page as one HTML document (contract part 1 "Approval page"). It works under
 * `default-src 'none'; style-src ${styleCspSource}; form-action 'self'` and needs no script. Forms post
 * csrf, ui_locales, user_code, email, password, code, sealed_credentials, new_password, new_password_again, ticket and
 * decision (continue, approve or deny).
 */
export function renderPage<View extends AnyView>(
  view: View,
  look: Look<View>,
  locale: Locale,
  options: PageOptions,
): string {
  const { pageUrl, skin, ...rest } = options;
  const context: PageContext = {
    ...createFrame(locale, pageUrl, skin),
    ...rest,
    messages: messagesByLocale[locale],
  };
  const script = view.passkey && { script: passkeyScriptPath };
  return renderDocument({ ...look.render(view, context), ...script }, context);
}
