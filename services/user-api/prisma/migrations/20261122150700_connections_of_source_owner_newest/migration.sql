-- latchkey: no transaction
-- Connections whose source a person or an org owns.
CREATE INDEX CONCURRENTLY "connections_of_source_owner_newest" ON "connections"("source_owner_id", "created_at" DESC, "id" DESC);
