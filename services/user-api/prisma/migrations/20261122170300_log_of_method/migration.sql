-- latchkey: no transaction
-- Serves the filter `method` of the operators' list. Rows without a method are not in it.
CREATE INDEX CONCURRENTLY "request_log_first_of_method_newest" ON "request_log" ("method", "created_at" DESC, "id" DESC)
WHERE "method" IS NOT NULL;
