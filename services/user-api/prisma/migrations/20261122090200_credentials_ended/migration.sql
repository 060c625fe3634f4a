-- latchkey: no transaction
CREATE INDEX CONCURRENTLY "credentials_ended" ON "credentials"(least("revoked_at", "expires_at"));
