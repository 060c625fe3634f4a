import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { rootDir } from '../local/paths.ts';

/** The first container engine that runs here; undefined where none does. */
export function findEngine(engines: readonly string[] = ['docker', 'podman']): string | undefined {
  return engines.find((engine) => spawnSync(engine, ['info'], { stdio: 'ignore' }).status === 0);
}

/** Builds the image of a service, on the base image of NODE_IMAGE where that is set, and writes its archive, which `docker load` and `podman load` read. */
export async function saveImage(engine: string, service: string, version: string, file: string) {
  const name = `latchkey/${service}:${version}`;
  const { NODE_IMAGE: base } = process.env;
  const from = base === undefined ? [] : ['--build-arg', `NODE_IMAGE=${base}`];
  const build = ['build', '--quiet', ...from, '-f', join('services', service, 'Dockerfile'), '-t', name, '.'];
  await expectDone(spawn(engine, build, { cwd: rootDir, stdio: ['ignore', 'ignore', 'inherit'] }), name);
  const save = spawn(engine, ['save', name], { stdio: ['ignore', 'pipe', 'inherit'] });
  await Promise.all([pipeline(save.stdout, createGzip(), createWriteStream(file)), expectDone(save, name)]);
}

async function expectDone(child: ReturnType<typeof spawn>, name: string): Promise<void> {
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${name} could not be made.`);
}
