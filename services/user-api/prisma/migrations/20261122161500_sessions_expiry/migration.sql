-- latchkey: no transaction
-- No statement of any version reads it: the purge has sessions_ended.
DROP INDEX CONCURRENTLY IF EXISTS "sessions_expires_at_idx";
