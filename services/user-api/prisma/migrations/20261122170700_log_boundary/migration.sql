SET lock_timeout = '5s';

-- The rows of today's table will be the first partition, up to this boundary: the first day of the month after next, so
-- that the migrations to come have a whole month's time. A clock that is behind the day on which this was written is
-- taken for that day.
DO $$
DECLARE
    latest TIMESTAMPTZ := greatest(now(), '2026-11-22 00:00+00', (SELECT max("created_at") FROM "request_log"));
BEGIN
    EXECUTE format('ALTER TABLE "request_log" ADD CONSTRAINT "request_log_before" CHECK ("created_at" < %L) NOT VALID',
        (date_trunc('month', latest AT TIME ZONE 'UTC') + interval '2 months') AT TIME ZONE 'UTC');
END $$;
