-- latchkey: no transaction
-- The filter archived of the clients.
CREATE INDEX CONCURRENTLY "oauth_clients_archived_newest" ON "oauth_clients"("created_at" DESC, "id" DESC) WHERE "archived_at" IS NOT NULL;
