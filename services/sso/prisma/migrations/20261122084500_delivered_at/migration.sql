SET lock_timeout = '5s';

-- Null in rows of older versions, which did not say when they delivered. Adding it rewrites nothing.
ALTER TABLE "refresh_families" ADD COLUMN "delivered_at" TIMESTAMPTZ(3);
