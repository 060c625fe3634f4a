-- latchkey: no transaction
-- The filter status of the clients.
CREATE INDEX CONCURRENTLY "oauth_clients_of_status_newest" ON "oauth_clients"("status", "created_at" DESC, "id" DESC) WHERE "archived_at" IS NULL;
