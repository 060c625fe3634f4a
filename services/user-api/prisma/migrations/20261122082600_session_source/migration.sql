SET lock_timeout = '5s';

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "source_id" UUID;
