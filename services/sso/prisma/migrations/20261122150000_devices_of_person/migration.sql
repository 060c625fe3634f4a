-- latchkey: no transaction
-- Serves the list of a person's devices, and each of its filters without a look at the table: whoever has many devices
-- is counted from the index alone. What nobody decided is in no list, so a new authorization does not write it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "device_authorizations_of_person" ON "device_authorizations"("user_id", "created_at" DESC, "id" DESC) INCLUDE ("client_id", "state", "failure", "family_id", "expires_at") WHERE ("decided_at" IS NOT NULL);
