-- A message tells of several alerts, and is attempted as a whole.
ALTER TABLE "channel" ADD COLUMN "tells_since" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN "failing_since" TIMESTAMPTZ;

ALTER TABLE "notice" ALTER COLUMN "alert_id" SET NOT NULL,
ALTER COLUMN "round" DROP DEFAULT,
ADD COLUMN "message_id" UUID,
ADD COLUMN "holder" TEXT,
ADD COLUMN "lease_until" TIMESTAMPTZ;

DROP INDEX "notice_team_id_channel_id_created_at_idx";

CREATE INDEX "notice_team_id_message_id_idx" ON "notice"("team_id", "message_id");

DROP TABLE "delivery";

CREATE TABLE "delivery" (
    "team_id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "channel_id" UUID NOT NULL,
    "at" TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    "alerts" INTEGER NOT NULL,
    "took" INTEGER,
    "status" INTEGER,
    "error" TEXT,

    CONSTRAINT "delivery_pkey" PRIMARY KEY ("team_id","message_id","attempt")
);

CREATE INDEX "delivery_team_id_channel_id_at_idx" ON "delivery"("team_id", "channel_id", "at");

ALTER TABLE "delivery" ADD CONSTRAINT "delivery_team_id_channel_id_fkey" FOREIGN KEY ("team_id", "channel_id") REFERENCES "channel"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "digest" ADD COLUMN "retry_at" TIMESTAMPTZ;
