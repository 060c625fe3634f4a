import type { Locale } from '@latchkey/pages';
import { accountLooks, type AnyAccountView } from '../account/account-looks.ts';
import { approvalLooks, type ApprovalView } from '../approval-looks.ts';
import { appLooks, type AppPageView } from '../apps/app-looks.ts';
import { doorLooks, type DoorPageView } from '../doors/door-looks.ts';
import { loginLooks, type LoginPageView } from '../login-looks.ts';
import type { Looks } from '../look.ts';
import { renderPage, type PageOptions } from '../render.ts';

/** Everything that the pages can show. */
export type PageView = ApprovalView | LoginPageView | AnyAccountView | DoorPageView | AppPageView;

const looks: Looks<PageView> = {
  ...approvalLooks,
  ...loginLooks,
  ...accountLooks,
  ...doorLooks,
  ...appLooks,
};

export const renderView = (view: PageView, locale: Locale, options: PageOptions) =>
  renderPage(view, looks, locale, options);
