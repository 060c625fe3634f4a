-- latchkey: no transaction
-- status=revoked of an owner's list. Few credentials are revoked: they live for minutes.
CREATE INDEX CONCURRENTLY "credentials_of_owner_revoked" ON "credentials"("owner_id", "created_at" DESC, "id" DESC) WHERE "revoked_at" IS NOT NULL;
