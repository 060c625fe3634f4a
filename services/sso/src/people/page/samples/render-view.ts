import type { Html, Locale } from '@latchkey/pages';
import type { AccountView, DeletedView, Section, SectionOf } from '../account/account-view.ts';
import { accountLook } from '../account/render-account.ts';
import { renderActivity } from '../account/render-activity.ts';
import { renderOneTimeCodes, renderRecoveryCodes } from '../account/render-codes.ts';
import { deletedLook, renderDeletion } from '../account/render-deletion.ts';
import { renderEmail } from '../account/render-email.ts';
import { renderBrowsers, renderDevices } from '../account/render-grants.ts';
import { renderMyData } from '../account/render-my-data.ts';
import { renderOrganisations } from '../account/render-organisations.ts';
import { renderOverview } from '../account/render-overview.ts';
import { renderNewDevices, renderPassword, renderSignIn } from '../account/render-sign-in.ts';
import type { SectionName } from '../account/section-names.ts';
import type { FormContext } from '../account/sign-in-fields.ts';
import { approvalLooks, type ApprovalView } from '../approval-looks.ts';
import { appLooks, type AppPageView } from '../apps/app-looks.ts';
import { commonLooks } from '../common-looks.ts';
import { doorLooks } from '../doors/door-looks.ts';
import type { DoorView } from '../doors/door-view.ts';
import { renderDrops } from '../drops/render-drops.ts';
import { loginLooks, type LoginPageView } from '../login-looks.ts';
import { lookOf, type Looks } from '../look.ts';
import type { CommonView } from '../page-view.ts';
import { renderPasskeys } from '../passkeys/render-passkeys.ts';
import { renderPage, type PageOptions } from '../render.ts';

/** Everything that the pages can show. */
export type PageView =
  | ApprovalView
  | LoginPageView
  | AccountView
  | DeletedView
  | DoorView
  | AppPageView
  | CommonView;

const renderers: {
  readonly [Name in SectionName]: (section: SectionOf<Name>, context: FormContext) => Html;
} = {
  overview: renderOverview,
  devices: renderDevices,
  browsers: renderBrowsers,
  activity: renderActivity,
  sign_in: renderSignIn,
  drops: renderDrops,
  organisations: renderOrganisations,
  my_data: renderMyData,
  email: renderEmail,
  password: renderPassword,
  one_time_codes: renderOneTimeCodes,
  recovery_codes: renderRecoveryCodes,
  passkeys: renderPasskeys,
  new_devices: renderNewDevices,
  delete: renderDeletion,
};

function renderSection<Name extends SectionName>(section: SectionOf<Name>, context: FormContext): Html {
  const name: Name = section.name;
  return renderers[name](section, context);
}

const looks: Looks<PageView> = {
  ...commonLooks,
  ...approvalLooks,
  ...loginLooks,
  account: accountLook<Section>(renderSection),
  account_deleted: deletedLook,
  ...doorLooks,
  ...appLooks,
};

export const renderView = (view: PageView, locale: Locale, options: PageOptions) =>
  renderPage(view, lookOf(looks, view), locale, options);
