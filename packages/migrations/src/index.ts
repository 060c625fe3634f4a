export { applyMigrations } from './apply-migrations.ts';
export { withAdvisoryLock, withClient, withDatabaseName } from './database.ts';
export { createMigrationCheck } from './migration-check.ts';
export { fingerprintMigrations } from './migration-files.ts';
