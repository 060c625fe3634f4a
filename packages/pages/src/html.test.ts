import { html, styleElement, toMarkup } from './html.ts';

test('escapes everything that could end a text or a quoted attribute', () => {
  expect(toMarkup(html`<p title="${`"'`}">${'<b>&amp;</b>'}</p>`)).toBe(
    '<p title="&quot;&#39;">&lt;b&gt;&amp;amp;&lt;/b&gt;</p>',
  );
});

test('keeps markup made by the tag, alone and in arrays, and escapes once only', () => {
  const items = ['<1>', '<2>'].map((item) => html`<i>${item}</i>`);
  expect(toMarkup(html`<p>${items}</p>`)).toBe('<p><i>&lt;1&gt;</i><i>&lt;2&gt;</i></p>');
  expect(toMarkup(html`${['<', [html`<br />`]]}`)).toBe('&lt;<br />');
});

test('leaves nothing for null, undefined and false, and prints zero', () => {
  expect(toMarkup(html`[${null}${undefined}${false}${0}]`)).toBe('[0]');
});

test('does not accept a lookalike that came from outside as markup', () => {
  // The types refuse it as well.
  const forged = JSON.parse('{"markup":"<b>","Symbol(markup)":"<b>"}') as never;
  expect(() => html`${forged}`).toThrow(TypeError);
});

test('refuses CSS that could end its element', () => {
  expect(() => styleElement('a{}</style><script>')).toThrow(
    'CSS inside a style element must not contain "<"',
  );
  expect(toMarkup(styleElement('a::after{content:"&"}'))).toBe('<style>a::after{content:"&"}</style>');
});
