import { fileURLToPath } from 'node:url';
import { createMigrateCommands, type Program } from '@latchkey/database';
import { readDatabaseUrl } from '../config.ts';
import { checkTheme } from './check-theme.ts';
import { followEvents } from './follow-events.ts';

const serviceDir = fileURLToPath(new URL('../..', import.meta.url));

export const program: Program = {
  name: 'latchkey-drop',
  commands: [...createMigrateCommands({ serviceDir, readDatabaseUrl }), followEvents, checkTheme],
};
