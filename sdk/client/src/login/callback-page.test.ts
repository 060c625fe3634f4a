import { renderCallbackPage } from './callback-page.ts';

test.each([
  [undefined, 'en', 'Go back to the terminal.'],
  ['', 'en', 'Go back to the terminal.'],
  ['nl, fr-CH;q=0.8, en;q=0.5', 'fr', 'Revenez au terminal.'],
  ['DE', 'de', 'Kehren Sie zum Terminal zurück.'],
  ['toString', 'en', 'Go back to the terminal.'],
])('the page for %j is in %s', (accepted, language, sentence) => {
  const page = renderCallbackPage('Acme', accepted);
  expect(page).toContain(`<html lang="${language}">`);
  expect(page).toContain(sentence);
});

test.each([
  ['Acme', 'Acme'],
  [undefined, 'Latchkey'],
  ['a<script>"b&', 'a&#60;script&#62;&#34;b&#38;'],
])('the name %j is shown as %s', (name, shown) => {
  const page = renderCallbackPage(name);
  expect(page).toContain(`<title>${shown}</title>`);
  expect(page).toContain(`<h1 translate="no">${shown}</h1>`);
});
