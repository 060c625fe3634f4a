import { html, toMarkup, type Html } from './html.ts';

/** An error of the form. Its message is shown at the first of its fields, which has the focus, and describes all of them. */
export interface FieldError<Name extends string = string> {
  readonly message: string;
  readonly fields: readonly Name[];
}

interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint?: Html | string;
  /** Attributes of this field only; name, id and aria attributes are added. */
  readonly attributes: Html;
}

const errorId = 'field-error';

/** Renders an input with its label, its error, if it has one, and its hint. */
export function renderField({ name, label, hint, attributes }: Field, error: FieldError | null): Html {
  const hintId = `${name}-hint`;
  const isInvalid = error?.fields.includes(name) ?? false;
  const isFirst = error?.fields[0] === name;
  const describedBy = [isInvalid && errorId, hint !== undefined && hintId].filter((id) => id !== false);
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${isFirst && html`<p class="error" id="${errorId}" role="alert">${error?.message}</p>`}
    <input
      id="${name}"
      name="${name}"
      ${attributes}
      ${describedBy.length > 0 && html`aria-describedby="${describedBy.join(' ')}"`}
      ${isInvalid && html`aria-invalid="true"`}
      ${isFirst && html`autofocus`}
    />
    ${hint !== undefined && html`<p class="hint" id="${hintId}">${hint}</p>`}
  </div>`;
}

/** Whether an error is said at a field of this piece. */
export function showsError(piece: Html): boolean {
  return toMarkup(piece).includes(`id="${errorId}"`);
}
