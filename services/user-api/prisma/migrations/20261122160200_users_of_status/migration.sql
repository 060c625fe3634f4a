-- latchkey: no transaction
-- The filter status of the users.
CREATE INDEX CONCURRENTLY "users_of_status_newest" ON "users"("status", "created_at" DESC, "id" DESC);
