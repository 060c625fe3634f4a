SET lock_timeout = '5s';

-- Drops, or what is left of them.
CREATE TABLE "drops" (
    "id" TEXT COLLATE "C" NOT NULL,
    "owner" TEXT COLLATE "C" NOT NULL,
    "status" TEXT NOT NULL,
    "anonymous" BOOLEAN NOT NULL,
    "kind" TEXT,
    "metadata" JSON,
    -- For what its owner asks strangers, and what they are shown of the owner. Only who is asked for has an asker.
    "asks" TEXT,
    "asker_kind" TEXT,
    "asker" TEXT,
    -- The owner is notified by mail.
    "notify" BOOLEAN NOT NULL DEFAULT false,
    -- When wrong keys first closed a drop whose owner is notified.
    "closed_at" TIMESTAMPTZ(3),
    "payload_format" TEXT,
    "content_type" TEXT,
    -- Bytes of the payload, known after its shredding too.
    "size" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "activated_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),
    "consumed_by" TEXT,
    "consume_request_id" TEXT,
    -- The X-Request-Id of the consuming request.
    "caller_request_id" TEXT,
    "revoked_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "kdf" TEXT,
    "pepper_kid" TEXT,
    "salt" BYTEA,
    "nonce" BYTEA,
    "verifier" BYTEA,
    "ciphertext" BYTEA,
    -- Bytes of the ciphertext, known after its shredding too.
    "sealed_bytes" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "drops_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "drops_status_check" CHECK ("status" IN ('reserved', 'active', 'consumed', 'revoked', 'expired')),
    -- Only an active drop holds a payload, and what others may fill in has a lock before.
    CONSTRAINT "drops_secrets_check" CHECK (
        num_nonnulls("nonce", "ciphertext") = CASE WHEN "status" = 'active' THEN 2 ELSE 0 END
        AND num_nonnulls("salt", "verifier") =
            CASE WHEN "status" = 'active' OR ("status" = 'reserved' AND "asker" IS NOT NULL) THEN 2 ELSE 0 END
    ),
    CONSTRAINT "drops_asker_check" CHECK (("asker" IS NULL) = ("asker_kind" IS NULL)),
    CONSTRAINT "drops_ended_check" CHECK (("ended_at" IS NULL) = ("status" IN ('reserved', 'active')))
);

-- Ciphertext does not compress.
ALTER TABLE "drops" ALTER COLUMN "ciphertext" SET STORAGE EXTERNAL;

CREATE INDEX "drops_owner_created_at_id_idx" ON "drops" ("owner", "created_at" DESC, "id" DESC);
CREATE INDEX "drops_created_at_id_idx" ON "drops" ("created_at" DESC, "id" DESC);
CREATE INDEX "drops_expires_at_live_idx" ON "drops" ("expires_at") WHERE "status" IN ('reserved', 'active');
CREATE INDEX "drops_ended_at_idx" ON "drops" ("ended_at") WHERE "ended_at" IS NOT NULL;
CREATE INDEX "drops_expired_idx" ON "drops" ("expires_at") WHERE "status" = 'expired';

-- What each owner holds, and under '' how many rows drops has, over shards so that writers do not queue for one row.
-- Statements write their own deltas. Half of each page stays free, so that an update needs no new index entry.
CREATE TABLE "drop_counters" (
    "owner" TEXT COLLATE "C" NOT NULL,
    "shard" SMALLINT NOT NULL,
    "drops" BIGINT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "rows" BIGINT NOT NULL,

    CONSTRAINT "drop_counters_pkey" PRIMARY KEY ("owner", "shard")
) WITH (fillfactor = 50);

