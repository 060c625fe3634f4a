SET lock_timeout = '5s';

-- How many rows the big lists have of each day (UTC), over shards so that writers do not queue for one row. Statements
-- write their own deltas. Half of each page stays free, so that an update needs no new index entry.
CREATE TABLE "row_counts" (
    "list" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "shard" SMALLINT NOT NULL,
    "rows" BIGINT NOT NULL,

    CONSTRAINT "row_counts_pkey" PRIMARY KEY ("list", "since", "shard")
) WITH (fillfactor = 50);

-- Counts everything anew while nobody writes: now, and after the last process of an earlier version has ended, because
-- such a process writes no deltas. Whoever opens a session locks users to read them, sessions, and users to write them:
-- users are locked from both here, or the two would wait for each other.
CREATE FUNCTION "recount_rows"() RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    LOCK TABLE "users" IN EXCLUSIVE MODE;
    LOCK TABLE "sessions", "request_log", "row_counts" IN SHARE ROW EXCLUSIVE MODE;
    DELETE FROM "row_counts";
    INSERT INTO "row_counts" ("list", "since", "shard", "rows")
    SELECT 'users', date_trunc('day', "created_at", 'UTC') AS "day", -1, count(*) FROM "users" GROUP BY "day"
    UNION ALL
    SELECT 'sessions', date_trunc('day', "created_at", 'UTC') AS "day", -1, count(*) FROM "sessions" GROUP BY "day"
    UNION ALL
    SELECT 'request_log', date_trunc('day', "created_at", 'UTC') AS "day", -1, count(*) FROM "request_log" GROUP BY "day";
END $$;

SELECT "recount_rows"();
