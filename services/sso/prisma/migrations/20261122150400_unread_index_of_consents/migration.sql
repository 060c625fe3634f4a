SET lock_timeout = '5s';

-- No statement of this version or an older one needs it.
DROP INDEX IF EXISTS "consents_of_client";
