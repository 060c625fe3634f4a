SET lock_timeout = '5s';

-- device_authorizations_of_person serves what the first one did, in older versions as well. No statement of this version
-- or an older one needs the other. Each table has a script of its own: one that held a table while it waited for the next
-- would wait for statements of a running version that hold the next and wait for it.
DROP INDEX IF EXISTS "device_authorizations_of_user";
DROP INDEX IF EXISTS "device_authorizations_of_client";
