SET lock_timeout = '5s';

-- How many rows the big lists have, over shards so that writers do not queue for one row. Statements write their own
-- deltas. Half of each page stays free, so that an update needs no new index entry.
CREATE TABLE "row_counts" (
    "list" TEXT NOT NULL,
    "shard" SMALLINT NOT NULL,
    "rows" BIGINT NOT NULL,

    CONSTRAINT "row_counts_pkey" PRIMARY KEY ("list", "shard")
) WITH (fillfactor = 50);

INSERT INTO "row_counts" ("list", "shard", "rows")
SELECT "list", "shard", 0
FROM unnest(ARRAY['users', 'sessions', 'request_log']) "list", generate_series(0, 31) "shard";

-- Counts everything anew while nobody writes: now, and after the last process of an earlier version has ended, because
-- such a process writes no deltas.
CREATE FUNCTION "recount_rows"() RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    LOCK TABLE "users", "sessions", "request_log" IN SHARE ROW EXCLUSIVE MODE;
    UPDATE "row_counts" SET "rows" = CASE
        WHEN "shard" <> 0 THEN 0
        WHEN "list" = 'users' THEN (SELECT count(*) FROM "users")
        WHEN "list" = 'sessions' THEN (SELECT count(*) FROM "sessions")
        ELSE (SELECT count(*) FROM "request_log")
    END;
END $$;

SELECT "recount_rows"();
