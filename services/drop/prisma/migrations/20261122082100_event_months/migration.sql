SET lock_timeout = '5s';

-- Drops each past month whose last event is older than so many days, and answers how many. A month stays for the next
-- sweep while another process drops months, or while somebody uses the events for longer than a second.
CREATE FUNCTION "drop_old_event_months"("days" INTEGER) RETURNS INTEGER
LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
DECLARE
    until TIMESTAMPTZ := now() - make_interval(days => "days");
    found_month TEXT;
    is_needed BOOLEAN;
    dropped INTEGER := 0;
BEGIN
    IF NOT pg_try_advisory_xact_lock(4004) THEN
        RETURN 0;
    END IF;
    FOR found_month IN
        SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
        WHERE inhparent = 'drop_events'::regclass AND relname ~ '^drop_events_\d{4}_\d{2}$'
            AND (to_date(right(relname, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC' <= now()
    LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE at > $1)', found_month) INTO is_needed USING until;
        IF NOT is_needed THEN
            BEGIN
                EXECUTE format('DROP TABLE %I', found_month);
                dropped := dropped + 1;
            EXCEPTION WHEN lock_not_available THEN
                NULL;
            END;
        END IF;
    END LOOP;
    RETURN dropped;
END $$;
