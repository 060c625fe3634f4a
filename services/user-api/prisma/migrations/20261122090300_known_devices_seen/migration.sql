-- latchkey: no transaction
CREATE INDEX CONCURRENTLY "known_devices_last_seen_at_idx" ON "known_devices"("last_seen_at");
