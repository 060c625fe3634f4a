-- AlterTable
ALTER TABLE "consents" ADD COLUMN     "client_name" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "id" UUID NOT NULL DEFAULT gen_random_uuid();

-- AlterTable
ALTER TABLE "device_authorizations" ADD COLUMN     "device_code_hash" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "consents_id_key" ON "consents"("id");

-- CreateIndex
CREATE INDEX "consents_of_user" ON "consents"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "device_authorizations_pending" ON "device_authorizations"("expires_at") WHERE ("state" = 'pending');

-- CreateIndex
CREATE INDEX "events_oldest" ON "events"("created_at");
