import {
  cleanText,
  formatWait,
  html,
  isolateText,
  renderForm,
  renderLanguages,
  type Html,
  type PagePart,
} from '@latchkey/pages';
import type { PageContext } from '../page-context.ts';
import { renderAccount } from '../render-request.ts';
import { sectionNames, type SectionName } from './account-messages.ts';
import type { AccountProblem, AccountView, Notice, Section } from './account-view.ts';
import { renderActivity } from './render-activity.ts';
import { renderBrowsers, renderDevices } from './render-grants.ts';
import { renderOrganisations } from './render-organisations.ts';
import { renderSignIn } from './render-sign-in.ts';

/** The path of a section. */
export function pathOf(name: SectionName): string {
  return name === 'overview' ? '/account' : `/account/${name}`;
}

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

function sayProblem({ kind, retryAfterSeconds = 0 }: AccountProblem, context: PageContext): string {
  const { errors, account } = context.messages;
  switch (kind) {
    case 'throttled':
      return account.problems.throttled(formatWait(context.words.tag, retryAfterSeconds));
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

/** From here on the overview warns of recovery codes that run out. */
const fewCodes = 3;

function renderOverview(section: Section & { readonly name: 'overview' }, context: PageContext): Html {
  const { locale, messages } = context;
  const { overview } = messages.account;
  const { user, mfa, recovery_codes_left: left, device_sign_in: devices } = section;
  const signIn = html`${pathOf('sign_in')}?ui_locales=${locale}`;
  return html`<dl class="facts">
      ${
        cleanText(user.name, 1) !== '' &&
        html`<dt>${overview.name}</dt>
          <dd>${isolateText(user.name, 100)}</dd>`
      }
      <dt>${overview.email}</dt>
      <dd>${isolateText(user.email, 254)}</dd>
      <dt>${overview.codes}</dt>
      <dd>${mfa ? overview.on : overview.off}</dd>
      ${
        mfa &&
        html`<dt>${overview.recoveryCodes}</dt>
          <dd>${overview.recoveryLeft(left)}</dd>`
      }
      <dt>${overview.newDevices}</dt>
      <dd>${devices === 'on' ? overview.allowed : overview.notAllowed}</dd>
    </dl>
    ${!mfa && html`<p class="hint">${overview.codesHint} <a href="${signIn}">${overview.setUp}</a></p>`}
    ${
      mfa &&
      left <= fewCodes &&
      html`<p class="refused">
        ${overview.recoveryFew(left)} <a href="${signIn}">${messages.account.signIn.makeRecovery}</a>
      </p>`
    }
    <p class="lead"><a href="/device_login?ui_locales=${locale}">${overview.connect}</a></p>`;
}

function renderSection(view: AccountView, context: PageContext): Html {
  const { section, csrf } = view;
  switch (section.name) {
    case 'overview':
      return renderOverview(section, context);
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
