import { join } from 'node:path';
import { findProgram, runToEnd } from './child-process.ts';
import { rootDir } from './paths.ts';
import { runCommand } from './run-command.ts';

/** The command `npm run test:alerts`: tries the alert rules with promtool, which `npm test` does not need. */
async function testAlerts(): Promise<number> {
  const promtool = findProgram('promtool');
  if (promtool === undefined)
    throw new Error('promtool is not installed. Debian has it in the package prometheus.');
  await runToEnd(promtool, ['test', 'rules', 'alerts.test.yml'], {
    cwd: join(rootDir, 'infra/ops/observability'),
    env: process.env,
  });
  console.log('1 passed, 0 failed: every alert fires, and none while all is well');
  return 0;
}

if (import.meta.main) await runCommand(testAlerts);
