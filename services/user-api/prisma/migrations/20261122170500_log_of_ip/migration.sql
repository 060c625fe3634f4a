-- latchkey: no transaction
-- Serves the filter `ip` of the operators' list.
CREATE INDEX CONCURRENTLY "request_log_first_of_ip_newest" ON "request_log" ("ip", "created_at" DESC, "id" DESC);
