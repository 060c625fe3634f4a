SET lock_timeout = '5s';

-- Finds parts of texts by an index. Any role that may create in the database may create it.
CREATE EXTENSION IF NOT EXISTS "pg_trgm";

-- A sign-in changes a row, but no column of an index. Where its page has room, the indexes stay as they are: of such
-- changes 9 in 10 find room, without it half of them.
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email_verified_at" TIMESTAMPTZ(3),
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "locale" TEXT,
    "password_hash" TEXT,
    "first_password_until" TIMESTAMPTZ(3),
    "totp_secret" TEXT,
    "totp_pending" TEXT,
    "totp_last_step" BIGINT,
    "tokens_valid_after" TIMESTAMPTZ(3),
    "kept_family_id" TEXT,
    "kept_valid_after" TIMESTAMPTZ(3),
    "passkey_handle" TEXT,
    "first_passkey_until" TIMESTAMPTZ(3),
    "device_sign_in" BOOLEAN NOT NULL DEFAULT true,
    "last_login_at" TIMESTAMPTZ(3),
    "imported_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
) WITH (fillfactor = 90);

CREATE UNIQUE INDEX "users_email_key" ON "users" ("email");
CREATE INDEX "users_newest" ON "users" ("created_at" DESC, "id" DESC);
-- One for each filter of the list: status, kind, mfa, name, search. users_search serves the emails of sessions and of the
-- request log as well. An index on whether there is a TOTP secret could not be read without the table.
CREATE INDEX "users_of_status_newest" ON "users" ("status", "created_at" DESC, "id" DESC);
CREATE INDEX "users_of_kind_newest" ON "users" ("kind", "created_at" DESC, "id" DESC);
CREATE INDEX "users_with_totp_newest" ON "users" ("created_at" DESC, "id" DESC) WHERE "totp_secret" IS NOT NULL;
CREATE INDEX "users_without_totp_newest" ON "users" ("created_at" DESC, "id" DESC) WHERE "totp_secret" IS NULL;
CREATE INDEX "users_of_name_newest" ON "users" ("name", "created_at" DESC, "id" DESC);
CREATE INDEX "users_search" ON "users" USING gin ("email" gin_trgm_ops, "name" gin_trgm_ops);

CREATE TABLE "orgs" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "invited_on" DATE,
    "invited_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "orgs_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "orgs_slug_key" ON "orgs" ("slug");
CREATE INDEX "orgs_newest" ON "orgs" ("created_at" DESC, "id" DESC);
CREATE INDEX "orgs_search" ON "orgs" USING GIN ("slug" gin_trgm_ops, "name" gin_trgm_ops);

CREATE TABLE "members" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "members_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "members_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "orgs" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "members_org_id_user_id_key" ON "members" ("org_id", "user_id");
CREATE INDEX "members_user_id_idx" ON "members" ("user_id");
CREATE INDEX "members_of_org_newest" ON "members" ("org_id", "created_at" DESC, "id" DESC);
CREATE INDEX "members_newest" ON "members" ("created_at" DESC, "id" DESC);
-- The filter org of the users.
CREATE INDEX "members_active_of_org" ON "members" ("org_id", "user_id") WHERE "status" = 'active';

-- Each invites an address to an org, once.
CREATE TABLE "invitations" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "invited_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "invitations_org_id_fkey" FOREIGN KEY ("org_id") REFERENCES "orgs" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- An address has one open invitation to an org.
CREATE UNIQUE INDEX "invitations_open" ON "invitations" ("org_id", "email") WHERE "accepted_at" IS NULL;
CREATE INDEX "invitations_expires_at_idx" ON "invitations" ("expires_at");
CREATE INDEX "invitations_of_org_newest" ON "invitations" ("org_id", "created_at" DESC, "id" DESC);
CREATE INDEX "invitations_of_address_newest" ON "invitations" ("email", "created_at" DESC, "id" DESC);
CREATE INDEX "invitations_newest" ON "invitations" ("created_at" DESC, "id" DESC);

