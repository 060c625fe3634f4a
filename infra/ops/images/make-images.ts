import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from '../../local/child-process.ts';
import { rootDir } from '../../local/paths.ts';
import { printTable } from '../../local/print-table.ts';
import { showStep } from '../../local/progress.ts';
import { services, type ServiceName } from '../../local/service-list.ts';
import { readComposeEnvironment } from './compose-environment.ts';
import { buildImage, measureImage, readBaseImage, runContained, type Engine } from './engine.ts';
import { judgeImage, type Found } from './judge-image.ts';

/** What an image may add to its base. */
const mostMegabytes = 40;

const nameImage = (service: ServiceName, tag: string): string => `latchkey/${service}:${tag}`;

/** The packages of a bill of materials, `name@version`. */
function readListed(file: string): Set<string> {
  const { components } = JSON.parse(readFileSync(file, 'utf8')) as {
    components: readonly { group?: string; name: string; version: string }[];
  };
  return new Set(
    components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`),
  );
}

async function inspect(engine: Engine, service: ServiceName, image: string): Promise<Found> {
  const script = readFileSync(join(import.meta.dirname, 'inspect-image.mjs'), 'utf8');
  const environment: Record<string, string> = readComposeEnvironment(service);
  // Nothing is mounted: sso makes its keys where it may write.
  if (environment['SIGNING_KEYS_FILE']) environment['SIGNING_KEYS_FILE'] = '/tmp/signing-keys.json';
  // What only tracing loads must be there too; nothing listens there.
  environment['OTEL_EXPORTER_OTLP_ENDPOINT'] = 'http://127.0.0.1:4318';
  const command = ['node', '--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script];
  return JSON.parse(await runContained(engine, image, environment, command)) as Found;
}

/** Writes a bill of materials of each service and of each package that is published. */
export async function writeSboms(folder: string): Promise<void> {
  const script = join(rootDir, 'infra/ops/release/write-sboms.ts');
  mkdirSync(folder, { recursive: true });
  await runToEnd(process.execPath, ['--disable-warning=ExperimentalWarning', script, folder]);
}

/**
 * Builds the image of each service as `latchkey/<service>:<tag>`, looks into it, and prints a table. `sbomFolder` has the
 * bills of materials. Returns the names of the images; throws a sentence with all that is wrong with them.
 */
export async function makeImages(
  engine: Engine,
  { tag, sbomFolder }: { tag: string; sbomFolder: string },
): Promise<string[]> {
  const rows: string[][] = [];
  const faults: string[] = [];
  for (const { name: service } of services) {
    const image = nameImage(service, tag);
    await showStep(`Building ${image} with ${engine}`, () => buildImage(engine, service, image));
    const found = await showStep(`Looking into ${image}`, () => inspect(engine, service, image));
    const listed = readListed(join(sbomFolder, `latchkey-${service}.cdx.json`));
    const wrong = judgeImage(found, { isReadOnly: engine !== 'buildah', listed, mostMegabytes });
    faults.push(...wrong.map((sentence) => `${image}: ${sentence}`));
    rows.push(await describeImage(engine, service, image, found));
  }
  const head = ['image', 'MB', 'base', '/app', 'packages', 'live after', 'memory'];
  console.log(`\n${printTable(head, rows)}\n\nBills of materials: ${sbomFolder}`);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return services.map(({ name }) => nameImage(name, tag));
}

async function describeImage(engine: Engine, service: ServiceName, image: string, found: Found) {
  const [size, base] = await Promise.all(
    [image, readBaseImage(service)].map((name) => measureImage(engine, name)),
  );
  const { start } = found;
  return [
    image,
    (size ?? 0).toFixed(0),
    (base ?? 0).toFixed(0),
    found.megabytes.toFixed(1),
    String(found.packages.length),
    'failure' in start ? 'never' : `${start.seconds.toFixed(1)} s`,
    'failure' in start ? '' : `${start.memoryMegabytes.toFixed(0)} MB`,
  ];
}
