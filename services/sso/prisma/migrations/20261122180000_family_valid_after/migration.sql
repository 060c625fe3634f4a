SET lock_timeout = '5s';

-- Null in rows of older versions, which are judged by their time. Adding it rewrites nothing.
ALTER TABLE "refresh_families" ADD COLUMN "tokens_valid_after" TIMESTAMPTZ(3);
