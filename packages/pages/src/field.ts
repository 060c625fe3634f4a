import { html, toMarkup, type Html } from './html.ts';

/** An error of the form. Its message is shown at the first of its fields, which has the focus, and describes all of them. */
export interface FieldError<Name extends string = string> {
  readonly message: string;
  readonly fields: readonly Name[];
}

interface Field {
  readonly name: string;
  /** Where two forms of a page have a field of this name. */
  readonly id?: string;
  readonly label: string;
  readonly hint?: Html | string;
  /** Attributes of this field only; name, id and aria attributes are added. */
  readonly attributes: Html;
  /** What is typed already: the field is one of many lines then. */
  readonly text?: string;
}

const errorId = 'field-error';

/** Renders an input with its label, its error, if it has one, and its hint. */
export function renderField(field: Field, error: FieldError | null): Html {
  const { name, id = name, label, hint, attributes, text } = field;
  const hintId = `${id}-hint`;
  const isInvalid = error?.fields.includes(name) ?? false;
  const isFirst = error?.fields[0] === name;
  const describedBy = [isInvalid && errorId, hint !== undefined && hintId].filter((one) => one !== false);
  const all = html`id="${id}" name="${name}" ${attributes}
  ${describedBy.length > 0 && html`aria-describedby="${describedBy.join(' ')}"`}
  ${isInvalid && html`aria-invalid="true"`} ${isFirst && html`autofocus`}`;
  return html`<div class="field">
    <label for="${id}">${label}</label>
    ${isFirst && html`<p class="error" id="${errorId}" role="alert">${error?.message}</p>`}
    ${renderControl(all, text)} ${renderHint(hint, hintId)}
  </div>`;
}

/** HTML leaves out a line feed after the tag of a textarea, which would else be one of the text. */
function renderControl(attributes: Html, text: string | undefined): Html {
  if (text === undefined) return html`<input ${attributes} />`;
  return html`<textarea ${attributes}>${`\n${text}`}</textarea>`;
}

function renderHint(hint: Html | string | undefined, id: string): Html | false {
  return hint !== undefined && html`<p class="hint" id="${id}">${hint}</p>`;
}

interface Check {
  readonly name: string;
  /** Where two forms of a page have a box of this name. */
  readonly id?: string;
  readonly label: string;
  readonly value: string;
  readonly isChecked: boolean;
  readonly hint?: string;
}

/** Renders a box to check, with its label and its hint. */
export function renderCheck({ name, id = name, label, value, isChecked, hint }: Check): Html {
  const hintId = `${id}-hint`;
  return html`<div class="check">
      <input
        type="checkbox"
        id="${id}"
        name="${name}"
        value="${value}"
        ${hint !== undefined && html`aria-describedby="${hintId}"`}
        ${isChecked && html`checked`}
      />
      <label for="${id}">${label}</label>
    </div>
    ${renderHint(hint, hintId)}`;
}

/** Whether an error is said at a field of this piece. */
export function showsError(piece: Html): boolean {
  return toMarkup(piece).includes(`id="${errorId}"`);
}
