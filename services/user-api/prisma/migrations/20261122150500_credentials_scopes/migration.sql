-- latchkey: no transaction
-- The filter scope, where few credentials hold it.
CREATE INDEX CONCURRENTLY "credentials_scopes" ON "credentials" USING gin ("scopes");
