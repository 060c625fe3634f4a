-- latchkey: no transaction
-- The filter client_id of the sessions.
CREATE INDEX CONCURRENTLY "sessions_of_client_newest" ON "sessions"("client_id", "created_at" DESC, "id" DESC);
