-- latchkey: no transaction
-- The filter status of the sessions, active and expired. last_seen_at is in no index, so that a use changes none.
CREATE INDEX CONCURRENTLY "sessions_unrevoked_newest" ON "sessions"("created_at" DESC, "id" DESC) WHERE "revoked_at" IS NULL;
