import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

test('the types of the calls are those of docs/openapi', () => {
  const script = join(import.meta.dirname, '../scripts/generate.ts');
  execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' });
});
