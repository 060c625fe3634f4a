-- latchkey: no transaction
-- The same for an operator's list of all.
CREATE INDEX CONCURRENTLY "credentials_newest" ON "credentials"("created_at" DESC, "id" DESC) INCLUDE ("expires_at", "revoked_at");
