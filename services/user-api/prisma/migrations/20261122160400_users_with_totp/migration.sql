-- latchkey: no transaction
-- The filter mfa of the users, true. An index on whether there is a secret could not be read without the table.
CREATE INDEX CONCURRENTLY "users_with_totp_newest" ON "users"("created_at" DESC, "id" DESC) WHERE "totp_secret" IS NOT NULL;
