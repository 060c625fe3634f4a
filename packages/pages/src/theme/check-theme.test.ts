import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkTheme } from './check-theme.ts';

const folder = mkdtempSync(join(tmpdir(), 'theme-'));
afterAll(() => rmSync(folder, { recursive: true }));

const complaintsOf = (fields: unknown) => checkTheme(fields, folder).complaints;
const nameRule = 'must have 1 to 40 characters that can be seen, and no ", <, > or @';

test.each([
  ['Marlow & Kin', 'Marlow & Kin'],
  ['  Bücher\n Haus ', 'Bücher Haus'],
  ['Acme\u202e\u200b', 'Acme'],
  ['あ'.repeat(40), 'あ'.repeat(40)],
])('the name %j is shown as %j, also as the sender', (name, shown) => {
  expect(checkTheme({ name }, folder).theme).toMatchObject({ name: shown, sender: shown });
});

test.each([7, '', ' ', '\u200b', 'a'.repeat(41), 'Acme <x>', 'a@b', '"Acme"'])('a name is not %j', (name) => {
  expect(complaintsOf({ name })).toEqual([`name ${nameRule}`]);
});

test('mails have a sender of their own', () => {
  expect(checkTheme({ name: 'Acme', sender: 'Acme accounts' }, folder).theme?.sender).toBe('Acme accounts');
});

test('all that is wrong is said at once', () => {
  const fields = {
    sender: 'a@b',
    font: 'x',
    logo: '../logo.svg',
    logo_dark: 'none.png',
    colors: { primary: '#ffd400', primary_dark: 'red', accent: '#000000' },
    radius: 'huge',
    support: 'tel:1',
    terms: 'http://example.com/',
    privacy: 'https://user@example.com/',
  };
  expect(complaintsOf(fields)).toEqual([
    'font is not a key of a theme; those are name, logo, logo_dark, colors, radius, support, terms, privacy, sender',
    `name is missing: it ${nameRule}`,
    `sender ${nameRule}`,
    'logo must be the name of a file beside the theme, such as logo.svg',
    'logo_dark none.png cannot be read (ENOENT)',
    'radius must be one of none, small, large',
    'support must be an https or mailto address',
    'terms must be an https address',
    'privacy must be an https address',
    'accent is not a key of colors; those are primary, primary_dark',
    'colors.primary_dark must be #rrggbb',
  ]);
});

test.each([null, [], 'Acme'])('a theme is not %j', (fields) => {
  expect(complaintsOf(fields)).toEqual(['it must be an object with a name, such as {"name":"Example"}']);
});

test('a theme may have all of it', () => {
  write('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const links = {
    support: 'mailto:help@example.com',
    terms: 'https://example.com/t',
    privacy: 'https://example.com/p',
  };
  const colors = { primary: '#8F3D1B', primary_dark: '#f0a983' };
  const { theme, complaints } = checkTheme(
    { name: 'Acme', logo: 'logo.svg', colors, radius: 'none', ...links },
    folder,
  );
  expect(complaints).toEqual([]);
  expect(theme).toMatchObject({ ...links, radius: 'none', logo: { kind: 'svg' } });
  expect(theme?.palettes).toMatchObject({ light: { action: '#8f3d1b' }, dark: { action: '#f0a983' } });
});

test('a dark logo needs one for light ground', () => {
  write('dark.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  expect(complaintsOf({ name: 'Acme', logo_dark: 'dark.svg' })).toEqual(['logo_dark needs logo beside it']);
});

test.each([
  ['text', 'logo', 'is neither a PNG nor well-formed XML'],
  [
    'an open element',
    '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>',
    'is neither a PNG nor well-formed XML',
  ],
  [
    'a DOCTYPE',
    '<!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg"/>',
    'has a DOCTYPE, which is not allowed',
  ],
  ['HTML', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'is no SVG: its root must be svg'],
  ['no namespace', '<svg/>', 'is no SVG: its root must be svg'],
  ['bytes', Buffer.from([0xff, 0xfe, 0x00]), 'is neither a PNG nor text in UTF-8'],
  ['a cut PNG', png(10, 10).subarray(0, 20), 'is no whole PNG'],
  ['a wide PNG', png(1025, 10), 'has 1025 × 10 pixels, and a side may have at most 1024'],
  ['an empty PNG', png(0, 10), 'has 0 × 10 pixels'],
  ['too much', Buffer.alloc(65_537, ' '), 'has 65537 bytes, and at most 65536 are allowed'],
])('a logo is not %s', (_what, bytes, sentence) => {
  write('logo', bytes);
  expect(complaintsOf({ name: 'Acme', logo: 'logo' })).toEqual([
    expect.stringContaining(`logo logo ${sentence}`),
  ]);
});

test('a PNG is a logo', () => {
  write('logo.png', png(1024, 1));
  expect(checkTheme({ name: 'Acme', logo: 'logo.png' }, folder).theme?.logo?.kind).toBe('png');
});

/** The beginning of a PNG of these sides. */
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(25);
  header.writeUInt32BE(13, 0);
  header.write('IHDR', 4, 'latin1');
  header.writeUInt32BE(width, 8);
  header.writeUInt32BE(height, 12);
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), header]);
}

function write(name: string, bytes: string | Uint8Array): void {
  writeFileSync(join(folder, name), bytes);
}
