SET lock_timeout = '5s';

-- Null in rows that only older versions have changed: there tokens_valid_after counts. Adding it rewrites nothing.
ALTER TABLE "users" ADD COLUMN "kept_valid_after" TIMESTAMPTZ(3);
