import { isOpenedByPerson, isOwnForm } from './page-origin.ts';

const readFrom = (headers: Record<string, string>) => (name: string) => headers[name];

test.each<[string, Record<string, string>, boolean]>([
  ['a browser without these headers', {}, true],
  [
    'a typed address',
    { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none', 'sec-fetch-user': '?1' },
    true,
  ],
  [
    'a link of another site',
    { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site', 'sec-fetch-user': '?1' },
    true,
  ],
  ['a link of its own', { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' }, true],
  ['a link of a neighbour', { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-site' }, true],
  ['a script of another site', { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' }, false],
  ['a false answer', { 'sec-fetch-site': 'cross-site', 'sec-fetch-user': '?0' }, false],
  ['an image', { 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' }, false],
  ['an image of its own site', { 'sec-fetch-dest': 'image', 'sec-fetch-site': 'same-origin' }, false],
  ['a frame', { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site', 'sec-fetch-user': '?1' }, false],
  ['a fetch', { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'cross-site' }, false],
  [
    'a prefetch',
    { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none', 'sec-purpose': 'prefetch' },
    false,
  ],
  ['a prerender', { 'sec-purpose': 'prefetch;prerender' }, false],
  ['an older prefetch', { purpose: 'prefetch' }, false],
  ['a preview', { purpose: 'preview' }, false],
])('a page that is opened by %s', (_by, headers, isOpened) => {
  expect(isOpenedByPerson(readFrom(headers))).toBe(isOpened);
});

test.each<[string, Record<string, string>, boolean]>([
  ['no header', {}, true],
  ['its own origin', { origin: 'https://sso.test' }, true],
  ['its own origin and site', { origin: 'https://sso.test', 'sec-fetch-site': 'same-origin' }, true],
  ['null and its own site', { origin: 'null', 'sec-fetch-site': 'same-origin' }, true],
  ['null alone', { origin: 'null' }, true],
  ['no site, as after a restart of the browser', { origin: 'null', 'sec-fetch-site': 'none' }, true],
  ['null and another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }, false],
  ['null and a neighbour', { origin: 'null', 'sec-fetch-site': 'same-site' }, false],
  ['another site alone', { 'sec-fetch-site': 'cross-site' }, false],
  ['another origin', { origin: 'https://evil.test' }, false],
  ['another port', { origin: 'https://sso.test:8443' }, false],
  ['another scheme', { origin: 'http://sso.test' }, false],
  [
    'another origin and its own site',
    { origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' },
    false,
  ],
])('a form with %s', (_with, headers, isOwn) => {
  expect(isOwnForm(readFrom(headers), 'https://sso.test')).toBe(isOwn);
});
