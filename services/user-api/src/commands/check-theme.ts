import { defineCommand } from '@latchkey/database';
import { showTheme, themeCommand } from '@latchkey/pages';
import { createCompose } from '../people/mail/compose.ts';
import { createLinkTokens } from '../people/mail/link-token.ts';
import { sampleMails } from '../people/mail/sample-mails.ts';

const linkTokens = createLinkTokens([{ kid: 'sample', key: Buffer.alloc(32) }]);

export const checkTheme = defineCommand({
  ...themeCommand,
  run: async (input) =>
    showTheme(input, ({ theme, scheme }) => {
      const compose = createCompose({ linkTokens, ssoUrl: 'https://sso.example.com', theme, scheme });
      const mails = Object.entries(sampleMails).map(([name, mail]) => [`mail ${name}`, compose(mail).html]);
      return Object.fromEntries(mails);
    }),
});
