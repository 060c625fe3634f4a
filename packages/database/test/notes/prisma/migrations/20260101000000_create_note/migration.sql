-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "note" (
    "id" UUID NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "note_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tag" (
    "name" TEXT NOT NULL,
    "note_id" UUID NOT NULL,

    CONSTRAINT "tag_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "note_created_at_id_idx" ON "note"("created_at", "id");

-- AddForeignKey
ALTER TABLE "tag" ADD CONSTRAINT "tag_note_id_fkey" FOREIGN KEY ("note_id") REFERENCES "note"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand, as Prisma has no words for it.
ALTER TABLE "note" ADD CONSTRAINT "note_body_short" CHECK (length("body") <= 1000);
