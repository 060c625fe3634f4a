-- latchkey: no transaction
-- The key of the partitioned log, which must hold created_at. It also is the order of every list of the log.
CREATE UNIQUE INDEX CONCURRENTLY "request_log_first_key" ON "request_log" ("created_at", "id");
