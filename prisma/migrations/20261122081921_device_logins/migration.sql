-- Rows live ten minutes: whoever waits asks again.
DELETE FROM "device_login";

-- AlterTable
ALTER TABLE "device_login" ADD COLUMN     "address" TEXT NOT NULL,
ADD COLUMN     "polled_at" TIMESTAMPTZ;

-- CreateIndex
CREATE INDEX "access_token_user_id_idx" ON "access_token"("user_id");
