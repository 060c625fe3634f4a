import { html, type Html } from './html.ts';

/** An error of the form. Its message is shown at the first of its fields and describes all of them. */
export interface FieldError<Name extends string = string> {
  readonly message: string;
  readonly fields: readonly Name[];
}

interface Field {
  readonly name: string;
  /** Where it differs from the name: of a name that two forms of a page have. */
  readonly id?: string;
  readonly label: string;
  readonly hint?: Html | string;
  /** Attributes of this field only; name, id and aria attributes are added. */
  readonly attributes: Html;
}

const errorId = 'field-error';

/** Renders an input with its label, its hint and its error, if it has one. */
export function renderField(field: Field, error: FieldError | null): Html {
  const { id = field.name } = field;
  const hintId = `${id}-hint`;
  const invalid = error?.fields.includes(field.name) ?? false;
  const describedBy = [field.hint !== undefined && hintId, invalid && errorId].filter(
    (name) => name !== false,
  );
  return html`<div class="field">
    <label for="${id}">${field.label}</label>
    ${field.hint !== undefined && html`<p class="hint" id="${hintId}">${field.hint}</p>`}
    ${error !== null && error.fields[0] === field.name && html`<p class="error" id="${errorId}">${error.message}</p>`}
    <input
      id="${id}"
      name="${field.name}"
      ${field.attributes}
      ${describedBy.length > 0 && html`aria-describedby="${describedBy.join(' ')}"`}
      ${invalid && html`aria-invalid="true"`}
    />
  </div>`;
}

/** Renders what a screen reader reads first after an error, with a link to the field to correct. */
export function renderErrorSummary(error: FieldError, heading: string): Html {
  return html`<div class="summary" role="alert" tabindex="-1" autofocus>
    <h2>${heading}</h2>
    <p><a href="#${error.fields[0]}">${error.message}</a></p>
  </div>`;
}
