-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "password_hash" TEXT,
    "totp_secret" TEXT,
    "totp_pending" TEXT,
    "totp_last_step" BIGINT,
    "tokens_valid_after" TIMESTAMPTZ(3),
    "last_login_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "orgs" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "orgs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "members" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "members_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "root_id" UUID,
    "token_hash" TEXT,
    "user_id" UUID NOT NULL,
    "org_id" UUID,
    "client_id" TEXT NOT NULL,
    "amr" TEXT[],
    "auth_time" TIMESTAMPTZ(3) NOT NULL,
    "jkt" TEXT,
    "fingerprint" TEXT,
    "ip" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_clients" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "owner_kind" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "token_endpoint_auth_method" TEXT NOT NULL,
    "grant_types" TEXT[],
    "scopes" TEXT[],
    "default_scopes" TEXT[],
    "audiences" TEXT[],
    "default_audiences" TEXT[],
    "device_code_ttl_seconds" INTEGER,
    "poll_interval_seconds" INTEGER,
    "secret_rotated_at" TIMESTAMPTZ(3),
    "archived_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_clients_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "client_secrets" (
    "id" UUID NOT NULL,
    "client_id" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "client_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "connections" (
    "id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "scopes" TEXT[],
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_verified_at" TIMESTAMPTZ(3),

    CONSTRAINT "connections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credentials" (
    "id" UUID NOT NULL,
    "client_id" TEXT NOT NULL,
    "scopes" TEXT[],
    "audiences" TEXT[],
    "fingerprint" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "credentials_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "known_devices" (
    "user_id" UUID NOT NULL,
    "device_hash" TEXT NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_devices_pkey" PRIMARY KEY ("user_id","device_hash")
);

-- CreateTable
CREATE TABLE "request_log" (
    "id" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "code" TEXT,
    "method" TEXT,
    "user_id" UUID,
    "org_id" UUID,
    "client_id" TEXT,
    "ip" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "request_log_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "users_newest" ON "users"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "orgs_slug_key" ON "orgs"("slug");

-- CreateIndex
CREATE INDEX "members_user_id_idx" ON "members"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "members_org_id_user_id_key" ON "members"("org_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");

-- CreateIndex
CREATE INDEX "sessions_of_user_newest" ON "sessions"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sessions_newest" ON "sessions"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sessions_root_id_idx" ON "sessions"("root_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "oauth_clients_of_owner_newest" ON "oauth_clients"("owner_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "oauth_clients_newest" ON "oauth_clients"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "client_secrets_client_id_secret_hash_key" ON "client_secrets"("client_id", "secret_hash");

-- CreateIndex
CREATE INDEX "connections_of_target_newest" ON "connections"("target", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "connections_of_source_newest" ON "connections"("source", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "connections_source_target_key" ON "connections"("source", "target");

-- CreateIndex
CREATE INDEX "credentials_of_client_newest" ON "credentials"("client_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "request_log_of_user_newest" ON "request_log"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "request_log_newest" ON "request_log"("created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "orgs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "client_secrets" ADD CONSTRAINT "client_secrets_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_clients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connections" ADD CONSTRAINT "connections_source_fkey" FOREIGN KEY ("source") REFERENCES "oauth_clients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "connections" ADD CONSTRAINT "connections_target_fkey" FOREIGN KEY ("target") REFERENCES "oauth_clients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_clients"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
