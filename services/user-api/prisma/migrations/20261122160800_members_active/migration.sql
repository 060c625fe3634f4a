-- latchkey: no transaction
-- The filter org of the users.
CREATE INDEX CONCURRENTLY "members_active_of_org" ON "members"("org_id", "user_id") WHERE "status" = 'active';
