-- latchkey: no transaction
-- Serves the filter `outcome` of the operators' list.
CREATE INDEX CONCURRENTLY "request_log_first_of_outcome_newest" ON "request_log" ("outcome", "created_at" DESC, "id" DESC);