-- Root sessions and their children. A use changes a row, but no column of an index: last_seen_at is in none.
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "root_id" UUID,
    "source_id" UUID,
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
    "tokens_valid_after" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
) WITH (fillfactor = 80);

CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions" ("token_hash");
CREATE INDEX "sessions_root_id_idx" ON "sessions" ("root_id");
CREATE INDEX "sessions_source_id_idx" ON "sessions" ("source_id");
-- The purge.
CREATE INDEX "sessions_ended" ON "sessions" (least("revoked_at", "expires_at"));
-- Whether an account has more live sessions than it may have.
CREATE INDEX "sessions_of_user_live" ON "sessions" ("user_id") WHERE "revoked_at" IS NULL;
CREATE INDEX "sessions_of_user_newest" ON "sessions" ("user_id", "created_at" DESC, "id" DESC);
CREATE INDEX "sessions_newest" ON "sessions" ("created_at" DESC, "id" DESC);
-- One for each filter of the operators' list: client_id, org, ip, kind, and status, which is revoked, or active and
-- expired. Most sessions speak for no org.
CREATE INDEX "sessions_of_client_newest" ON "sessions" ("client_id", "created_at" DESC, "id" DESC);
CREATE INDEX "sessions_of_org_newest" ON "sessions" ("org_id", "created_at" DESC, "id" DESC) WHERE "org_id" IS NOT NULL;
CREATE INDEX "sessions_of_ip_newest" ON "sessions" ("ip", "created_at" DESC, "id" DESC);
CREATE INDEX "sessions_of_kind_newest" ON "sessions" ("kind", "created_at" DESC, "id" DESC);
CREATE INDEX "sessions_revoked_newest" ON "sessions" ("created_at" DESC, "id" DESC) WHERE "revoked_at" IS NOT NULL;
CREATE INDEX "sessions_unrevoked_newest" ON "sessions" ("created_at" DESC, "id" DESC) WHERE "revoked_at" IS NULL;

-- Devices that the right password was entered on.
CREATE TABLE "known_devices" (
    "user_id" UUID NOT NULL,
    "device_hash" TEXT NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_devices_pkey" PRIMARY KEY ("user_id", "device_hash"),
    CONSTRAINT "known_devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id")
        ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE INDEX "known_devices_last_seen_at_idx" ON "known_devices" ("last_seen_at");

-- Codes that stand for a one-time code, once.
CREATE TABLE "recovery_codes" (
    "user_id" UUID NOT NULL,
    "code_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id", "code_hash"),
    CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id")
        ON DELETE RESTRICT ON UPDATE CASCADE
);

-- Public keys that sign their person in.
CREATE TABLE "passkeys" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "counter" BIGINT NOT NULL,
    "rp_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "is_synced" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "passkeys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id")
        ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys" ("credential_id");
CREATE INDEX "passkeys_user_id_created_at_idx" ON "passkeys" ("user_id", "created_at");

-- Links that are sent or printed once. The token of a link is an HMAC of its id, which no table holds.
CREATE TABLE "links" (
    "id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "user_id" UUID,
    "invitation_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    -- A newer link leaves the older one open until the newer one is opened.
    "replaced_at" TIMESTAMPTZ(3),

    CONSTRAINT "links_pkey" PRIMARY KEY ("id")
);

-- One newest link for a purpose, an address and an account; invitations have one for each org.
CREATE UNIQUE INDEX "links_newest" ON "links" (
    "purpose",
    "email",
    coalesce("user_id", '00000000-0000-0000-0000-000000000000'),
    coalesce("invitation_id", '00000000-0000-0000-0000-000000000000')
) WHERE "ended_at" IS NULL AND "replaced_at" IS NULL;
CREATE INDEX "links_user_id_idx" ON "links" ("user_id");
CREATE INDEX "links_expires_at_idx" ON "links" ("expires_at");

