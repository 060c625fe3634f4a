-- A newer link leaves the older one open until the newer one is opened.
ALTER TABLE "links" ADD COLUMN "replaced_at" TIMESTAMPTZ(3);

DROP INDEX "links_open";
