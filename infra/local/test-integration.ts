import { runJest, showTally } from './jest-run.ts';
import { runCommand } from './run-command.ts';
import { services } from './service-list.ts';

/** The HTTP-only tests against the stack that SSO_URL, USER_API_URL and DROP_URL name (contract part 4). */
await runCommand(async (teardown) => {
  const missing = services.map(({ urlVariable }) => urlVariable).filter((name) => !process.env[name]);
  if (missing.length > 0) {
    throw new Error(
      `Set SSO_URL, USER_API_URL and DROP_URL to a running stack; missing: ${missing.join(', ')}.`,
    );
  }
  return showTally(await runJest(['e2e/http', ...process.argv.slice(2)], {}, teardown));
});
