-- latchkey: no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "device_authorizations_undecided" ON "device_authorizations"("expires_at") WHERE ("decided_at" IS NULL);
