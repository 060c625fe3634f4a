-- Numbers are drawn before a transaction ends, so that a lower one may appear after a higher one was read. Followers
-- read what is older than every running transaction, in the order (tx, id), and miss nothing.
ALTER TABLE "drop_events" ADD COLUMN "tx" xid8 NOT NULL DEFAULT pg_current_xact_id();

DROP INDEX "drop_events_id_idx";
CREATE INDEX "drop_events_tx_id_idx" ON "drop_events" ("tx", "id");
