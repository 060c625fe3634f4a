import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createShell, removeFolder, type Reply } from '../../../test/create-shell.ts';
import type { Shell } from '../../shell.ts';

const folder = mkdtempSync(join(tmpdir(), 'latchkey-ask-'));
afterAll(() => {
  removeFolder();
  rmSync(folder, { recursive: true, force: true });
});

const ok = (data: object): Reply => [200, { status: 1, comment: 'OK', data }];
const env = { LATCHKEY_TOKEN: 'tok' };
const open = (replies: readonly Reply[] = [], more: Partial<Shell> = {}) =>
  createShell(replies, { env, ...more });
const key = `dk1_${'k'.repeat(43)}`;
const drop = 'http://localhost:4003';
const link = `${drop}/fill/d1#${key}`;
const stdin = (text: string) => Readable.from([Buffer.from(text)]);
const file = join(folder, 'key.pem');
writeFileSync(file, 'secret');

test('ask prints the link and nothing else, and keeps nothing', async () => {
  const made = { id: 'd1', key, expires_at: '2026-11-28T12:00:00.000Z' };
  const { run, calls, printed } = open([ok(made), ok(made)]);
  expect(await run('drop', 'ask', 'the key', '--ttl', '1d', '--label', 'Staging', '--notify')).toBe(0);
  expect([printed.out, printed.err]).toEqual([`${link}\n`, expect.stringMatching(/^The link works until /)]);
  const own = { ttl: 86_400, notify: true, metadata: { label: 'Staging' } };
  expect(calls[0]).toMatchObject({
    url: `${drop}/v1/drop/reserve`,
    fields: { 'auth.token': 'tok', fillable: true, asks: 'the key', ...own },
  });
  expect(await run('drop', 'ask', '--json')).toBe(0);
  expect(calls[1]?.fields).toEqual({ 'auth.token': 'tok', fillable: true });
  expect(await run('drop', 'ask', '--ttl', '31d')).toBe(2);
});

test('fill hands over a file with its name, the input, or a text, without a token', async () => {
  const filled = ok({ id: 'd1', filled: true });
  const { run, calls, printed } = open([filled, filled, filled, filled], { stdin: stdin('from a pipe') });
  expect(await run('drop', 'fill', link, file)).toBe(0);
  expect(await run('drop', 'fill', link)).toBe(0);
  expect(await run('drop', 'fill', link, '--text', 'noon')).toBe(0);
  const payload = Buffer.from('secret').toString('base64');
  expect(calls.map(({ url, fields }) => [url, fields])).toEqual([
    [`${drop}/v1/fill`, { id: 'd1', key, payload, payload_format: 'base64', data: { filename: 'key.pem' } }],
    [`${drop}/v1/fill`, { id: 'd1', key, payload: 'from a pipe', payload_format: 'text' }],
    [`${drop}/v1/fill`, { id: 'd1', key, payload: 'noon', payload_format: 'text' }],
  ]);
  expect(printed.err).toContain('Handed over 6 bytes. Only who has made the link opens them.\n');
  const piped = open([filled], { stdin: stdin(`${link}\n`) });
  expect(await piped.run('drop', 'fill', '-', file)).toBe(0);
});

test.each([
  [['fill', '-'], 'either the link or the secret'],
  [['fill', link, file, '--text', 'x'], 'Give a file or --text, not both.'],
  [['fill', link, '--text', ''], 'There is nothing to hand over.'],
  [['fill', `${drop}/d/d1#${key}`, file], 'gives a secret, and asks for none'],
  [['fill', `${drop}/fill/d1`, file], 'holds no key'],
  [['fill', `http://evil.example/fill/d1#${key}`, file], 'not https'],
  [['take', `https://evil.example/fill/d1#${key}`], 'The link is of https://evil.example, and your login of'],
])('%j is refused, and nothing is sent', async (args, words) => {
  const { run, calls, printed } = open();
  expect(await run('drop', ...args)).not.toBe(0);
  expect([printed.err, calls]).toEqual([expect.stringContaining(words), []]);
});

test('take of a link that asked for it sends the token of the login', async () => {
  const out = join(folder, 'taken');
  const { run, calls } = open([ok({ id: 'd1', payload: Buffer.from('secret').toString('base64') })]);
  expect(await run('drop', 'take', link, '--out', out)).toBe(0);
  expect(calls[0]).toMatchObject({
    url: `${drop}/v1/drop/consume`,
    fields: { 'auth.token': 'tok', id: 'd1', key, payload_format: 'base64' },
  });
  expect(readFileSync(out, 'utf8')).toBe('secret');
});
