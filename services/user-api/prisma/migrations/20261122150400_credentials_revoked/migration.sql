-- latchkey: no transaction
-- status=revoked of an operator's list.
CREATE INDEX CONCURRENTLY "credentials_revoked" ON "credentials"("created_at" DESC, "id" DESC) WHERE "revoked_at" IS NOT NULL;
