-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "tokens_valid_after" TIMESTAMPTZ(3);
