import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes one migration into a folder of them; answers the path of its script. */
export function writeMigration(migrationsDir: string, name: string, script: string): string {
  mkdirSync(join(migrationsDir, name), { recursive: true });
  const path = join(migrationsDir, name, 'migration.sql');
  writeFileSync(path, script);
  return path;
}
