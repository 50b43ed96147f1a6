-- Leases that were held in the rows of their work are not copied: they expire at once, and the work is resumed.
-- CreateTable
CREATE TABLE "lease" (
    "key" TEXT NOT NULL,
    "holder" UUID NOT NULL,
    "until" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "lease_pkey" PRIMARY KEY ("key")
);

-- AlterTable
ALTER TABLE "heartbeat_run" DROP COLUMN "beat_at";

-- AlterTable
ALTER TABLE "coach_run" DROP COLUMN "lease_id",
DROP COLUMN "lease_until";

-- CreateIndex
CREATE INDEX "coach_run_state_idx" ON "coach_run"("state");

-- AlterTable
ALTER TABLE "vector_work" DROP COLUMN "holder",
DROP COLUMN "until";

-- AlterTable
ALTER TABLE "notice" DROP COLUMN "holder",
DROP COLUMN "lease_until";

-- The queue of pg-boss: the worker of each instance looks for due jobs itself.
DROP SCHEMA IF EXISTS quarterdeck_queue CASCADE;
