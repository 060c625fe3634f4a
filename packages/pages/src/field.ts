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
  /** What is typed already: the field is one of many lines then. */
  readonly text?: string;
}

const errorId = 'field-error';

/** Renders an input with its label, its error, if it has one, and its hint. */
export function renderField({ name, label, hint, attributes, text }: Field, error: FieldError | null): Html {
  const hintId = `${name}-hint`;
  const isInvalid = error?.fields.includes(name) ?? false;
  const isFirst = error?.fields[0] === name;
  const describedBy = [isInvalid && errorId, hint !== undefined && hintId].filter((id) => id !== false);
  const all = html`id="${name}" name="${name}" ${attributes}
  ${describedBy.length > 0 && html`aria-describedby="${describedBy.join(' ')}"`}
  ${isInvalid && html`aria-invalid="true"`} ${isFirst && html`autofocus`}`;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${isFirst && html`<p class="error" id="${errorId}" role="alert">${error?.message}</p>`}
    ${renderControl(all, text)} ${hint !== undefined && html`<p class="hint" id="${hintId}">${hint}</p>`}
  </div>`;
}

/** HTML leaves out a line feed after the tag of a textarea, which would else be one of the text. */
function renderControl(attributes: Html, text: string | undefined): Html {
  if (text === undefined) return html`<input ${attributes} />`;
  return html`<textarea ${attributes}>${`\n${text}`}</textarea>`;
}

/** Whether an error is said at a field of this piece. */
export function showsError(piece: Html): boolean {
  return toMarkup(piece).includes(`id="${errorId}"`);
}
