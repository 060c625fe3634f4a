import {
  html,
  renderForm,
  renderLanguages,
  renderLink,
  showsError,
  type Html,
  type PagePart,
} from '@latchkey/pages';
import type { Look } from '../look.ts';
import type { PageContext } from '../page-context.ts';
import { renderAccount } from '../render-names.ts';
import type { AccountView, Section } from './account-view.ts';
import { pathOf } from './path-of.ts';
import { fieldErrorOf, renderResult } from './render-result.ts';
import { menuNames, parents, type MenuName, type SectionName } from './section-names.ts';
import type { FormContext } from './sign-in-fields.ts';

type RenderSection<Shown extends Section> = (section: Shown, context: FormContext) => Html;

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

/** The look of a page of the account, whose section `render` renders. */
export function accountLook<Shown extends Section>(render: RenderSection<Shown>): Look<AccountView<Shown>> {
  return {
    render: (view, context) => renderAccountPage(view, context, render),
    describe({ kind, csrf, account, section, asksPassword, notice, problem }) {
      const result = { notice, problem: problem?.kind ?? null };
      return { outcome: kind, csrf, account, section, asks_password: asksPassword, ...result };
    },
  };
}

/** Renders one page of the account, beside the menu of all. Source: contract part 1 "Account page". */
function renderAccountPage<Shown extends Section>(
  view: AccountView<Shown>,
  context: PageContext,
  render: RenderSection<Shown>,
): PagePart {
  const { csrf, account, section, asksPassword } = view;
  const { messages, words } = context;
  const heading = messages.account.sections[section.name];
  const error = fieldErrorOf(view, context);
  const rendered = render(section, {
    ...context,
    csrf,
    account,
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
  return { title, content, wide: true, footer: renderFoot(view, context) };
}

/** Who is signed in, the way out, and the languages. */
function renderFoot({ account, csrf }: AccountView, context: PageContext): Html {
  const leave = html`<p>${renderAccount(account)}</p>
    <button class="link">${context.messages.session.signOut}</button>`;
  const before = renderForm(context, csrf, leave, html`action="/logout" class="leave"`);
  return renderLanguages(context, { before });
}
