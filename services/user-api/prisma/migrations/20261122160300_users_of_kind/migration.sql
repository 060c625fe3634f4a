-- latchkey: no transaction
-- The filter kind of the users.
CREATE INDEX CONCURRENTLY "users_of_kind_newest" ON "users"("kind", "created_at" DESC, "id" DESC);
