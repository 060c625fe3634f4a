-- latchkey: no transaction
-- An operator's list of all connections.
CREATE INDEX CONCURRENTLY "connections_newest" ON "connections"("created_at" DESC, "id" DESC);
