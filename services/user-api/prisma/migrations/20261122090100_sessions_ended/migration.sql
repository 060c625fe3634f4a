-- latchkey: no transaction
CREATE INDEX CONCURRENTLY "sessions_ended" ON "sessions"(least("revoked_at", "expires_at"));
