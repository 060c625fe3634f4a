SET lock_timeout = '5s';

-- The two indexes before this one serve what these two did, in older versions as well.
DROP INDEX IF EXISTS "device_authorizations_of_user";
DROP INDEX IF EXISTS "refresh_families_of_user";

-- No statement of this version or an older one needs these, and every refresh wrote three of them.
DROP INDEX IF EXISTS "device_authorizations_of_client";
DROP INDEX IF EXISTS "refresh_families_newest";
DROP INDEX IF EXISTS "refresh_families_of_client";
DROP INDEX IF EXISTS "refresh_families_of_authorization";
DROP INDEX IF EXISTS "consents_of_client";
