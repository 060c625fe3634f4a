import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { runToEnd } from '../../local/child-process.ts';
import { makeUrls, type Urls } from '../../local/environment.ts';
import { rootDir } from '../../local/paths.ts';
import { findFreePort, internalPortStep } from '../../local/ports.ts';
import type { ServiceName } from '../../local/service-list.ts';

/** The stack of docker-compose.yml under a project name and ports of its own. */
export interface ComposeStack {
  readonly urls: Urls;
  /** `npm run compose`, in the background. */
  up(): Promise<void>;
  /** Any other command of compose. Returns what it printed. */
  run(...args: string[]): Promise<string>;
  /** Replaces the service's container by one with other variables of docker-compose.yml. */
  recreate(service: ServiceName, variables: Readonly<Record<string, string>>): Promise<void>;
  /** The address of a service's database, from this machine. */
  databaseUrl(name: string): string;
  /** The most memory that the service's process has had, in MiB. */
  findPeakMebibytes(service: ServiceName): Promise<number>;
  /** Kills the service's process as the kernel would, so that compose's restart policy acts. */
  kill(service: ServiceName): Promise<void>;
  /** Ends all of it and deletes its volumes. */
  down(): Promise<void>;
}

/** `docker compose` or `docker-compose`; undefined where neither is there. */
export function findCompose(): readonly [string, ...string[]] | undefined {
  const works = (command: string, ...args: string[]) =>
    spawnSync(command, args, { stdio: 'ignore' }).status === 0;
  if (works('docker', 'compose', 'version')) return ['docker', 'compose'];
  return works('docker-compose', 'version') ? ['docker-compose'] : undefined;
}

/**
 * Prints the number of the service's process. Only `node … src/main.ts` has these words and is not the init of the
 * container; the brackets keep this very line from being found.
 */
const findProcess =
  'for f in $(grep -l "[s]rc/main.ts" /proc/[0-9]*/cmdline); do p=${f#/proc/}; p=${p%/cmdline}; [ $p = 1 ] || echo $p; done';

export async function createComposeStack([command, ...first]: readonly [
  string,
  ...string[],
]): Promise<ComposeStack> {
  const [sso = 0, userApi = 0, drop = 0, postgres = 0] = await Promise.all(
    Array.from({ length: 4 }, findFreePort),
  );
  const env = {
    ...process.env,
    COMPOSE_FILE: ['docker-compose.yml', 'infra/ops/deploy/compose-test.yml'].join(delimiter),
    COMPOSE_PROJECT_NAME: 'latchkey-test-deploy',
    POSTGRES_PORT: String(postgres),
    SSO_INTERNAL_PORT: String(sso + internalPortStep),
    USER_API_INTERNAL_PORT: String(userApi + internalPortStep),
    DROP_INTERNAL_PORT: String(drop + internalPortStep),
    SSO_PORT: String(sso),
    USER_API_PORT: String(userApi),
    DROP_PORT: String(drop),
  };
  const run = (...args: string[]) => runToEnd(command, [...first, ...args], { cwd: rootDir, env });
  const execute = (service: ServiceName, script: string) => run('exec', '-T', service, 'sh', '-c', script);
  return {
    urls: makeUrls({ sso, 'user-api': userApi, drop }),
    run,
    async up() {
      const compose = join(rootDir, 'infra/local/compose.mjs');
      await runToEnd(process.execPath, [compose, '--detach'], { cwd: rootDir, env });
    },
    async recreate(service, variables) {
      const args = [...first, 'up', '--detach', '--no-deps', '--no-build', service];
      await runToEnd(command, args, { cwd: rootDir, env: { ...env, ...variables } });
    },
    databaseUrl: (name) => `postgresql://latchkey:latchkey@127.0.0.1:${postgres}/${name}`,
    async findPeakMebibytes(service) {
      const said = await execute(service, `cat /proc/$(${findProcess})/status`);
      return Number(/^VmHWM:\s+(\d+) kB$/m.exec(said)?.[1]) / 1024;
    },
    async kill(service) {
      await execute(service, `kill -9 $(${findProcess})`);
    },
    async down() {
      await run('down', '--volumes', '--remove-orphans');
    },
  };
}
