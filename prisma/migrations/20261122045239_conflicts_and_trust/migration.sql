-- AlterTable
ALTER TABLE "memory_file" ADD COLUMN     "compared" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "revision" ADD COLUMN     "entry_ids" UUID[] DEFAULT ARRAY[]::UUID[];

-- AlterTable
ALTER TABLE "snooze" RENAME COLUMN "proposal_id" TO "item_id";

-- CreateTable
CREATE TABLE "conflict" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "finding" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "round" INTEGER NOT NULL DEFAULT 0,
    "project_id" UUID NOT NULL,
    "pair" BYTEA,
    "open_key" BYTEA,
    "prevails" TEXT,
    "evidence" JSONB NOT NULL,
    "found_by" TEXT NOT NULL,
    "file_id" UUID,
    "source_id" UUID,
    "base" TEXT,
    "ours" TEXT,
    "theirs" TEXT,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ,

    CONSTRAINT "conflict_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "conflict_side" (
    "team_id" UUID NOT NULL,
    "conflict_id" UUID NOT NULL,
    "entry_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "side" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "conflict_side_pkey" PRIMARY KEY ("team_id","conflict_id","entry_id")
);

-- CreateTable
CREATE TABLE "resolution" (
    "team_id" UUID NOT NULL,
    "conflict_id" UUID NOT NULL,
    "round" INTEGER NOT NULL,
    "verdict" TEXT NOT NULL,
    "by_kind" TEXT NOT NULL,
    "by_id" TEXT NOT NULL,
    "by_name" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "shown" BYTEA NOT NULL,
    "writes" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undone_at" TIMESTAMPTZ,
    "undone_by" TEXT,

    CONSTRAINT "resolution_pkey" PRIMARY KEY ("team_id","conflict_id","round")
);

-- CreateTable
CREATE TABLE "presence" (
    "team_id" UUID NOT NULL,
    "number" BIGSERIAL NOT NULL,
    "file_id" UUID NOT NULL,
    "present" BOOLEAN NOT NULL,
    "reason" TEXT NOT NULL,
    "run_id" UUID,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "presence_pkey" PRIMARY KEY ("team_id","number")
);

-- CreateTable
CREATE TABLE "forgotten" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "entry_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "statement" BYTEA NOT NULL,
    "again" JSONB NOT NULL,
    "reason" TEXT NOT NULL,
    "by_kind" TEXT NOT NULL,
    "by_id" TEXT NOT NULL,
    "by_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "restored_at" TIMESTAMPTZ,
    "restored_by" TEXT,

    CONSTRAINT "forgotten_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "vouch" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "entry_id" UUID NOT NULL,
    "statement" BYTEA NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "until" DATE NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "vouch_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "write_back" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "source_id" UUID NOT NULL,
    "way" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "branch" TEXT,
    "commit" TEXT,
    "files" JSONB NOT NULL,
    "error" TEXT,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "actor_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ,

    CONSTRAINT "write_back_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateIndex
CREATE INDEX "conflict_team_id_state_created_at_idx" ON "conflict"("team_id", "state", "created_at");

-- CreateIndex
CREATE INDEX "conflict_team_id_pair_idx" ON "conflict"("team_id", "pair");

-- CreateIndex
CREATE INDEX "conflict_team_id_file_id_state_idx" ON "conflict"("team_id", "file_id", "state");

-- CreateIndex
CREATE UNIQUE INDEX "conflict_team_id_open_key_key" ON "conflict"("team_id", "open_key");

-- CreateIndex
CREATE INDEX "conflict_side_team_id_entry_id_idx" ON "conflict_side"("team_id", "entry_id");

-- CreateIndex
CREATE INDEX "conflict_side_team_id_file_id_idx" ON "conflict_side"("team_id", "file_id");

-- CreateIndex
CREATE INDEX "resolution_team_id_created_at_idx" ON "resolution"("team_id", "created_at");

-- CreateIndex
CREATE INDEX "presence_team_id_file_id_number_idx" ON "presence"("team_id", "file_id", "number");

-- CreateIndex
CREATE INDEX "forgotten_team_id_entry_id_idx" ON "forgotten"("team_id", "entry_id");

-- CreateIndex
CREATE INDEX "forgotten_team_id_project_id_statement_idx" ON "forgotten"("team_id", "project_id", "statement");

-- CreateIndex
CREATE INDEX "forgotten_team_id_file_id_idx" ON "forgotten"("team_id", "file_id");

-- CreateIndex
CREATE INDEX "vouch_team_id_entry_id_created_at_idx" ON "vouch"("team_id", "entry_id", "created_at");

-- CreateIndex
CREATE INDEX "write_back_team_id_source_id_created_at_idx" ON "write_back"("team_id", "source_id", "created_at");

-- AddForeignKey
ALTER TABLE "conflict" ADD CONSTRAINT "conflict_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "conflict_side" ADD CONSTRAINT "conflict_side_team_id_conflict_id_fkey" FOREIGN KEY ("team_id", "conflict_id") REFERENCES "conflict"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "resolution" ADD CONSTRAINT "resolution_team_id_conflict_id_fkey" FOREIGN KEY ("team_id", "conflict_id") REFERENCES "conflict"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "write_back" ADD CONSTRAINT "write_back_team_id_source_id_fkey" FOREIGN KEY ("team_id", "source_id") REFERENCES "source"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