-- Mails, written in the act that causes them and sent afterwards, at least once.
CREATE TABLE "mails" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "user_id" UUID,
    "link_id" TEXT,
    "locale" TEXT NOT NULL,
    "facts" JSONB NOT NULL,
    "status" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "problem" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    -- Of a signal, which is no mail: to whom it is sent.
    "subscription_id" UUID,

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "mails_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "links" ("id")
        ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE INDEX "mails_newest" ON "mails" ("created_at" DESC, "id" DESC);
-- One for each filter of the operators' list: email, status, kind, user_id.
CREATE INDEX "mails_of_recipient_newest" ON "mails" ("recipient", "created_at" DESC, "id" DESC);
CREATE INDEX "mails_of_status_newest" ON "mails" ("status", "created_at" DESC, "id" DESC);
CREATE INDEX "mails_of_kind_newest" ON "mails" ("kind", "created_at" DESC, "id" DESC);
CREATE INDEX "mails_of_user_newest" ON "mails" ("user_id", "created_at" DESC, "id" DESC);
-- The purge of mails and of their links.
CREATE INDEX "mails_ended" ON "mails" ("ended_at");
CREATE INDEX "mails_link_id_idx" ON "mails" ("link_id") WHERE "link_id" IS NOT NULL;
-- The mails that wait, in the order in which they are due.
CREATE INDEX "mails_due" ON "mails" ("due_at") WHERE "status" = 'waiting' AND "subscription_id" IS NULL;
CREATE INDEX "mails_signals_due" ON "mails" ("subscription_id", "due_at")
WHERE "status" = 'waiting' AND "subscription_id" IS NOT NULL;
CREATE INDEX "mails_of_subscription_newest" ON "mails" ("subscription_id", "created_at" DESC, "id" DESC)
WHERE "subscription_id" IS NOT NULL;

-- Who is sent signals about what happened.
CREATE TABLE "subscriptions" (
    "id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "types" TEXT[],
    "status" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "old_secret" TEXT,
    "old_secret_until" TIMESTAMPTZ(3),
    "created_by" UUID NOT NULL,
    "problem" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "paused_until" TIMESTAMPTZ(3),
    "taken" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "subscriptions_newest" ON "subscriptions" ("created_at" DESC, "id" DESC);

CREATE TABLE "oauth_clients" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "owner_kind" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "verified" BOOLEAN NOT NULL DEFAULT false,
    "name_keys" TEXT[],
    "token_endpoint_auth_method" TEXT NOT NULL,
    "grant_types" TEXT[],
    "scopes" TEXT[],
    "default_scopes" TEXT[],
    "audiences" TEXT[],
    "default_audiences" TEXT[],
    "redirect_uris" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "post_logout_redirect_uris" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "device_code_ttl_seconds" INTEGER,
    "poll_interval_seconds" INTEGER,
    "device_policy" TEXT NOT NULL DEFAULT 'any',
    "refresh_binding" TEXT NOT NULL DEFAULT 'required',
    "vouches" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "introspects" BOOLEAN NOT NULL DEFAULT false,
    "names_visitors" BOOLEAN NOT NULL DEFAULT false,
    "had_token" BOOLEAN NOT NULL DEFAULT false,
    "secret_rotated_at" TIMESTAMPTZ(3),
    "archived_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_clients_pkey" PRIMARY KEY ("id")
);

