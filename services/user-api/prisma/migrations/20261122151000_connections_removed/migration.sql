-- latchkey: no transaction
-- status=removed of an operator's list. Few connections are removed.
CREATE INDEX CONCURRENTLY "connections_removed" ON "connections"("created_at" DESC, "id" DESC) WHERE "status" = 'removed';
