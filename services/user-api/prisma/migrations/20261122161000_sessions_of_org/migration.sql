-- latchkey: no transaction
-- The filter org of the sessions. Most speak for no org.
CREATE INDEX CONCURRENTLY "sessions_of_org_newest" ON "sessions"("org_id", "created_at" DESC, "id" DESC) WHERE "org_id" IS NOT NULL;
