SET lock_timeout = '5s';

-- Finds parts of texts by an index. Any role that may create in the database may create it.
CREATE EXTENSION IF NOT EXISTS "pg_trgm";
