SET lock_timeout = '5s';

-- refresh_families_of_person serves what the first one did, in older versions as well.
DROP INDEX IF EXISTS "refresh_families_of_user";

-- No statement of this version or an older one needs these, and every refresh wrote them.
DROP INDEX IF EXISTS "refresh_families_newest";
DROP INDEX IF EXISTS "refresh_families_of_client";
DROP INDEX IF EXISTS "refresh_families_of_authorization";
