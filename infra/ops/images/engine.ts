import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from '../../local/child-process.ts';
import { rootDir } from '../../local/paths.ts';
import type { ServiceName } from '../../local/service-list.ts';

const engines = ['docker', 'podman', 'buildah'] as const;

export type Engine = (typeof engines)[number];

/** Docker says this only while its daemon runs. */
const works = (engine: Engine): boolean => spawnSync(engine, ['info'], { stdio: 'ignore' }).status === 0;

/** The first engine that works here; undefined where none does. */
export function findEngine(isWorking = works): Engine | undefined {
  return engines.find((engine) => isWorking(engine));
}

/** The same for a command that cannot do without. */
export function requireEngine(): Engine {
  const engine = findEngine();
  if (engine !== undefined) return engine;
  throw new Error(
    'Images are built by docker (with its daemon), podman or buildah. None of them works here.',
  );
}

/** The base image of a service: NODE_IMAGE of the environment, or what its Dockerfile names. */
export function readBaseImage(service: ServiceName): string {
  const file = readFileSync(join(rootDir, 'services', service, 'Dockerfile'), 'utf8');
  return process.env['NODE_IMAGE'] ?? /^ARG NODE_IMAGE=(\S+)$/m.exec(file)?.[1] ?? '';
}

/** Builds the image of a service as `tag`. Throws the last lines of what the engine printed. */
export async function buildImage(engine: Engine, service: ServiceName, tag: string): Promise<void> {
  const base = ['--build-arg', `NODE_IMAGE=${readBaseImage(service)}`];
  const args = ['build', ...base, '-f', join('services', service, 'Dockerfile'), '-t', tag, '.'];
  try {
    await runToEnd(engine, args, { cwd: rootDir });
  } catch (error) {
    const lines = error instanceof Error ? error.message.split('\n').slice(-20).join('\n') : String(error);
    throw new Error(`${tag} could not be built by ${engine}:\n${lines}`, { cause: error });
  }
}

/** The size of an image of this machine in MB. */
export async function measureImage(engine: Engine, image: string): Promise<number> {
  if (engine !== 'buildah')
    return Number(await runToEnd(engine, ['image', 'inspect', '--format', '{{.Size}}', image])) / 1e6;
  const size = await runToEnd(engine, ['images', '--format', '{{.Size}}', image]);
  const [, amount, unit] = /([\d.]+) ([KMG])B/.exec(size) ?? [];
  return Number(amount) * ({ K: 0.001, M: 1, G: 1000 }[unit ?? ''] ?? Number.NaN);
}

/** Writes an image as an archive that `docker load` and `podman load` read. */
export async function saveImage(engine: Engine, image: string, file: string): Promise<void> {
  if (engine === 'buildah') await runToEnd(engine, ['push', image, `docker-archive:${file}:${image}`]);
  else await runToEnd(engine, ['save', '--output', file, image]);
}

/**
 * Runs a command in a new container without a network, without capabilities and, but by buildah, with a read-only root
 * file system. Returns what it printed.
 */
export async function runContained(
  engine: Engine,
  image: string,
  environment: Readonly<Record<string, string>>,
  command: readonly string[],
): Promise<string> {
  const variables = Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  if (engine !== 'buildah') {
    const rights = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];
    const place = ['run', '--rm', '--network', 'none', '--tmpfs', '/tmp', ...rights];
    return runToEnd(engine, [...place, ...variables, image, ...command]);
  }
  const container = (await runToEnd(engine, ['from', image])).trim();
  try {
    const place = ['run', '--network', 'none', '--cap-drop', 'ALL'];
    return await runToEnd(engine, [...place, ...variables, container, '--', ...command]);
  } finally {
    await runToEnd(engine, ['rm', container]);
  }
}
