-- latchkey: no transaction
-- The filter ip of the sessions.
CREATE INDEX CONCURRENTLY "sessions_of_ip_newest" ON "sessions"("ip", "created_at" DESC, "id" DESC);
