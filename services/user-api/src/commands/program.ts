import { fileURLToPath } from 'node:url';
import { createMigrateCommands, defineCommand, type Program } from '@latchkey/database';
import { showTheme, themeCommand } from '@latchkey/pages';
import { readDatabaseUrl } from '../config.ts';
import { createCompose } from '../people/mail/compose.ts';
import { createLinkTokens } from '../people/mail/link-token.ts';
import { sampleMails } from '../people/mail/sample-mails.ts';
import { createClient } from './create-client.ts';
import { createOperator } from './create-operator.ts';
import { importPeople } from './import-people.ts';
import { keepLogMonths } from './keep-log-months.ts';
import { resealSecrets } from './reseal-secrets.ts';
import { resetOperator } from './reset-operator.ts';
import { seed } from './seed.ts';

const linkTokens = createLinkTokens([{ kid: 'sample', key: Buffer.alloc(32) }]);

const checkTheme = defineCommand({
  ...themeCommand,
  run: async (input) =>
    showTheme(input, ({ theme, scheme }) => {
      const compose = createCompose({ linkTokens, ssoUrl: 'https://sso.example.com', theme, scheme });
      const mails = Object.entries(sampleMails).map(([name, mail]) => [`mail ${name}`, compose(mail).html]);
      return Object.fromEntries(mails);
    }),
});

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
