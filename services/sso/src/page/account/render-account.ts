import {
  approveIcon,
  html,
  renderForm,
  renderLanguages,
  renderLink,
  showsError,
  type Html,
  type PagePart,
} from '@latchkey/pages';
import { renderDrops } from '../drops/render-drops.ts';
import type { PageContext } from '../page-context.ts';
import { passkeyScriptPath } from '../passkeys/passkey-script.ts';
import { renderPasskeys } from '../passkeys/render-passkeys.ts';
import { renderAccount } from '../render-request.ts';
import type { AccountView } from './account-view.ts';
import { pathOf } from './path-of.ts';
import { renderActivity } from './render-activity.ts';
import { renderOneTimeCodes, renderRecoveryCodes } from './render-codes.ts';
import { renderEmail } from './render-email.ts';
import { renderBrowsers, renderDevices } from './render-grants.ts';
import { renderDeletion, renderMyData } from './render-my-data.ts';
import { renderOrganisations } from './render-organisations.ts';
import { renderOverview } from './render-overview.ts';
import { fieldErrorOf, renderResult } from './render-result.ts';
import { renderNewDevices, renderPassword, renderSignIn } from './render-sign-in.ts';
import { menuNames, parents, type MenuName, type SectionName } from './section-names.ts';
import type { FormContext } from './sign-in-fields.ts';

function renderMenu(current: MenuName, { locale, messages: { account } }: PageContext): Html {
  const links = menuNames.map(
    (name) =>
      html`<li>
        <a href="${pathOf(name)}?ui_locales=${locale}" ${name === current && html`aria-current="page"`}
          >${account.sections[name]}</a
        >
      </li> `,
  );
  return html`<nav aria-label="${account.menu}">
    <a class="skip" href="#content">${account.skip}</a>
    <details class="menu unfolds">
      <summary>${account.menu}</summary>
      <ul>
        ${links}
      </ul>
    </details>
  </nav>`;
}

type OfAct = AccountView['section'] & { readonly name: keyof typeof parents };

function renderActPage(section: OfAct, account: string, context: FormContext): Html {
  switch (section.name) {
    case 'email':
      return renderEmail(section, context);
    case 'password':
      return renderPassword(section, account, context);
    case 'one_time_codes':
      return renderOneTimeCodes(section, context);
    case 'recovery_codes':
      return renderRecoveryCodes(section, context);
    case 'passkeys':
      return renderPasskeys(section, account, context);
    case 'new_devices':
      return renderNewDevices(section, context);
    case 'delete':
      return renderDeletion(section, context);
  }
}

function renderSection({ section, account }: AccountView, context: FormContext): Html {
  switch (section.name) {
    case 'overview':
      return renderOverview(section, context);
    case 'devices':
      return renderDevices(section, context);
    case 'browsers':
      return renderBrowsers(section, context);
    case 'activity':
      return renderActivity(section, context);
    case 'sign_in':
      return renderSignIn(section, account, context);
    case 'drops':
      return renderDrops(section, context);
    case 'organisations':
      return renderOrganisations(section, context);
    case 'my_data':
      return renderMyData(section, context);
    default:
      return renderActPage(section, account, context);
  }
}

/** The menu's section of a page: itself, or the one that leads to it. */
function menuNameOf(name: SectionName): MenuName {
  return name in parents ? parents[name as keyof typeof parents] : (name as MenuName);
}

/** The way back from the page of a single act. */
function renderWayBack(name: SectionName, context: PageContext): Html | false {
  const parent = menuNameOf(name);
  if (parent === name) return false;
  const label = context.messages.account.sections[parent];
  return html`<p class="back">${renderLink(context, pathOf(parent), label)}</p>`;
}

/** Renders one page of the account, beside the menu of all. Source: contract part 1 "Account page". */
export function renderAccountPage(view: AccountView, context: PageContext): PagePart {
  const { csrf, section, asksPassword } = view;
  const { messages, words } = context;
  const heading = messages.account.sections[section.name];
  const error = fieldErrorOf(view, context);
  const rendered = renderSection(view, {
    ...context,
    csrf,
    error,
    asksPassword,
    passkey: view.passkey,
    email: view.problem?.email ?? '',
  });
  // A problem is said once: at its field, where the page shows that.
  const isSaid = error !== null && showsError(rendered);
  const content = html`<div class="beside">
    ${renderMenu(menuNameOf(section.name), context)}
    <div id="content" tabindex="-1">
      ${renderWayBack(section.name, context)}
      <h1>${heading}</h1>
      ${!isSaid && renderResult(view, context)} ${rendered}
    </div>
  </div>`;
  const title = view.problem === null ? heading : `${words.errorPrefix}: ${heading}`;
  const script = view.passkey && { script: passkeyScriptPath };
  return { title, content, wide: true, footer: renderFoot(view, context), ...script };
}

/** Who is signed in, the way out, and the languages. */
function renderFoot({ account, csrf }: AccountView, context: PageContext): Html {
  const leave = html`<p>${renderAccount(account)}</p>
    <button class="link">${context.messages.session.signOut}</button>`;
  const before = renderForm(context, csrf, leave, html`action="/logout" class="leave"`);
  return renderLanguages(context, { before });
}

/** Renders that the account is deleted, and what stays for a time. */
export function renderDeleted({ messages }: PageContext): PagePart {
  const { deleted, deletedHint, deleteLater } = messages.account.myData;
  const content = html`<div class="outcome approved">
    ${approveIcon}
    <h1>${deleted}</h1>
    <p>${deletedHint}</p>
    <p>${deleteLater}</p>
  </div>`;
  return { title: deleted, content };
}
