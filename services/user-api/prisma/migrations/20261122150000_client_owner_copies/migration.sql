SET lock_timeout = '5s';

-- Copies of who owns a client, which never changes, so that an index finds the rows of one owner in the order of a list.
-- They are null in rows of earlier versions until the upkeep of this one has filled them.
-- AlterTable
ALTER TABLE "connections" ADD COLUMN "source_owner_id" UUID,
ADD COLUMN "target_owner_id" UUID;

-- AlterTable
ALTER TABLE "credentials" ADD COLUMN "owner_id" UUID;
