-- latchkey: no transaction
-- The filter kind of the sessions.
CREATE INDEX CONCURRENTLY "sessions_of_kind_newest" ON "sessions"("kind", "created_at" DESC, "id" DESC);
