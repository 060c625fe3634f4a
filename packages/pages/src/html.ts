const markupKey = Symbol('markup');

/** Finished markup. Only this module can create it, so its content is always escaped. */
export interface Html {
  readonly [markupKey]: string;
}

type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function isHtml(value: unknown): value is Html {
  return typeof value === 'object' && value !== null && markupKey in value;
}

function renderValue(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (isHtml(value)) return value[markupKey];
  if (typeof value === 'object') return value.map(renderValue).join('');
  return String(value).replace(/[&<>"']/g, (character) => escapes[character] ?? '');
}

/**
 * Template tag. It escapes every value for text and quoted attributes, except markup that this tag created.
 * Arrays are joined; null, undefined and false render nothing.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let markup = strings[0] ?? '';
  for (const [index, value] of values.entries()) markup += renderValue(value) + (strings[index + 1] ?? '');
  return { [markupKey]: markup };
}

/** A style element around CSS of this service. Throws TypeError for CSS that contains "<", which could end it. */
export function styleElement(css: string): Html {
  if (css.includes('<')) throw new TypeError('CSS inside a style element must not contain "<"');
  return { [markupKey]: `<style>${css}</style>` };
}

/** The text of a piece, which a browser is sent. */
export function toMarkup(piece: Html): string {
  return piece[markupKey];
}
