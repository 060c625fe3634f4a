-- AlterTable
ALTER TABLE "users" ADD COLUMN     "kept_family_id" TEXT;
