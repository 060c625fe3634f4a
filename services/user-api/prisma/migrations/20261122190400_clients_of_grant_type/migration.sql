-- latchkey: no transaction
-- The filter grant_type of the clients.
CREATE INDEX CONCURRENTLY "oauth_clients_of_grant_type" ON "oauth_clients" USING gin ("grant_types");
