-- latchkey: no transaction
-- The filter search of the clients, and by either end of the connections.
CREATE INDEX CONCURRENTLY "oauth_clients_search" ON "oauth_clients" USING gin ("name" gin_trgm_ops, "id" gin_trgm_ops);
