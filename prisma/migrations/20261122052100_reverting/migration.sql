-- AlterTable
ALTER TABLE "revision" ALTER COLUMN "created_at" SET DEFAULT clock_timestamp();

-- AlterTable
ALTER TABLE "presence" ALTER COLUMN "created_at" SET DEFAULT clock_timestamp();

-- AlterTable
ALTER TABLE "review" ADD COLUMN "undone_revision" INTEGER;

-- CreateTable
CREATE TABLE "revert" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "of" JSONB NOT NULL,
    "name" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "by_kind" TEXT NOT NULL,
    "by_id" TEXT NOT NULL,
    "by_name" TEXT NOT NULL,
    "writes" INTEGER NOT NULL,
    "files" INTEGER NOT NULL,
    "rejected" INTEGER NOT NULL DEFAULT 0,
    "left" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "revert_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "revert_write" (
    "team_id" UUID NOT NULL,
    "revert_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "revision" INTEGER,
    "present" BOOLEAN,
    "added" INTEGER NOT NULL,
    "cut" INTEGER NOT NULL,

    CONSTRAINT "revert_write_pkey" PRIMARY KEY ("team_id","revert_id","file_id")
);

-- CreateTable
CREATE TABLE "reverted" (
    "team_id" UUID NOT NULL,
    "number" BIGSERIAL NOT NULL,
    "revert_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "proposal_id" UUID,
    "round" INTEGER,
    "released_by" UUID,

    CONSTRAINT "reverted_pkey" PRIMARY KEY ("team_id","number")
);

-- CreateIndex
CREATE INDEX "revert_team_id_created_at_idx" ON "revert"("team_id", "created_at");

-- CreateIndex
CREATE INDEX "revert_write_team_id_file_id_revision_idx" ON "revert_write"("team_id", "file_id", "revision");

-- CreateIndex
CREATE INDEX "reverted_team_id_file_id_revision_idx" ON "reverted"("team_id", "file_id", "revision");

-- CreateIndex
CREATE INDEX "reverted_team_id_proposal_id_idx" ON "reverted"("team_id", "proposal_id");

-- CreateIndex
CREATE INDEX "reverted_team_id_revert_id_idx" ON "reverted"("team_id", "revert_id");

-- CreateIndex
CREATE INDEX "revision_team_id_created_at_idx" ON "revision"("team_id", "created_at");

-- CreateIndex
CREATE INDEX "revision_team_id_run_id_idx" ON "revision"("team_id", "run_id");
