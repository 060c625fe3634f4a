-- latchkey: no transaction
-- The filter name of the users.
CREATE INDEX CONCURRENTLY "users_of_name_newest" ON "users"("name", "created_at" DESC, "id" DESC);
