import type { Locale } from '@latchkey/pages';
import { accountLooks, type AnyAccountView } from '../../src/page/account/account-looks.ts';
import { approvalLooks, type ApprovalView } from '../../src/page/approval-looks.ts';
import { appLooks, type AppPageView } from '../../src/page/apps/app-looks.ts';
import { doorLooks, type DoorPageView } from '../../src/page/doors/door-looks.ts';
import { loginLooks, type LoginPageView } from '../../src/page/login-looks.ts';
import type { Looks } from '../../src/page/look.ts';
import { renderPage, type PageOptions } from '../../src/page/render.ts';

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