-- Counts all drops again while nobody writes, after rows were written by other means than the service.
CREATE FUNCTION "recount_drops"() RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    LOCK TABLE "drops" IN SHARE ROW EXCLUSIVE MODE;
    UPDATE "drops" SET "sealed_bytes" = octet_length("ciphertext")
    WHERE "status" = 'active' AND "sealed_bytes" <> octet_length("ciphertext");
    DELETE FROM "drop_counters";
    INSERT INTO "drop_counters" ("owner", "shard", "drops", "bytes", "rows")
    SELECT "owner", 0, count(*), sum("sealed_bytes"), 0
    FROM "drops" WHERE "status" IN ('reserved', 'active') GROUP BY "owner"
    UNION ALL SELECT '', 0, 0, 0, count(*) FROM "drops";
END $$;

-- What happened to drops, and what was refused.
CREATE SEQUENCE "drop_events_id_seq";

CREATE TABLE "drop_events" (
    "id" BIGINT NOT NULL DEFAULT nextval('drop_events_id_seq'),
    "at" TIMESTAMPTZ(3) NOT NULL,
    "drop_id" TEXT COLLATE "C" NOT NULL,
    "owner" TEXT COLLATE "C" NOT NULL,
    "event" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "request_id" TEXT,
    "caller_request_id" TEXT,
    "reason" TEXT,
    -- What the mail about it says, and of a denial that it was the one that closed the drop, until user-api has it.
    "notice" JSONB,
    -- Ids are drawn before a transaction ends, so that a lower one may appear after a higher one was read. Followers read
    -- what is older than every running transaction, in the order (tx, id), and miss nothing.
    "tx" xid8 NOT NULL DEFAULT pg_current_xact_id(),

    CONSTRAINT "drop_events_pkey" PRIMARY KEY ("at", "id")
) PARTITION BY RANGE ("at");

ALTER SEQUENCE "drop_events_id_seq" OWNED BY "drop_events"."id";
CREATE INDEX "drop_events_drop_id_at_idx" ON "drop_events" ("drop_id", "at");
CREATE INDEX "drop_events_tx_id_idx" ON "drop_events" ("tx", "id");
CREATE INDEX "drop_events_notice_idx" ON "drop_events" ("id") WHERE "notice" IS NOT NULL;

-- How far the events have been handed to user-api: one row.
CREATE TABLE "handed_over" (
    "tx" xid8 NOT NULL,
    "id" BIGINT NOT NULL
);
INSERT INTO "handed_over" VALUES ('0', 0);

-- Takes the events of a month that has no partition, so that no event is ever refused.
CREATE TABLE "drop_events_default" PARTITION OF "drop_events" DEFAULT;

-- Makes the partitions of this month and the next ones. A month whose events are in the default already stays there.
-- The service makes and drops months although another role may own the tables. Nobody else may.
CREATE FUNCTION "ensure_drop_event_months"("ahead" INTEGER) RETURNS VOID
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    first_day TIMESTAMP := date_trunc('month', now() AT TIME ZONE 'UTC');
    partition_name TEXT;
BEGIN
    FOR i IN 0..ahead LOOP
        partition_name := 'drop_events_' || to_char(first_day, 'YYYY_MM');
        IF to_regclass(partition_name) IS NULL THEN
            BEGIN
                EXECUTE format('CREATE TABLE %I PARTITION OF drop_events FOR VALUES FROM (%L) TO (%L)', partition_name,
                    first_day AT TIME ZONE 'UTC', (first_day + interval '1 month') AT TIME ZONE 'UTC');
            EXCEPTION WHEN duplicate_table OR check_violation OR invalid_object_definition THEN
                NULL;
            END;
        END IF;
        first_day := first_day + interval '1 month';
    END LOOP;
END $$;

-- Drops each past month whose last event is older than `days`, and answers how many it dropped. A month stays for the next
-- sweep while another process drops months, or while somebody uses the events for longer than a second.
CREATE FUNCTION "drop_old_event_months"("days" INTEGER) RETURNS INTEGER
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '1s' AS $$
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

REVOKE EXECUTE ON FUNCTION "ensure_drop_event_months"(INTEGER), "drop_old_event_months"(INTEGER) FROM PUBLIC;

SELECT "ensure_drop_event_months"(3);
