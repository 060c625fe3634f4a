-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "device_authorizations" (
    "id" UUID NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_name" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "audience" TEXT[],
    "ip" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
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

-- CreateTable
CREATE TABLE "refresh_families" (
    "id" UUID NOT NULL,
    "device_authorization_id" UUID NOT NULL,
    "device_code_hash" TEXT NOT NULL,
    "claim" INTEGER NOT NULL,
    "client_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "audience" TEXT[],
    "amr" TEXT[],
    "auth_time" TIMESTAMPTZ(3) NOT NULL,
    "jkt" TEXT,
    "token_hash" TEXT NOT NULL,
    "link_hash" TEXT NOT NULL,
    "generation" INTEGER NOT NULL DEFAULT 0,
    "strikes" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,
    "idle_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "absolute_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_reason" TEXT,

    CONSTRAINT "refresh_families_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "superseded_tokens" (
    "token_hash" TEXT NOT NULL,
    "family_id" UUID NOT NULL,
    "link_hash" TEXT NOT NULL,
    "generation" INTEGER NOT NULL,
    "request_hash" TEXT NOT NULL,
    "sealed_response" BYTEA,
    "superseded_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "superseded_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "consents" (
    "user_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "scope" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "consents_pkey" PRIMARY KEY ("user_id","client_id")
);

-- CreateTable
CREATE TABLE "events" (
    "id" BIGSERIAL NOT NULL,
    "type" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "device_authorizations_newest" ON "device_authorizations"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "device_authorizations_of_client" ON "device_authorizations"("client_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "device_authorizations_of_user" ON "device_authorizations"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "refresh_families_device_authorization_id_key" ON "refresh_families"("device_authorization_id");

-- CreateIndex
CREATE UNIQUE INDEX "refresh_families_device_code_hash_key" ON "refresh_families"("device_code_hash");

-- CreateIndex
CREATE UNIQUE INDEX "refresh_families_token_hash_key" ON "refresh_families"("token_hash");

-- CreateIndex
CREATE INDEX "refresh_families_newest" ON "refresh_families"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "refresh_families_of_user" ON "refresh_families"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "refresh_families_of_client" ON "refresh_families"("client_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "refresh_families_ending" ON "refresh_families"("absolute_expires_at");

-- CreateIndex
CREATE INDEX "superseded_tokens_of_family" ON "superseded_tokens"("family_id");

-- CreateIndex
CREATE INDEX "consents_of_client" ON "consents"("client_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "events_waiting" ON "events"("id") WHERE ("delivered_at" IS NULL);

-- AddForeignKey
ALTER TABLE "superseded_tokens" ADD CONSTRAINT "superseded_tokens_family" FOREIGN KEY ("family_id") REFERENCES "refresh_families"("id") ON DELETE CASCADE ON UPDATE CASCADE;
