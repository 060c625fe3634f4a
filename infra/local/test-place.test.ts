import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { makeMemoryFolder } from './test-place.ts';

const place = mkdtempSync(join(tmpdir(), 'latchkey-memory-'));
afterAll(() => rmSync(place, { recursive: true }));

test('what a killed runner has left in memory is removed, and what is in use stays', async () => {
  const left = join(place, 'latchkey-test-4194305-abc');
  const others = join(place, 'of-somebody-else');
  for (const folder of [left, others]) mkdirSync(folder);
  const mine = (await makeMemoryFolder(place)) ?? join(place, `latchkey-test-${process.pid}-none`);
  expect([existsSync(left), existsSync(others)]).toEqual([false, true]);
  expect(basename(mine)).toMatch(new RegExp(`^latchkey-test-${process.pid}-`));
});

test('a machine without memory for it has no such folder', async () => {
  expect(await makeMemoryFolder(join(place, 'none'))).toBeUndefined();
});
