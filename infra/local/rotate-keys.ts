import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stateDir } from './paths.ts';
import { runScript } from './run-command.ts';

/** The key file that is named, else that of the local stack once it was started. */
function findKeysFile(): string | undefined {
  const own = join(stateDir, 'signing-keys.json');
  return process.env['SIGNING_KEYS_FILE'] ?? (existsSync(own) ? own : undefined);
}

const file = findKeysFile();
if (file === undefined) {
  console.error('Name the key file in SIGNING_KEYS_FILE, or start the local stack with npm start first.');
  process.exitCode = 1;
} else runScript('services/sso/src/rotate-signing-keys.ts', { SIGNING_KEYS_FILE: file });
