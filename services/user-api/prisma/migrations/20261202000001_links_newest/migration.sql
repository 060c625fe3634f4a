-- latchkey: no transaction
-- One newest link for a purpose, an address and an account; invitations have one for each org.
CREATE UNIQUE INDEX CONCURRENTLY "links_newest" ON "links" (
    "purpose",
    "email",
    coalesce("user_id", '00000000-0000-0000-0000-000000000000'),
    coalesce("invitation_id", '00000000-0000-0000-0000-000000000000')
) WHERE "ended_at" IS NULL AND "replaced_at" IS NULL;
