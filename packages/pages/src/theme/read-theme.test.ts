import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTheme } from './read-theme.ts';

const folder = mkdtempSync(join(tmpdir(), 'theme-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(text: string): string {
  const path = join(folder, 'theme.json');
  writeFileSync(path, text);
  return path;
}

test('without a file the theme is that of Latchkey, and mails are from whom MAIL_FROM names', () => {
  expect(readTheme(undefined)).toMatchObject({ name: 'Latchkey', sender: undefined });
});

test('a file gives the name', () => {
  expect(readTheme(write('{"name":"Acme"}'))).toMatchObject({ name: 'Acme', sender: 'Acme' });
});

test('a ConfigError has a line for each thing that is wrong, which names the file', () => {
  const path = write('{"name":"a@b","font":"x"}');
  expect(() => readTheme(path)).toThrow(
    expect.objectContaining({
      name: 'ConfigError',
      message: expect.stringMatching(
        /^THEME_FILE .*theme\.json: font .*\nTHEME_FILE .*theme\.json: name .*$/,
      ),
    }),
  );
});

test('a file that is missing, or no JSON, is named', () => {
  expect(() => readTheme(join(folder, 'none.json'))).toThrow(/none\.json: cannot be read \(ENOENT\)$/);
  expect(() => readTheme(write('name: Acme'))).toThrow(/theme\.json: is not JSON$/);
});
