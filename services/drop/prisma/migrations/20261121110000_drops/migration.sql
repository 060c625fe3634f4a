CREATE TABLE "drops" (
    "id" TEXT COLLATE "C" NOT NULL,
    "owner" TEXT COLLATE "C" NOT NULL,
    "status" TEXT NOT NULL,
    "anonymous" BOOLEAN NOT NULL,
    "kind" TEXT,
    "metadata" JSON,
    "payload_format" TEXT,
    "content_type" TEXT,
    "size" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "activated_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),
    "consumed_by" TEXT,
    "consume_request_id" TEXT,
    "revoked_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "kdf" TEXT,
    "pepper_kid" TEXT,
    "salt" BYTEA,
    "nonce" BYTEA,
    "verifier" BYTEA,
    "ciphertext" BYTEA,

    CONSTRAINT "drops_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "drops_status_check" CHECK ("status" IN ('reserved', 'active', 'consumed', 'revoked', 'expired')),
    -- Only an active drop holds secrets, and it holds all of them.
    CONSTRAINT "drops_secrets_check" CHECK (
        num_nonnulls("salt", "nonce", "verifier", "ciphertext") = CASE WHEN "status" = 'active' THEN 4 ELSE 0 END
    ),
    CONSTRAINT "drops_ended_check" CHECK (("ended_at" IS NULL) = ("status" IN ('reserved', 'active')))
);

-- Ciphertext does not compress.
ALTER TABLE "drops" ALTER COLUMN "ciphertext" SET STORAGE EXTERNAL;

CREATE INDEX "drops_owner_created_at_id_idx" ON "drops" ("owner", "created_at" DESC, "id" DESC);
CREATE INDEX "drops_created_at_id_idx" ON "drops" ("created_at" DESC, "id" DESC);
CREATE INDEX "drops_expires_at_live_idx" ON "drops" ("expires_at") WHERE "status" IN ('reserved', 'active');
CREATE INDEX "drops_ended_at_idx" ON "drops" ("ended_at") WHERE "ended_at" IS NOT NULL;
CREATE INDEX "drops_expired_idx" ON "drops" ("expires_at") WHERE "status" = 'expired';

CREATE TABLE "drop_counters" (
    "shard" SMALLINT NOT NULL,
    "total" BIGINT NOT NULL,

    CONSTRAINT "drop_counters_pkey" PRIMARY KEY ("shard")
);

INSERT INTO "drop_counters" ("shard", "total") SELECT shard, 0 FROM generate_series(0, 31) AS shard;

-- Counts in the transaction that inserts or deletes. Shards are locked in order, so that two batches cannot deadlock.
CREATE FUNCTION "count_drops"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM "drop_counters"
    WHERE "shard" IN (SELECT hashtext("id") & 31 FROM "changed") ORDER BY "shard" FOR UPDATE;
    UPDATE "drop_counters" AS counter
    SET "total" = counter."total" + CASE TG_OP WHEN 'INSERT' THEN delta."rows" ELSE -delta."rows" END
    FROM (SELECT hashtext("id") & 31 AS "shard", count(*) AS "rows" FROM "changed" GROUP BY 1) AS delta
    WHERE counter."shard" = delta."shard";
    RETURN NULL;
END $$;

CREATE TRIGGER "drops_count_insert" AFTER INSERT ON "drops"
REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_drops"();
CREATE TRIGGER "drops_count_delete" AFTER DELETE ON "drops"
REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "count_drops"();

CREATE SEQUENCE "drop_events_id_seq";

CREATE TABLE "drop_events" (
    "id" BIGINT NOT NULL DEFAULT nextval('drop_events_id_seq'),
    "at" TIMESTAMPTZ(3) NOT NULL,
    "drop_id" TEXT COLLATE "C" NOT NULL,
    "owner" TEXT COLLATE "C" NOT NULL,
    "event" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "request_id" TEXT,
    "reason" TEXT,

    CONSTRAINT "drop_events_pkey" PRIMARY KEY ("at", "id")
) PARTITION BY RANGE ("at");

ALTER SEQUENCE "drop_events_id_seq" OWNED BY "drop_events"."id";
CREATE INDEX "drop_events_drop_id_at_idx" ON "drop_events" ("drop_id", "at");
CREATE INDEX "drop_events_id_idx" ON "drop_events" ("id");

-- Takes what no month has been made for, so that no event is ever refused.
CREATE TABLE "drop_events_default" PARTITION OF "drop_events" DEFAULT;

-- Makes the partitions of this month and the next ones. A month whose events already went to the default stays there.
CREATE FUNCTION "ensure_drop_event_months"("ahead" INTEGER) RETURNS VOID LANGUAGE plpgsql AS $$
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

SELECT "ensure_drop_event_months"(3);
