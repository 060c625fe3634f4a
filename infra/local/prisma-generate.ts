import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runToEnd } from './child-process.ts';
import { rootDir, stateDir } from './paths.ts';
import { findServiceDir, services, type ServiceName } from './service-list.ts';

/** Changes with the schema, with Prisma's version, and with how it is called. */
function makeFingerprint(schemaFile: string): string {
  const lockfile = readFileSync(join(rootDir, 'pnpm-lock.yaml'));
  return createHash('sha256')
    .update(readFileSync(schemaFile))
    .update(lockfile)
    .update(readFileSync(import.meta.filename))
    .digest('hex');
}

function findPrismaCommand(): string {
  const manifestFile = createRequire(import.meta.url).resolve('prisma/package.json');
  return join(dirname(manifestFile), 'build/index.js');
}

async function generateClient(name: ServiceName): Promise<void> {
  const cwd = findServiceDir(name);
  const schemaFile = join(cwd, 'prisma/schema.prisma');
  const stampFile = join(stateDir, 'generated', name);
  const fingerprint = makeFingerprint(schemaFile);
  const isCurrent = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint;
  if (isCurrent && existsSync(join(cwd, 'prisma/generated'))) return;
  const env = {
    ...process.env,
    // Any program will do: generating asks for an engine and does not use it (contract part 4).
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  };
  await runToEnd(process.execPath, [findPrismaCommand(), 'generate'], { cwd, env });
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, fingerprint);
}

/** Writes `prisma/generated` of every service whose schema changed since the last time. Throws what Prisma printed. */
export async function generateClients(): Promise<void> {
  await Promise.all(services.map(({ name }) => generateClient(name)));
}

if (import.meta.main) await generateClients();
