-- latchkey: no transaction
-- The upkeep that fills owner_id finds its rows by this. It is empty once all are filled.
CREATE INDEX CONCURRENTLY "credentials_without_owner" ON "credentials"("id") WHERE "owner_id" IS NULL;
