SET lock_timeout = '5s';

-- AlterTable
ALTER TABLE "request_log" ADD COLUMN "actor_id" UUID;
