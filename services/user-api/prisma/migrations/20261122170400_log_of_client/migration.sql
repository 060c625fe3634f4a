-- latchkey: no transaction
-- Serves the filter `client_id` of the operators' list. Rows without a client are not in it.
CREATE INDEX CONCURRENTLY "request_log_first_of_client_newest" ON "request_log" ("client_id", "created_at" DESC, "id" DESC)
WHERE "client_id" IS NOT NULL;
