-- latchkey: no transaction
-- The filter status of the sessions, revoked. A session is put into it when it is revoked.
CREATE INDEX CONCURRENTLY "sessions_revoked_newest" ON "sessions"("created_at" DESC, "id" DESC) WHERE "revoked_at" IS NOT NULL;
