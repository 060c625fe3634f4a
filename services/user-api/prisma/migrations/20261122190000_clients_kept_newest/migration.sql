-- latchkey: no transaction
-- The usual list of all clients. Clients seldom change, so that their indexes cost little.
CREATE INDEX CONCURRENTLY "oauth_clients_kept_newest" ON "oauth_clients"("created_at" DESC, "id" DESC) WHERE "archived_at" IS NULL;
