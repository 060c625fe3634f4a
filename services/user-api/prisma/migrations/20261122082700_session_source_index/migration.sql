-- latchkey: no transaction
-- CreateIndex
CREATE INDEX CONCURRENTLY "sessions_source_id_idx" ON "sessions"("source_id");
