-- AlterTable
ALTER TABLE "users" ADD COLUMN     "kept_session_id" TEXT;
