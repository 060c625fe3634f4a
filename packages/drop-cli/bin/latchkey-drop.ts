#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { run } from '../src/run.ts';

const configDir = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  sessionFile: join(configDir, 'latchkey', 'drop.json'),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  fetch,
  now: Date.now,
  pause: (seconds) => pause(seconds * 1000),
  newId: randomUUID,
});
