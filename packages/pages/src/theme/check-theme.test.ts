import { checkTheme } from './check-theme.ts';

const complaintsOf = (fields: unknown) => checkTheme(fields).complaints;
const nameRule = 'must have 1 to 40 characters that can be seen, and no ", <, > or @';

test.each([
  ['Marlow & Kin', 'Marlow & Kin'],
  ['  Bücher\n Haus ', 'Bücher Haus'],
  ['Acme\u202e\u200b', 'Acme'],
  ['あ'.repeat(40), 'あ'.repeat(40)],
])('the name %j is shown as %j, also as the sender', (name, shown) => {
  expect(checkTheme({ name }).theme).toMatchObject({ name: shown, sender: shown });
});

test.each([undefined, 7, '', ' ', '\u200b', 'a'.repeat(41), 'Acme <x>', 'a@b', '"Acme"'])(
  'a name is not %j',
  (name) => {
    expect(complaintsOf({ name })).toEqual([`name ${nameRule}`]);
  },
);

test('mails have a sender of their own', () => {
  expect(checkTheme({ name: 'Acme', sender: 'Acme accounts' }).theme?.sender).toBe('Acme accounts');
});

test('all that is wrong is said at once', () => {
  expect(complaintsOf({ name: '', sender: 'a@b', font: 'x' })).toEqual([
    'font is not a key of a theme; those are name, sender',
    `name ${nameRule}`,
    `sender ${nameRule}`,
  ]);
});

test.each([null, [], 'Acme'])('a theme is not %j', (fields) => {
  expect(complaintsOf(fields)).toEqual(['it must be an object with a name, such as {"name":"Example"}']);
});
