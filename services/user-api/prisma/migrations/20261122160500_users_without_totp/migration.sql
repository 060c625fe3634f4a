-- latchkey: no transaction
-- The filter mfa of the users, false.
CREATE INDEX CONCURRENTLY "users_without_totp_newest" ON "users"("created_at" DESC, "id" DESC) WHERE "totp_secret" IS NULL;
