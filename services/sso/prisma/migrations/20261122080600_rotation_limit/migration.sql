SET lock_timeout = '5s';

-- AlterTable
ALTER TABLE "refresh_families" ADD COLUMN "rotations" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "rotations_since" TIMESTAMPTZ(3);
