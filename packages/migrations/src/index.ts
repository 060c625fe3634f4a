export { applyMigrations } from './apply-migrations.ts';
export { withAdvisoryLock, withClient, withDatabaseName } from './database.ts';
export { fingerprintMigrations } from './migration-files.ts';
