import { html, locales, renderField, renderForm, wordsByLocale, type Html } from '@latchkey/pages';
import type { PageContext } from '../page-context.ts';
import type { Section } from './account-view.ts';
import { renderButton, renderCodeField, renderPasswordField } from './sign-in-fields.ts';

type MyData = Section & { readonly name: 'my_data' };

const maxNameLength = 200;

function renderLanguage(chosen: string | null, { messages }: PageContext): Html {
  const { language, languageHint } = messages.account.myData;
  const options = locales.map((locale) => {
    const { tag, languageName } = wordsByLocale[locale];
    return html`<option value="${locale}" lang="${tag}" ${locale === chosen && html`selected`}>
      ${languageName}
    </option> `;
  });
  return html`<div class="field">
    <label for="locale">${language}</label>
    <p class="hint" id="locale-hint">${languageHint}</p>
    <select id="locale" name="locale" aria-describedby="locale-hint" translate="no">
      ${options}
    </select>
  </div>`;
}

function renderProfile({ user, locale }: MyData, csrf: string, context: PageContext): Html {
  const { overview, myData: words } = context.messages.account;
  const attributes = html`type="text" value="${user.name}" maxlength="${maxNameLength}" required
  autocomplete="off"`;
  return html`<h2>${words.profile}</h2>
    ${renderForm(
      context,
      csrf,
      html`${renderField({ name: 'name', label: overview.name, attributes }, null)}
      ${renderLanguage(locale ?? context.locale, context)} ${renderButton('change_profile', words.save)}`,
    )}`;
}

/** Renders what a person may do with their account as a whole: name it, take its data along, delete it. */
export function renderMyData(section: MyData, csrf: string, context: PageContext): Html {
  const words = context.messages.account.myData;
  return html`${renderProfile(section, csrf, context)}
    <h2>${words.export}</h2>
    <p class="hint">${words.exportHint}</p>
    ${renderForm(
      context,
      csrf,
      html`${renderPasswordField(context, 'export')} ${renderButton('export_data', words.download)}`,
    )}
    <h2>${words.delete}</h2>
    <p class="hint"><span>${words.deleteHint}</span> <span>${words.deleteLater}</span></p>
    ${renderForm(
      context,
      csrf,
      html`${renderPasswordField(context, 'delete')} ${section.mfa && renderCodeField(context, 'delete')}
      ${renderButton('delete_account', words.delete)}`,
    )}`;
}
