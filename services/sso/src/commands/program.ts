import { fileURLToPath } from 'node:url';
import { createMigrateCommands, type Program } from '@latchkey/database';
import { readDatabaseUrl } from '../config.ts';
import { checkTheme } from './check-theme.ts';
import { followEvents } from './follow-events.ts';
import { rotateKeys } from './rotate-keys.ts';

const serviceDir = fileURLToPath(new URL('../..', import.meta.url));

/** The commands that operators run. */
export const program: Program = {
  name: 'latchkey-sso',
  commands: [...createMigrateCommands({ serviceDir, readDatabaseUrl }), rotateKeys, followEvents, checkTheme],
};
