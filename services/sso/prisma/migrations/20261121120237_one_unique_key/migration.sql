-- DropIndex
DROP INDEX "refresh_families_device_authorization_id_key";

-- CreateIndex
CREATE INDEX "refresh_families_of_authorization" ON "refresh_families"("device_authorization_id");
