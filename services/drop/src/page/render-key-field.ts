import { html, renderField, type FieldError, type Html } from '@latchkey/pages';
import type { Messages } from './locales/en.ts';

/** The field for the key, which the script fills in and folds where the link has brought it. */
export function renderKeyField({ form }: Messages, error: FieldError | null): Html {
  const field = renderField(
    {
      name: 'key',
      label: form.key,
      hint: form.keyHint,
      attributes: html`type="text" required autocomplete="off" autocapitalize="none" autocorrect="off"
      spellcheck="false" translate="no" enterkeyhint="go"`,
    },
    error,
  );
  return html`<div data-key-came="${form.keyCame}">${field}</div>`;
}
