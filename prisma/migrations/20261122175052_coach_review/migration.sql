-- AlterTable
ALTER TABLE "claim" ADD COLUMN     "becomes" TEXT,
ADD COLUMN     "decided_at" TIMESTAMPTZ,
ADD COLUMN     "decided_by" TEXT,
ADD COLUMN     "decided_by_id" TEXT,
ADD COLUMN     "edited" TEXT,
ADD COLUMN     "entry_id" UUID,
ADD COLUMN     "promote" JSONB,
ADD COLUMN     "proposals" UUID[] DEFAULT ARRAY[]::UUID[],
ADD COLUMN     "reason" TEXT;

-- AlterTable
ALTER TABLE "synthesis" ADD COLUMN     "as_of" TIMESTAMPTZ,
ADD COLUMN     "decided_by" TEXT,
ADD COLUMN     "decided_by_id" TEXT,
ADD COLUMN     "file_id" UUID,
ADD COLUMN     "model" TEXT,
ADD COLUMN     "notes" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "reason" TEXT,
ADD COLUMN     "replaces_id" UUID,
ADD COLUMN     "revision" INTEGER,
ADD COLUMN     "run_id" UUID,
ADD COLUMN     "source" TEXT NOT NULL DEFAULT 'submitted';

-- CreateTable
CREATE TABLE "coach_run" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID,
    "kind" TEXT NOT NULL,
    "agent_name" TEXT,
    "method" TEXT NOT NULL,
    "model" TEXT,
    "state" TEXT NOT NULL,
    "open_key" BYTEA,
    "by_kind" TEXT NOT NULL,
    "by_id" TEXT NOT NULL,
    "by_name" TEXT NOT NULL,
    "estimate" JSONB NOT NULL,
    "token_budget" INTEGER,
    "progress" JSONB NOT NULL,
    "message" TEXT,
    "cancelled_at" TIMESTAMPTZ,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ,
    "lease_id" UUID,
    "synthesis_id" UUID,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ,
    "finished_at" TIMESTAMPTZ,

    CONSTRAINT "coach_run_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "coach_part" (
    "team_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "key" BYTEA NOT NULL,
    "answer" JSONB NOT NULL,
    "input_tokens" INTEGER NOT NULL,
    "output_tokens" INTEGER NOT NULL,

    CONSTRAINT "coach_part_pkey" PRIMARY KEY ("team_id","run_id","key")
);

-- CreateIndex
CREATE INDEX "coach_run_state_lease_until_idx" ON "coach_run"("state", "lease_until");

-- CreateIndex
CREATE INDEX "coach_run_team_id_created_at_idx" ON "coach_run"("team_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "coach_run_team_id_open_key_key" ON "coach_run"("team_id", "open_key");

-- CreateIndex
CREATE INDEX "claim_team_id_entry_id_idx" ON "claim"("team_id", "entry_id");

-- CreateIndex
CREATE INDEX "synthesis_team_id_run_id_idx" ON "synthesis"("team_id", "run_id");

-- AddForeignKey
ALTER TABLE "coach_run" ADD CONSTRAINT "coach_run_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "coach_part" ADD CONSTRAINT "coach_part_team_id_run_id_fkey" FOREIGN KEY ("team_id", "run_id") REFERENCES "coach_run"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
