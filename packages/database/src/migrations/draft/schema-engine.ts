import { bindMigrationAwareSqlAdapterFactory, type SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import { openAdapter, openShadowAdapter } from './engine-adapter.ts';

/** Where the engine leaves its last words before it traps. */
function reportPanics(): void {
  const registry = { set_message: (message: string) => console.error(message) };
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: registry });
}

/**
 * Runs `work` with Prisma's schema engine (WebAssembly, nothing downloaded) bound to the database, and closes every
 * connection it opened. Source: contract part 4 "Prisma without downloads".
 */
export async function withSchemaEngine<T>(
  databaseUrl: string,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  reportPanics();
  const engineModule = await import('@prisma/schema-engine-wasm');
  const opened: SqlDriverAdapter[] = [];
  const remember = async (opening: Promise<SqlDriverAdapter>): Promise<SqlDriverAdapter> => {
    const adapter = await opening;
    opened.push(adapter);
    return adapter;
  };
  const factory = bindMigrationAwareSqlAdapterFactory({
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => remember(openAdapter(databaseUrl)),
    connectToShadowDb: () => remember(openShadowAdapter(databaseUrl)),
  });
  const engine = await engineModule.SchemaEngine.new({ datamodels: undefined }, () => undefined, factory);
  try {
    return await work(engine);
  } finally {
    for (const adapter of opened) await adapter.dispose();
  }
}
