import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A text that the test files of a run share, where to make it costs far more than to read it. Two files that need it at
 * once may both make it; a test file that is run by itself has its own.
 */
export function shareInRun(name: string, make: () => string): string {
  const folder = process.env['TEST_FOLDER'];
  if (folder === undefined) return make();
  const file = join(folder, createHash('sha256').update(name).digest('hex'));
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const text = make();
    writeFileSync(`${file}.${process.pid}`, text, { mode: 0o600 });
    renameSync(`${file}.${process.pid}`, file);
    return text;
  }
}