-- Clients seldom change, so that their indexes cost little.
CREATE INDEX "oauth_clients_of_owner_newest" ON "oauth_clients" ("owner_id", "created_at" DESC, "id" DESC);
CREATE INDEX "oauth_clients_newest" ON "oauth_clients" ("created_at" DESC, "id" DESC);
-- The usual list of all clients, and one for each of its filters: archived, status, name, grant_type, search.
-- oauth_clients_search serves the search by either end of the connections as well.
CREATE INDEX "oauth_clients_kept_newest" ON "oauth_clients" ("created_at" DESC, "id" DESC) WHERE "archived_at" IS NULL;
CREATE INDEX "oauth_clients_archived_newest" ON "oauth_clients" ("created_at" DESC, "id" DESC)
WHERE "archived_at" IS NOT NULL;
CREATE INDEX "oauth_clients_of_status_newest" ON "oauth_clients" ("status", "created_at" DESC, "id" DESC)
WHERE "archived_at" IS NULL;
CREATE INDEX "oauth_clients_of_name_newest" ON "oauth_clients" ("name", "created_at" DESC, "id" DESC);
CREATE INDEX "oauth_clients_of_grant_type" ON "oauth_clients" USING gin ("grant_types");
-- The names that nobody else may have.
CREATE INDEX "oauth_clients_protected_names" ON "oauth_clients" USING gin ("name_keys")
WHERE "archived_at" IS NULL AND ("verified" OR "owner_kind" = 'installation');
CREATE INDEX "oauth_clients_search" ON "oauth_clients" USING gin ("name" gin_trgm_ops, "id" gin_trgm_ops);

