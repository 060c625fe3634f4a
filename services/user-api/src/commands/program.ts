import { fileURLToPath } from 'node:url';
import { createMigrateCommands, type Program } from '@latchkey/database';
import { readDatabaseUrl } from '../config.ts';
import { checkTheme } from './check-theme.ts';
import { createClient } from './create-client.ts';
import { createOperator } from './create-operator.ts';
import { importPeople } from './import-people.ts';
import { keepLogMonths } from './keep-log-months.ts';
import { resealSecrets } from './reseal-secrets.ts';
import { resetOperator } from './reset-operator.ts';
import { seed } from './seed.ts';

const serviceDir = fileURLToPath(new URL('../..', import.meta.url));

export const program: Program = {
  name: 'latchkey-user-api',
  commands: [
    ...createMigrateCommands({ serviceDir, readDatabaseUrl }),
    createOperator,
    resetOperator,
    createClient,
    importPeople,
    resealSecrets,
    keepLogMonths,
    seed,
    checkTheme,
  ],
};
