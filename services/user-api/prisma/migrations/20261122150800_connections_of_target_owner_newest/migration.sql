-- latchkey: no transaction
-- Connections whose target a person or an org owns.
CREATE INDEX CONCURRENTLY "connections_of_target_owner_newest" ON "connections"("target_owner_id", "created_at" DESC, "id" DESC);
