import {
  approveIcon,
  formatWait,
  html,
  renderForm,
  renderLanguages,
  type Html,
  type PagePart,
} from '@latchkey/pages';
import type { PageContext } from '../page-context.ts';
import { renderAccount } from '../render-request.ts';
import { sectionNames, type SectionName } from './account-messages.ts';
import type { AccountProblem, AccountView, Notice } from './account-view.ts';
import { pathOf } from './path-of.ts';
import { renderActivity } from './render-activity.ts';
import { renderBrowsers, renderDevices } from './render-grants.ts';
import { renderMyData } from './render-my-data.ts';
import { renderOrganisations } from './render-organisations.ts';
import { renderOverview } from './render-overview.ts';
import { renderSignIn } from './render-sign-in.ts';

function renderMenu(current: SectionName, { locale, messages: { account } }: PageContext): Html {
  const links = sectionNames.map(
    (name) =>
      html`<li>
        <a href="${pathOf(name)}?ui_locales=${locale}" ${name === current && html`aria-current="page"`}
          >${account.sections[name]}</a
        >
      </li> `,
  );
  return html`<nav class="menu" aria-label="${account.menu}">
    <ul>
      ${links}
    </ul>
  </nav>`;
}

function sayNotice({ kind, count = 0 }: Notice, { account: { notices } }: PageContext['messages']): string {
  const words = notices[kind];
  return typeof words === 'string' ? words : words(count);
}

function sayProblem({ kind, retryAfterSeconds = 0, org = '' }: AccountProblem, context: PageContext): string {
  const { errors, account } = context.messages;
  switch (kind) {
    case 'throttled':
      return account.problems.throttled(formatWait(context.words.tag, retryAfterSeconds));
    case 'owner_of':
      return account.problems.owner_of(org);
    case 'password_missing':
    case 'new_password_refused':
    case 'new_passwords_differ':
      return errors[kind];
    default:
      return account.problems[kind];
  }
}

/** What an act has done, or why it did nothing. */
function renderResult({ notice, problem }: AccountView, context: PageContext): Html {
  if (problem !== null)
    return html`<div class="summary" role="alert" tabindex="-1" autofocus>
      <p>${sayProblem(problem, context)}</p>
    </div>`;
  return html`${
    notice !== null && html`<p class="notice" role="status">${sayNotice(notice, context.messages)}</p>`
  }`;
}

function renderSection(view: AccountView, context: PageContext): Html {
  const { section, csrf } = view;
  switch (section.name) {
    case 'overview':
      return renderOverview(section, csrf, context);
    case 'devices':
      return renderDevices(section, csrf, context);
    case 'browsers':
      return renderBrowsers(section, csrf, context);
    case 'activity':
      return renderActivity(section, context);
    case 'sign_in':
      return renderSignIn(section, csrf, view.account, context);
    case 'organisations':
      return renderOrganisations(section, csrf, context);
    case 'my_data':
      return renderMyData(section, csrf, context);
  }
}

/** Renders one section of the account page, beside the menu of all. Source: contract part 1 "Account page". */
export function renderAccountPage(view: AccountView, context: PageContext): PagePart {
  const { messages } = context;
  const heading = messages.account.sections[view.section.name];
  const content = html`<div class="beside">
    <div>
      ${renderMenu(view.section.name, context)}
      ${renderForm(
        context,
        view.csrf,
        html`<p class="hint">${renderAccount(view.account)}</p>
          <button class="link">${messages.session.signOut}</button>`,
        html`action="${context.logoutPath}" class="leave"`,
      )}
    </div>
    <div>
      <h1>${heading}</h1>
      ${renderResult(view, context)} ${renderSection(view, context)}
    </div>
  </div>`;
  const title = view.problem === null ? heading : `${context.words.errorPrefix}: ${heading}`;
  return { title, content, wide: true, footer: renderLanguages(context) };
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
