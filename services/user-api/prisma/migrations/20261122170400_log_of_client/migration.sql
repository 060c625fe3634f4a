-- latchkey: no transaction
-- Serves the filter `client_id` of the operators' list, and the part of a client_id in `search`.
CREATE INDEX CONCURRENTLY "request_log_first_of_client_newest" ON "request_log" ("client_id", "created_at" DESC, "id" DESC)
WHERE "client_id" IS NOT NULL;
