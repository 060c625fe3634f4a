-- latchkey: no transaction
-- Serves the families of a consent, whose use and number its list shows; those of a person, for the state of devices; and
-- the revocation of either.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "refresh_families_of_person" ON "refresh_families"("user_id", "client_id", "id") INCLUDE ("revoked_at", "idle_expires_at", "absolute_expires_at", "issued_at");
