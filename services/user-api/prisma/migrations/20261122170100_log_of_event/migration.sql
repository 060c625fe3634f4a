-- latchkey: no transaction
-- Serves the filter `event` of the operators' list.
CREATE INDEX CONCURRENTLY "request_log_first_of_event_newest" ON "request_log" ("event", "created_at" DESC, "id" DESC);
