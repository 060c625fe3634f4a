SET lock_timeout = '5s';

-- The lasting record of each device authorization that an account has verified. Its state machine lives in Redis.
CREATE TABLE "device_authorizations" (
    "id" UUID NOT NULL,
    "device_code_hash" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_name" TEXT NOT NULL,
    "road" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "audience" TEXT[],
    "ip" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "device_name" TEXT,
    "state" TEXT NOT NULL,
    "failure" TEXT,
    "user_id" TEXT,
    "family_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),
    "redeemed_at" TIMESTAMPTZ(3),

    CONSTRAINT "device_authorizations_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "device_authorizations_newest" ON "device_authorizations" ("created_at" DESC, "id" DESC);
-- Serves the list of a person's devices and each of its filters without a look at the table. An authorization that nobody
-- decided is in no list.
CREATE INDEX "device_authorizations_of_person" ON "device_authorizations" ("user_id", "created_at" DESC, "id" DESC)
INCLUDE ("client_id", "state", "failure", "family_id", "expires_at") WHERE "decided_at" IS NOT NULL;
CREATE INDEX "device_authorizations_pending" ON "device_authorizations" ("user_id", "expires_at") WHERE "state" = 'pending';

-- All refresh tokens of one device authorization, of which one is current.
CREATE TABLE "refresh_families" (
    "id" UUID NOT NULL,
    "claim" INTEGER NOT NULL,
    "client_id" TEXT NOT NULL,
    "road" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "audience" TEXT[],
    "amr" TEXT[],
    "auth_time" TIMESTAMPTZ(3) NOT NULL,
    "jkt" TEXT,
    "token_key" BYTEA NOT NULL,
    "token_hash" TEXT NOT NULL,
    "link_hash" TEXT NOT NULL,
    "request_hash" TEXT,
    "sealed_answer" BYTEA,
    "generation" INTEGER NOT NULL DEFAULT 0,
    "rotations" INTEGER NOT NULL DEFAULT 0,
    "rotations_since" TIMESTAMPTZ(3),
    "strikes" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "tokens_valid_after" TIMESTAMPTZ(3) NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,
    "idle_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "absolute_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "delivered_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_reason" TEXT,

    CONSTRAINT "refresh_families_pkey" PRIMARY KEY ("id")
);

-- Serves the families of a consent, whose use and number its list shows; those of a person, for the state of devices; and
-- the revocation of either.
CREATE INDEX "refresh_families_of_person" ON "refresh_families" ("user_id", "client_id", "id")
INCLUDE ("revoked_at", "absolute_expires_at");
CREATE INDEX "refresh_families_ending" ON "refresh_families" ("absolute_expires_at");
-- Serves the deletion of those that hold no refresh token, which is sooner.
CREATE INDEX "refresh_families_of_browsers" ON "refresh_families" ("absolute_expires_at") WHERE "road" = 'browser';

-- What each person has granted to each client, over all device authorizations.
CREATE TABLE "consents" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_name" TEXT NOT NULL,
    "scope" TEXT[],
    "audience" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "consents_pkey" PRIMARY KEY ("user_id", "client_id")
);

CREATE UNIQUE INDEX "consents_id_key" ON "consents" ("id");
CREATE INDEX "consents_of_user" ON "consents" ("user_id", "created_at" DESC, "id" DESC);

-- The outbox: an event is written together with the change that it reports.
CREATE TABLE "events" (
    "id" BIGSERIAL NOT NULL,
    "type" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "delivered_at" TIMESTAMPTZ(3),
    "logged_at" TIMESTAMPTZ(3),

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "events_oldest" ON "events" ("created_at");
CREATE INDEX "events_waiting" ON "events" ("id") WHERE "delivered_at" IS NULL;
-- What is about operators, until the request log of user-api has it.
CREATE INDEX "events_to_log" ON "events" ("id") WHERE "logged_at" IS NULL AND "type" IN ('device.approved', 'app.signed_in', 'device.denied', 'device.confirmation_failed', 'admin.granted', 'admin.refused');