CREATE TABLE "apis" (
    "id" UUID NOT NULL,
    "audience" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "client_id" TEXT,
    "scopes" JSONB NOT NULL,
    "archived_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "apis_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "apis_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_clients" ("id")
        ON DELETE SET NULL ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "apis_audience_key" ON "apis" ("audience") WHERE "archived_at" IS NULL;
CREATE INDEX "apis_newest" ON "apis" ("created_at" DESC, "id" DESC);

CREATE TABLE "client_secrets" (
    "id" UUID NOT NULL,
    "client_id" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "client_secrets_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "client_secrets_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_clients" ("id")
        ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "client_secrets_client_id_secret_hash_key" ON "client_secrets" ("client_id", "secret_hash");

-- Permissions of one client to call another. The owners of the two are copies: an owner never changes, and an index finds
-- the rows of one owner in the order of a list.
CREATE TABLE "connections" (
    "id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "source_owner_id" UUID NOT NULL,
    "target_owner_id" UUID NOT NULL,
    "scopes" TEXT[],
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_verified_at" TIMESTAMPTZ(3),

    CONSTRAINT "connections_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "connections_source_fkey" FOREIGN KEY ("source") REFERENCES "oauth_clients" ("id")
        ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "connections_target_fkey" FOREIGN KEY ("target") REFERENCES "oauth_clients" ("id")
        ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "connections_source_target_key" ON "connections" ("source", "target");
CREATE INDEX "connections_of_target_newest" ON "connections" ("target", "created_at" DESC, "id" DESC);
CREATE INDEX "connections_of_source_newest" ON "connections" ("source", "created_at" DESC, "id" DESC);
CREATE INDEX "connections_of_source_owner_newest" ON "connections" ("source_owner_id", "created_at" DESC, "id" DESC);
CREATE INDEX "connections_of_target_owner_newest" ON "connections" ("target_owner_id", "created_at" DESC, "id" DESC);
-- The operators' list of all, and its filters status=removed and status=requested. Few connections are either.
CREATE INDEX "connections_newest" ON "connections" ("created_at" DESC, "id" DESC);
CREATE INDEX "connections_removed" ON "connections" ("created_at" DESC, "id" DESC) WHERE "status" = 'removed';
CREATE INDEX "connections_requested" ON "connections" ("created_at" DESC, "id" DESC) WHERE "status" = 'requested';

-- Tokens that apps were issued. The owner of the app is a copy, as in connections.
CREATE TABLE "credentials" (
    "id" UUID NOT NULL,
    "client_id" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "scopes" TEXT[],
    "audiences" TEXT[],
    "fingerprint" TEXT,
    "jkt" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "credentials_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "credentials_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_clients" ("id")
        ON DELETE RESTRICT ON UPDATE CASCADE
);

-- The purge.
CREATE INDEX "credentials_ended" ON "credentials" (least("revoked_at", "expires_at"));
CREATE INDEX "credentials_of_client_newest" ON "credentials" ("client_id", "created_at" DESC, "id" DESC);
-- An owner's list and the operators' list of all: all of it, a period, and the status, which is counted from the index.
CREATE INDEX "credentials_of_owner_newest" ON "credentials" ("owner_id", "created_at" DESC, "id" DESC)
INCLUDE ("expires_at", "revoked_at");
CREATE INDEX "credentials_newest" ON "credentials" ("created_at" DESC, "id" DESC) INCLUDE ("expires_at", "revoked_at");
-- The filter status=revoked of both. Few credentials are revoked: they live for minutes.
CREATE INDEX "credentials_of_owner_revoked" ON "credentials" ("owner_id", "created_at" DESC, "id" DESC)
WHERE "revoked_at" IS NOT NULL;
CREATE INDEX "credentials_revoked" ON "credentials" ("created_at" DESC, "id" DESC) WHERE "revoked_at" IS NOT NULL;
-- The filter scope, where few credentials hold it.
CREATE INDEX "credentials_scopes" ON "credentials" USING gin ("scopes");

-- What an attempt came to, for ten minutes: the same request again gets the same verdict.
CREATE TABLE "outcomes" (
    "op" TEXT NOT NULL,
    -- HMAC of what was presented.
    "digest" TEXT NOT NULL,
    -- Code and field of a refusal.
    "code" TEXT,
    "field" TEXT,
    "user_id" UUID,
    -- The sessions or the credential that it made.
    "made" UUID[] NOT NULL,
    "amr" TEXT[] NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "outcomes_pkey" PRIMARY KEY ("op")
);

CREATE INDEX "outcomes_oldest" ON "outcomes" ("created_at");

-- One row for each credential check and each change of a session or a factor, partitioned by month. There is no default
-- partition: PostgreSQL would then sort a list instead of reading one month after the other.
CREATE TABLE "request_log" (
    "id" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "code" TEXT,
    "method" TEXT,
    "user_id" UUID,
    "actor_id" UUID,
    "org_id" UUID,
    "client_id" TEXT,
    "ip" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "details" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    -- Read backwards, it is the order of every list.
    CONSTRAINT "request_log_pkey" PRIMARY KEY ("created_at", "id")
) PARTITION BY RANGE ("created_at");

-- One for each filter of the operators' list: user_id and the part of an address in search, event, outcome, method,
-- client_id, ip, org. The first serves a person's own log as well.
CREATE INDEX "request_log_of_user_newest" ON "request_log" ("user_id", "created_at" DESC, "id" DESC);
CREATE INDEX "request_log_of_event_newest" ON "request_log" ("event", "created_at" DESC, "id" DESC);
CREATE INDEX "request_log_of_outcome_newest" ON "request_log" ("outcome", "created_at" DESC, "id" DESC);
CREATE INDEX "request_log_of_ip_newest" ON "request_log" ("ip", "created_at" DESC, "id" DESC);
-- A row without the value is not in these.
CREATE INDEX "request_log_of_method_newest" ON "request_log" ("method", "created_at" DESC, "id" DESC)
WHERE "method" IS NOT NULL;
CREATE INDEX "request_log_of_client_newest" ON "request_log" ("client_id", "created_at" DESC, "id" DESC)
WHERE "client_id" IS NOT NULL;
CREATE INDEX "request_log_of_org_newest" ON "request_log" ("org_id", "created_at" DESC, "id" DESC)
WHERE "org_id" IS NOT NULL;

-- The partitions of the log, and the instant at which each ends.
CREATE FUNCTION "request_log_months"() RETURNS TABLE ("month" TEXT, "until" TIMESTAMPTZ) LANGUAGE sql STABLE AS $$
    SELECT relname::TEXT, substring(pg_get_expr(relpartbound, pg_class.oid) FROM 'TO \(''([^'']+)')::TIMESTAMPTZ
    FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'request_log'::regclass
$$;

-- Makes months until `ahead` of them follow the one of `at`, and answers those that it made. Nobody who reads or writes
-- the log waits: a month is made as a table of its own and then attached. Callers take turns. The service and the command
-- run it and the next one although another role may own the tables. Nobody else may.
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

-- Drops the oldest partition if it has ended and its last row is `days` old, and the counts of its days with it; answers
-- its name and how many rows were counted. Without rows, its end takes the place of the last row. It drops one at a time,
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
    row_count BIGINT;
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
        -- Whoever adds counts up puts new rows in the place of those that a DELETE would wait for. Nobody else waits for it.
        PERFORM pg_advisory_xact_lock(4007);
        -- Nobody writes to it from here on, so a row that has just come late is seen.
        EXECUTE format('LOCK TABLE %I IN SHARE MODE', oldest."month");
        EXECUTE format('SELECT max(created_at) FROM %I', oldest."month") INTO last_row;
        IF last_row > limit_of_age THEN
            RETURN;
        END IF;
        EXECUTE format('DROP TABLE %I', oldest."month");
        WITH gone AS (
            DELETE FROM row_counts WHERE "list" = 'request_log' AND "since" < oldest."until" RETURNING "rows"
        )
        SELECT coalesce(sum("rows"), 0) INTO row_count FROM gone;
    EXCEPTION WHEN lock_not_available THEN
        row_count := NULL;
    END;
    RETURN QUERY SELECT oldest."month", row_count;
END $$;

REVOKE EXECUTE ON FUNCTION "make_request_log_months"(TIMESTAMPTZ, INTEGER),
    "drop_old_request_log_month"(TIMESTAMPTZ, INTEGER) FROM PUBLIC;

-- The first partition also takes rows of any time before it. It ends with the next month.
DO $$ BEGIN
    EXECUTE format('CREATE TABLE "request_log_first" PARTITION OF "request_log" FOR VALUES FROM (MINVALUE) TO (%L)',
        (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months') AT TIME ZONE 'UTC');
END $$;

-- Writes the signals about new rows of the request log, whatever writes those rows. Without a subscription it only looks.
CREATE FUNCTION "write_signals"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM "subscriptions" WHERE "status" <> 'off') THEN
        INSERT INTO "mails" ("id", "kind", "recipient", "subscription_id", "locale", "facts", "status", "due_at", "created_at")
        SELECT substr(encode(sha256(convert_to(l."id" || ' ' || s."id", 'UTF8')), 'hex'), 1, 32)::UUID, 'signal', '', s."id", '',
            jsonb_build_object('event', l."event", 'id', l."id"), 'waiting', l."created_at", l."created_at"
        FROM "added" l JOIN "subscriptions" s ON l."event" = ANY (s."types")
        WHERE s."status" <> 'off' AND l."created_at" >= s."created_at" ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER "request_log_signals" AFTER INSERT ON "request_log" REFERENCING NEW TABLE AS "added"
FOR EACH STATEMENT EXECUTE FUNCTION "write_signals"();

SELECT "make_request_log_months"(now(), 12);

-- What operators see of a day's rows of the request log; nothing of those that no total counts. An account that was made
-- for somebody is new once that person signs up.
CREATE FUNCTION "log_total"("event" TEXT, "outcome" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
        WHEN "event" IN ('user.login', 'user.root_session', 'member.login', 'member.root_session')
            THEN CASE "outcome" WHEN 'success' THEN 'sign_ins' ELSE 'failures' END
        WHEN "outcome" <> 'success' THEN NULL
        WHEN "event" IN ('device.approved', 'app.signed_in') THEN 'approvals'
        WHEN "event" = 'device.denied' THEN 'denials'
        WHEN "event" IN ('user.signup', 'user.imported') THEN 'new_accounts'
        WHEN "event" = 'drop.made' THEN 'drops_made'
        WHEN "event" = 'drop.taken' THEN 'drops_taken'
    END
$$;

-- How many rows the big lists have of each day (UTC), and the totals of the request log. Triggers append what each
-- statement has changed, so that no writer waits for another; the service adds up the rows of a day every few seconds.
CREATE TABLE "row_counts" (
    "id" BIGINT GENERATED ALWAYS AS IDENTITY,
    "list" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "rows" BIGINT NOT NULL,
    "sign_ins" BIGINT NOT NULL DEFAULT 0,
    "failures" BIGINT NOT NULL DEFAULT 0,
    "approvals" BIGINT NOT NULL DEFAULT 0,
    "denials" BIGINT NOT NULL DEFAULT 0,
    "new_accounts" BIGINT NOT NULL DEFAULT 0,
    "drops_made" BIGINT NOT NULL DEFAULT 0,
    "drops_taken" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "row_counts_pkey" PRIMARY KEY ("id")
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

CREATE FUNCTION "count_rows"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "row_counts" ("list", "since", "rows")
    SELECT TG_TABLE_NAME, date_trunc('day', "created_at", 'UTC') AS "day", count(*) * TG_ARGV[0]::INTEGER
    FROM "changed" GROUP BY "day";
    RETURN NULL;
END $$;

CREATE TRIGGER "users_added" AFTER INSERT ON "users" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"('1');
CREATE TRIGGER "users_gone" AFTER DELETE ON "users" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"('-1');
CREATE TRIGGER "sessions_added" AFTER INSERT ON "sessions" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"('1');
CREATE TRIGGER "sessions_gone" AFTER DELETE ON "sessions" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_rows"('-1');

CREATE FUNCTION "count_log"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "row_counts" ("list", "since", "rows", "sign_ins", "failures", "approvals", "denials", "new_accounts",
        "drops_made", "drops_taken")
    SELECT TG_TABLE_NAME, "day", "sign" * count(*),
        "sign" * count(*) FILTER (WHERE "total" = 'sign_ins'), "sign" * count(*) FILTER (WHERE "total" = 'failures'),
        "sign" * count(*) FILTER (WHERE "total" = 'approvals'), "sign" * count(*) FILTER (WHERE "total" = 'denials'),
        "sign" * count(*) FILTER (WHERE "total" = 'new_accounts'), "sign" * count(*) FILTER (WHERE "total" = 'drops_made'),
        "sign" * count(*) FILTER (WHERE "total" = 'drops_taken')
    FROM "changed", log_total("event", "outcome") AS "total", date_trunc('day', "created_at", 'UTC') AS "day",
        CAST(TG_ARGV[0] AS INTEGER) AS "sign"
    GROUP BY "day", "sign";
    RETURN NULL;
END $$;

CREATE TRIGGER "request_log_added" AFTER INSERT ON "request_log" REFERENCING NEW TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_log"('1');
CREATE TRIGGER "request_log_gone" AFTER DELETE ON "request_log" REFERENCING OLD TABLE AS "changed"
FOR EACH STATEMENT EXECUTE FUNCTION "count_log"('-1');

-- It locks as drop_old_request_log_month does.
CREATE FUNCTION "count_none"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(4007);
    DELETE FROM "row_counts" WHERE "list" = TG_TABLE_NAME;
    RETURN NULL;
END $$;

CREATE TRIGGER "users_emptied" AFTER TRUNCATE ON "users" FOR EACH STATEMENT EXECUTE FUNCTION "count_none"();
CREATE TRIGGER "sessions_emptied" AFTER TRUNCATE ON "sessions" FOR EACH STATEMENT EXECUTE FUNCTION "count_none"();
CREATE TRIGGER "request_log_emptied" AFTER TRUNCATE ON "request_log" FOR EACH STATEMENT EXECUTE FUNCTION "count_none"();

-- How many clients there are: all of them and those of each owner, the archived ones by themselves. Many acts write clients,
-- so that a trigger counts them. An act locks these counters in the order of their lists.
CREATE TABLE "client_counts" (
    "list" TEXT COLLATE "C" NOT NULL,
    "rows" BIGINT NOT NULL,

    CONSTRAINT "client_counts_pkey" PRIMARY KEY ("list")
);

CREATE FUNCTION "count_client"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'TRUNCATE' THEN
        DELETE FROM "client_counts";
        RETURN NULL;
    END IF;
    INSERT INTO "client_counts" AS c ("list", "rows")
    SELECT concat(CASE WHEN "archived_at" IS NOT NULL THEN 'archived ' END, 'clients', ' ' || "owner"), sum("change")
    FROM (VALUES (OLD."owner_id", OLD."archived_at", -1), (NEW."owner_id", NEW."archived_at", 1))
        AS changed ("owner_id", "archived_at", "change"), unnest(ARRAY[NULL, "owner_id"]) AS "owner"
    WHERE "owner_id" IS NOT NULL GROUP BY 1 HAVING sum("change") <> 0 ORDER BY 1
    ON CONFLICT ("list") DO UPDATE SET "rows" = c."rows" + excluded."rows";
    RETURN NULL;
END $$;

CREATE TRIGGER "oauth_clients_counted" AFTER INSERT OR DELETE OR UPDATE OF "archived_at" ON "oauth_clients"
FOR EACH ROW EXECUTE FUNCTION "count_client"();
CREATE TRIGGER "oauth_clients_emptied" AFTER TRUNCATE ON "oauth_clients"
FOR EACH STATEMENT EXECUTE FUNCTION "count_client"();

-- Which standings have changed, for sso, which keeps standings and asks each second. "who" is an account, or 'all'. Triggers
-- write it, so that it misses no change, by whatever it is made. The transaction's number orders the rows, as a time
-- would not: one that commits late is not missed.
CREATE TABLE "standing_changes" (
    "tx" XID8 NOT NULL DEFAULT pg_current_xact_id(),
    "who" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "standing_changes_pkey" PRIMARY KEY ("tx", "who")
);

-- Its argument is the column that names the account; without such a column all may have changed.
CREATE FUNCTION "note_standing_change"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO standing_changes ("who")
    SELECT DISTINCT coalesce("changed" ->> TG_ARGV[0], 'all')
    FROM unnest(ARRAY[to_jsonb(OLD), to_jsonb(NEW)]) "changed" WHERE "changed" IS NOT NULL
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;

CREATE TRIGGER "users_standing" AFTER UPDATE ON "users" FOR EACH ROW
WHEN ((OLD."id", OLD."email", OLD."email_verified_at", OLD."name", OLD."kind", OLD."status", OLD."tokens_valid_after",
    OLD."kept_family_id", OLD."kept_valid_after", OLD."device_sign_in")
    IS DISTINCT FROM (NEW."id", NEW."email", NEW."email_verified_at", NEW."name", NEW."kind", NEW."status",
    NEW."tokens_valid_after", NEW."kept_family_id", NEW."kept_valid_after", NEW."device_sign_in"))
EXECUTE FUNCTION "note_standing_change"('id');
CREATE TRIGGER "users_removed" AFTER DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION "note_standing_change"('id');
CREATE TRIGGER "members_standing" AFTER INSERT OR UPDATE OR DELETE ON "members" FOR EACH ROW
EXECUTE FUNCTION "note_standing_change"('user_id');
CREATE TRIGGER "orgs_standing" AFTER UPDATE ON "orgs" FOR EACH ROW
WHEN ((OLD."slug", OLD."status") IS DISTINCT FROM (NEW."slug", NEW."status"))
EXECUTE FUNCTION "note_standing_change"('');
