import { join } from 'node:path';
import { runToEnd } from '../../local/child-process.ts';
import type { Urls } from '../../local/environment.ts';
import { rootDir } from '../../local/paths.ts';
import { services } from '../../local/service-list.ts';
import type { Teardown } from '../../local/teardown.ts';
import { startAlertWatch, type AlertWatch } from './alert-watch.ts';
import { createComposeStack, findCompose, type ComposeStack } from './compose-stack.ts';
import type { Fault } from './faults/fault.ts';
import { listFaults } from './faults/list-faults.ts';
import { expectAnswers, signIn, waitUntilReady } from './stack-probe.ts';
import type { Steps } from './steps.ts';

/** Runs a command of infra/local against a stack. Returns the last line of what it printed. */
export async function runAgainst(urls: Urls, file: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, SSO_URL: urls.sso, USER_API_URL: urls.userApi, DROP_URL: urls.drop };
  const command = ['--disable-warning=ExperimentalWarning', join(rootDir, 'infra/local', file), ...args];
  const printed = await runToEnd(process.execPath, command, { cwd: rootDir, env });
  return printed.trim().split('\n').at(-1) ?? '';
}

/** The stack of docker-compose.yml: played, tested over HTTP, and its faults. */
export async function testCompose(steps: Steps, teardown: Teardown): Promise<void> {
  const compose = findCompose();
  if (compose === undefined)
    return steps.leaveOut('compose', 'neither docker compose nor docker-compose works');
  const stack = await createComposeStack(compose);
  teardown.add(stack.down);
  const { urls } = stack;
  const isUp = await steps.run('compose: up, healthy', async () => {
    await stack.up();
    await waitUntilReady(urls);
  });
  if (!isUp) return console.error(await stack.run('logs', '--tail=30'));
  await steps.run('compose: demo --auto', () => runAgainst(urls, 'demo.ts', '--auto'));
  await steps.run('compose: test:integration', () => runAgainst(urls, 'test-integration.ts'));
  await testFaults(steps, stack, teardown);
  await steps.run('compose: down', stack.down);
}

async function testFaults(steps: Steps, stack: ComposeStack, teardown: Teardown): Promise<void> {
  const { urls } = stack;
  const isWell = async (token: string) => {
    await waitUntilReady(urls);
    await expectAnswers(urls, token);
  };
  const token = await signIn(urls);
  for (const { name } of services) {
    await steps.run(`fault: ${name} is killed, and is back by itself`, async () => {
      await stack.kill(name);
      await isWell(token);
    });
    await steps.run(`fault: ${name} is restarted`, async () => {
      await stack.run('restart', name);
      await isWell(token);
    });
  }
  const watch = await startAlertWatch(urls, teardown);
  // A new one: an access token is valid for 15 minutes.
  const later = await signIn(urls);
  for (const fault of listFaults(stack, later))
    await steps.run(`fault: ${fault.name}`, async () => {
      const said = await playFault(fault, watch);
      await isWell(later);
      return ['passed', ...(said ? [said] : []), ...(watch ? fault.alerts : [])].join(', ');
    });
  if (watch === undefined) steps.leaveOut('alerts', 'prometheus is not installed');
  else console.log(`\n${watch.show()}\n`);
}

/** Plays a fault until its alerts fire. Returns what it said first. */
async function playFault(fault: Fault, watch: AlertWatch | undefined): Promise<string | void> {
  await watch?.waitForQuiet(fault.alerts);
  try {
    await fault.begin?.();
    const said = await fault.act?.();
    await watch?.expectFiring(fault.name, fault.alerts, async () => fault.act?.());
    return said;
  } finally {
    await fault.end?.();
  }
}
