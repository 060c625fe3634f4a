import { drawQr } from './qr-code.ts';

const url = `otpauth://totp/Latchkey:ada%40example.com?secret=${'A'.repeat(32)}&issuer=Latchkey&algorithm=SHA1&digits=6&period=30`;

async function draw(
  size: { readonly rows: number; readonly columns: number },
  isTTY = true,
  env: Readonly<Record<string, string>> = {},
) {
  let shown = '';
  await drawQr({ stderr: { write: (chunk) => (shown += String(chunk)), isTTY, ...size }, env }, url);
  return shown;
}

test('a QR code is drawn where it has room', async () => {
  expect(await draw({ rows: 60, columns: 80 })).toContain('▀');
});

test('a small window is met with the size that it needs', async () => {
  const [, columns, rows] =
    /^Enlarge the window for a QR code: it needs (\d+) columns and (\d+) rows\.\n$/.exec(
      await draw({ rows: 10, columns: 80 }),
    ) ?? ['', '', ''];
  expect(await draw({ rows: Number(rows), columns: Number(columns) })).toContain('▀');
  expect(await draw({ rows: Number(rows), columns: Number(columns) - 1 })).not.toContain('▀');
});

test('nothing is drawn without a terminal', async () => {
  expect(await draw({ rows: 60, columns: 80 }, false)).toBe('');
});

test.each([
  { TERM: 'dumb' },
  { LANG: 'C' },
  { LC_ALL: 'POSIX', LANG: 'C.UTF-8' },
  { LC_CTYPE: 'de_DE.ISO-8859-1', LANG: 'de_DE.UTF-8' },
])('nothing is drawn where its signs would be others: %j', async (env) => {
  expect(await draw({ rows: 60, columns: 80 }, true, env)).toBe('');
});

test.each([{}, { LANG: 'de_DE.UTF-8' }, { LC_ALL: 'C.utf8', LANG: 'C' }])(
  'it is drawn with %j',
  async (env) => {
    expect(await draw({ rows: 60, columns: 80 }, true, env)).toContain('▀');
  },
);
