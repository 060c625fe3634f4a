import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { showTheme } from './show-theme.ts';

const folder = mkdtempSync(join(tmpdir(), 'theme-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'theme.json');

test('theme check prints each pair in both schemes, and writes samples below their scheme', () => {
  writeFileSync(file, '{"name":"Acme","colors":{"primary":"#125b50"}}');
  const out = join(folder, 'out');
  const printed = showTheme({ file, out }, ({ theme, scheme, skin }) => ({
    'account, new one-time codes': `${theme.name} ${scheme} ${skin.name}`,
  }));
  const lines = printed.trim().split('\n');
  expect(lines.filter((line) => /^(light|dark) {1,2} /.test(line)).length).toBe(lines.length - 1);
  for (const what of ['text', 'link', 'action', 'danger', 'border', 'focus'])
    for (const scheme of ['light', 'dark']) expect(printed).toMatch(new RegExp(`^${scheme} +${what} `, 'm'));
  for (const state of ['resting', 'hovered', 'quiet']) expect(printed).toContain(` ${state} `);
  expect(lines.at(-1)).toContain(out);
  expect(readdirSync(out).sort()).toEqual(['dark', 'light']);
  // A name that every file system takes.
  const page = readFileSync(join(out, 'dark/account-new-one-time-codes.html'), 'utf8');
  expect(page).toBe('Acme dark Acme');
  expect(readFileSync(join(out, 'dark/favicon.ico'), 'utf8')).toContain('>A</text>');
});

test('theme check writes nothing without --out, and throws what a service would say', () => {
  writeFileSync(file, '{"name":"Acme","colors":{"primary":"#ffd400"}}');
  const draw = () => {
    throw new Error('nothing is drawn');
  };
  expect(() => showTheme({ file, out: undefined }, draw)).toThrow(
    /colors\.primary #ffd400 gives 1\.\d\d:1 .* #9a7f0a$/,
  );
});
