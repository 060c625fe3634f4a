-- latchkey: no transaction
-- The filter search of the users, and by email of sessions and of the request log.
CREATE INDEX CONCURRENTLY "users_search" ON "users" USING gin ("email" gin_trgm_ops, "name" gin_trgm_ops);
