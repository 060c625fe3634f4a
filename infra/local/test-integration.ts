import { runJest, showTally } from './jest-run.ts';
import { runCommand } from './run-command.ts';
import { services } from './service-list.ts';

/** What of e2e/http the addresses in the environment allow. Throws a sentence where it is nothing. */
function choosePattern(): string {
  const named = services
    .filter(({ urlVariable }) => Boolean(process.env[urlVariable]))
    .map(({ name }) => name);
  if (named.length === 0)
    throw new Error(
      'Set SSO_URL, USER_API_URL and DROP_URL to a running stack, or one of them to a service.',
    );
  if (named.length === services.length) return 'e2e/http';
  if (named.includes('drop') && !process.env['TEST_SIGNING_KEY_FILE'])
    throw new Error(
      'Without sso, drop is tested with tokens of your own: set TEST_SIGNING_KEY_FILE to a private key whose public half is in its JWKS_FILE.',
    );
  return 'e2e/http/walk';
}

/** The HTTP-only tests against the stack that SSO_URL, USER_API_URL and DROP_URL name, or against one service of it (contract part 4). */
await runCommand(async (teardown) =>
  showTally(await runJest([choosePattern(), ...process.argv.slice(2)], {}, teardown)),
);
