import { html, type Html } from './html.ts';

export type FieldName = 'user_code' | 'email' | 'password' | 'code';

/** The error as the form shows it: its sentence stands at the first of its fields and describes them all. */
export interface FieldError {
  message: string;
  fields: readonly FieldName[];
}

interface Field {
  name: FieldName;
  label: string;
  hint?: Html | string;
  /** The attributes that make it this field; the rest follows from the name and the error. */
  attributes: Html;
}

const ERROR_ID = 'field-error';

/** One labelled input with its hint and, when it is at fault, the error. */
export function renderField(field: Field, error: FieldError | null): Html {
  const hintId = `${field.name}-hint`;
  const invalid = error?.fields.includes(field.name) ?? false;
  const describedBy = [field.hint !== undefined && hintId, invalid && ERROR_ID].filter((id) => id !== false);
  return html`<div class="field">
    <label for="${field.name}">${field.label}</label>
    ${field.hint !== undefined && html`<p class="hint" id="${hintId}">${field.hint}</p>`}
    ${error !== null && error.fields[0] === field.name && html`<p class="error" id="${ERROR_ID}">${error.message}</p>`}
    <input
      id="${field.name}"
      name="${field.name}"
      ${field.attributes}
      ${describedBy.length > 0 && html`aria-describedby="${describedBy.join(' ')}"`}
      ${invalid && html`aria-invalid="true"`}
    />
  </div>`;
}

/** What a screen reader hears first after a failed step, with a link to the field at fault. */
export function renderErrorSummary(error: FieldError, heading: string): Html {
  return html`<div class="summary" role="alert" tabindex="-1" autofocus>
    <h2>${heading}</h2>
    <p><a href="#${error.fields[0]}">${error.message}</a></p>
  </div>`;
}
