import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir, stateDir } from './paths.ts';

/** The key file that is named, else that of the local stack once it was started. */
function findKeysFile(): string | undefined {
  const own = join(stateDir, 'signing-keys.json');
  return process.env['SIGNING_KEYS_FILE'] ?? (existsSync(own) ? own : undefined);
}

const file = findKeysFile();
if (file === undefined) {
  console.error('Name the key file in SIGNING_KEYS_FILE, or start the local stack with npm start first.');
  process.exitCode = 1;
} else {
  const script = join(rootDir, 'services/sso/src/rotate-signing-keys.ts');
  const args = ['--disable-warning=ExperimentalWarning', script, ...process.argv.slice(2)];
  const env = { ...process.env, SIGNING_KEYS_FILE: file };
  process.exitCode = spawnSync(process.execPath, args, { env, stdio: 'inherit' }).status ?? 1;
}
