-- latchkey: no transaction
-- The filter name of the clients.
CREATE INDEX CONCURRENTLY "oauth_clients_of_name_newest" ON "oauth_clients"("name", "created_at" DESC, "id" DESC);
