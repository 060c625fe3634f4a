-- latchkey: no transaction
-- Serves the filter `org` of the operators' list. Most rows speak for no org and are not in it.
CREATE INDEX CONCURRENTLY "request_log_first_of_org_newest" ON "request_log" ("org_id", "created_at" DESC, "id" DESC)
WHERE "org_id" IS NOT NULL;
