-- latchkey: no transaction
-- An owner's list: all of it, a period, and the status, which is counted from the index alone.
CREATE INDEX CONCURRENTLY "credentials_of_owner_newest" ON "credentials"("owner_id", "created_at" DESC, "id" DESC) INCLUDE ("expires_at", "revoked_at");
