SET lock_timeout = '5s';

-- The log in months, under its old name: a process of an earlier version goes on reading and writing it. Its rows so far
-- are the first partition. No row is read here, since a valid constraint holds the boundary and every index is there.
-- There is no default partition: PostgreSQL would then sort a list instead of reading one month after the other.
ALTER TABLE "request_log" RENAME TO "request_log_first";
ALTER TABLE "request_log_first" DROP CONSTRAINT "request_log_pkey";
ALTER TABLE "request_log_first" ADD CONSTRAINT "request_log_first_pkey" PRIMARY KEY USING INDEX "request_log_first_key";
ALTER INDEX "request_log_of_user_newest" RENAME TO "request_log_first_of_user_newest";
-- The primary key, read backwards, is this index.
DROP INDEX "request_log_newest";

CREATE TABLE "request_log" (
    LIKE "request_log_first",
    CONSTRAINT "request_log_pkey" PRIMARY KEY ("created_at", "id")
) PARTITION BY RANGE ("created_at");

-- Serves a person's own log, and the filter `user_id` and the part of an address in `search` of the operators' list.
CREATE INDEX "request_log_of_user_newest" ON "request_log" ("user_id", "created_at" DESC, "id" DESC);
CREATE INDEX "request_log_of_event_newest" ON "request_log" ("event", "created_at" DESC, "id" DESC);
CREATE INDEX "request_log_of_outcome_newest" ON "request_log" ("outcome", "created_at" DESC, "id" DESC);
CREATE INDEX "request_log_of_method_newest" ON "request_log" ("method", "created_at" DESC, "id" DESC)
WHERE "method" IS NOT NULL;
CREATE INDEX "request_log_of_client_newest" ON "request_log" ("client_id", "created_at" DESC, "id" DESC)
WHERE "client_id" IS NOT NULL;
CREATE INDEX "request_log_of_ip_newest" ON "request_log" ("ip", "created_at" DESC, "id" DESC);
CREATE INDEX "request_log_of_org_newest" ON "request_log" ("org_id", "created_at" DESC, "id" DESC)
WHERE "org_id" IS NOT NULL;

DO $$ BEGIN
    EXECUTE format('ALTER TABLE "request_log" ATTACH PARTITION "request_log_first" FOR VALUES FROM (MINVALUE) TO (%L)',
        (SELECT substring(pg_get_constraintdef("oid") FROM '''([^'']+)''') FROM "pg_constraint"
        WHERE "conrelid" = 'request_log_first'::regclass AND "conname" = 'request_log_before'));
END $$;
ALTER TABLE "request_log_first" DROP CONSTRAINT "request_log_before";

-- The partitions of the log, and the instant at which each ends.
CREATE FUNCTION "request_log_months"() RETURNS TABLE ("month" TEXT, "until" TIMESTAMPTZ) LANGUAGE sql STABLE AS $$
    SELECT relname::TEXT, substring(pg_get_expr(relpartbound, pg_class.oid) FROM 'TO \(''([^'']+)')::TIMESTAMPTZ
    FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'request_log'::regclass
$$;

-- Makes months until so many lie ahead of the one of `at`, and answers those that it made. Nobody who reads or writes the
-- log waits: a month is made as a table of its own and then attached. Callers take turns.
CREATE FUNCTION "make_request_log_months"("at" TIMESTAMPTZ, "ahead" INTEGER) RETURNS SETOF TEXT
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '3s' AS $$
DECLARE
    this_month TIMESTAMPTZ := date_trunc('month', "at");
    first_day TIMESTAMPTZ;
    month_name TEXT;
BEGIN
    PERFORM pg_advisory_xact_lock(4005);
    SELECT coalesce(max("until"), this_month) INTO first_day FROM request_log_months();
    WHILE first_day <= this_month + make_interval(months => "ahead") LOOP
        month_name := 'request_log_' || to_char(first_day, 'YYYY_MM');
        EXECUTE format('CREATE TABLE %I (LIKE request_log INCLUDING ALL)', month_name);
        EXECUTE format('ALTER TABLE request_log ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
            month_name, first_day, first_day + interval '1 month');
        RETURN NEXT month_name;
        first_day := first_day + interval '1 month';
    END LOOP;
END $$;

-- Drops the oldest partition if it has ended and its last row is so many days old, and the counts of its days with it;
-- answers its name and how many rows were counted. Without rows, its end stands for the last row. It drops one at a time,
-- because the whole log is locked from the drop on until the transaction ends. It answers nothing when no partition is
-- old enough or another caller is at it, and no number when the lock is not free.
CREATE FUNCTION "drop_old_request_log_month"("at" TIMESTAMPTZ, "days" INTEGER)
RETURNS TABLE ("month" TEXT, "rows" BIGINT)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '500ms' AS $$
#variable_conflict use_column
DECLARE
    limit_of_age TIMESTAMPTZ := "at" - make_interval(days => "days");
    oldest RECORD;
    last_row TIMESTAMPTZ;
    found_rows BIGINT;
    row_count BIGINT := 0;
BEGIN
    IF NOT pg_try_advisory_xact_lock(4006) THEN
        RETURN;
    END IF;
    SELECT * INTO oldest FROM request_log_months() ORDER BY "until" LIMIT 1;
    EXECUTE format('SELECT max(created_at) FROM %I', oldest."month") INTO last_row;
    IF oldest."until" > "at" OR coalesce(last_row, oldest."until") > limit_of_age THEN
        RETURN;
    END IF;
    BEGIN
        -- Nobody writes to it from here on, so a row that has just come late is seen.
        EXECUTE format('LOCK TABLE %I IN SHARE MODE', oldest."month");
        EXECUTE format('SELECT max(created_at) FROM %I', oldest."month") INTO last_row;
        IF last_row > limit_of_age THEN
            RETURN;
        END IF;
        EXECUTE format('DROP TABLE %I', oldest."month");
        -- Whoever adds up the shards of a day puts a new row in the place of those that this waits for.
        LOOP
            WITH gone AS (
                DELETE FROM row_counts WHERE "list" = 'request_log' AND "since" < oldest."until" RETURNING "rows"
            )
            SELECT sum("rows") INTO found_rows FROM gone;
            EXIT WHEN found_rows IS NULL;
            row_count := row_count + found_rows;
        END LOOP;
    EXCEPTION WHEN lock_not_available THEN
        row_count := NULL;
    END;
    RETURN QUERY SELECT oldest."month", row_count;
END $$;

-- The service and the command run them although another role may own the tables. Nobody else may.
REVOKE EXECUTE ON FUNCTION "make_request_log_months"(TIMESTAMPTZ, INTEGER),
    "drop_old_request_log_month"(TIMESTAMPTZ, INTEGER) FROM PUBLIC;

SELECT "make_request_log_months"(now(), 12);
