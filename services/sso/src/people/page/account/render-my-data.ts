import {
  html,
  locales,
  renderField,
  renderForm,
  renderLink,
  wordsByLocale,
  type Html,
} from '@latchkey/pages';
import type { PageContext } from '../page-context.ts';
import type { SectionOf } from './account-view.ts';
import { pathOf } from './path-of.ts';
import { renderButton, renderUnlessRecent, type FormContext } from './sign-in-fields.ts';

type MyData = SectionOf<'my_data'>;

const maxNameLength = 200;

function renderLanguage(chosen: string | null, { messages }: PageContext): Html {
  const options = locales.map((locale) => {
    const { tag, languageName } = wordsByLocale[locale];
    return html`<option value="${locale}" lang="${tag}" ${locale === chosen && html`selected`}>
      ${languageName}
    </option> `;
  });
  return html`<div class="field">
    <label for="locale">${messages.account.myData.language}</label>
    <select id="locale" name="locale" translate="no">
      ${options}
    </select>
  </div>`;
}

function renderProfile({ user, locale }: MyData, context: FormContext): Html {
  const { overview, myData: words } = context.messages.account;
  const attributes = html`type="text" value="${user.name}" maxlength="${maxNameLength}" required
  autocomplete="off"`;
  return renderForm(
    context,
    context.csrf,
    html`${renderField({ name: 'name', label: overview.name, attributes }, context.error)}
    ${renderLanguage(locale ?? context.locale, context)} ${renderButton('change_profile', words.save, 'act')}`,
  );
}

/** Renders what a person may do with their account as a whole: name it, take its data along, and at last delete it. */
export function renderMyData(section: MyData, context: FormContext): Html {
  const { sections, myData: words } = context.messages.account;
  return html`${renderProfile(section, context)}
    <h2>${words.export}</h2>
    <p class="hint">${words.exportHint(context.skin.name)}</p>
    ${renderForm(
      context,
      context.csrf,
      html`${renderUnlessRecent(context)} ${renderButton('export_data', words.download, 'act')}`,
      html`action="${context.address.path}" class="stays"`,
    )}
    <p class="end">${renderLink(context, pathOf('delete'), sections.delete, 'act danger')}</p>`;
}
