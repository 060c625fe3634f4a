const MARKUP = Symbol('markup');

/** Finished markup. Only this module can make one, so whatever holds it has been escaped. */
export interface Html {
  readonly [MARKUP]: string;
}

type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function isHtml(value: unknown): value is Html {
  return typeof value === 'object' && value !== null && MARKUP in value;
}

function renderValue(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (isHtml(value)) return value[MARKUP];
  if (typeof value === 'object') return value.map(renderValue).join('');
  return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

/**
 * Template tag: everything put into the template is escaped for text and quoted attributes, save markup made
 * by this tag. Arrays are joined; null, undefined and false leave nothing.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let markup = strings[0] ?? '';
  for (const [index, value] of values.entries()) markup += renderValue(value) + (strings[index + 1] ?? '');
  return { [MARKUP]: markup };
}

/** A style element around our own CSS, whose text no HTML parser decodes; CSS that could end it is refused. */
export function styleElement(css: string): Html {
  if (css.includes('<')) throw new TypeError('CSS inside a style element must not contain "<"');
  return { [MARKUP]: `<style>${css}</style>` };
}

/** The finished text of a piece of markup. */
export function toMarkup(piece: Html): string {
  return piece[MARKUP];
}
