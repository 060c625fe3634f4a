-- latchkey: no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "superseded_tokens_sealed" ON "superseded_tokens"("family_id") WHERE ("sealed_response" IS NOT NULL);
