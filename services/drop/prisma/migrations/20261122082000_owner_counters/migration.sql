SET lock_timeout = '5s';

ALTER TABLE "drops"
    -- Bytes of the ciphertext, known after its shredding too.
    ADD COLUMN "sealed_bytes" INTEGER NOT NULL DEFAULT 0,
    -- The X-Request-Id that the consuming request came with.
    ADD COLUMN "caller_request_id" TEXT;

ALTER TABLE "drop_events" ADD COLUMN "caller_request_id" TEXT;

-- What each owner holds, over shards so that writers do not queue for one row. Statements write their own deltas.
-- Half of each page stays free, so that an update needs no new index entry.
CREATE TABLE "drop_owner_counters" (
    "owner" TEXT COLLATE "C" NOT NULL,
    "shard" SMALLINT NOT NULL,
    "drops" BIGINT NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "drop_owner_counters_pkey" PRIMARY KEY ("owner", "shard")
) WITH (fillfactor = 50);

DROP TRIGGER "drops_count_insert" ON "drops";
DROP TRIGGER "drops_count_delete" ON "drops";
DROP FUNCTION "count_drops"();

-- Counts everything anew while nobody writes: now, and after the last process of an earlier version has ended, because
-- such a process writes no deltas.
CREATE FUNCTION "recount_drops"() RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    LOCK TABLE "drops" IN SHARE ROW EXCLUSIVE MODE;
    UPDATE "drops" SET "sealed_bytes" = octet_length("ciphertext")
    WHERE "status" = 'active' AND "sealed_bytes" <> octet_length("ciphertext");
    UPDATE "drop_counters" SET "total" = CASE "shard" WHEN 0 THEN (SELECT count(*) FROM "drops") ELSE 0 END;
    DELETE FROM "drop_owner_counters";
    INSERT INTO "drop_owner_counters" ("owner", "shard", "drops", "bytes")
    SELECT "owner", 0, count(*), sum("sealed_bytes")
    FROM "drops" WHERE "status" IN ('reserved', 'active') GROUP BY "owner";
END $$;

SELECT "recount_drops"();
