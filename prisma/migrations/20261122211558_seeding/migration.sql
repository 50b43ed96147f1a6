-- AlterTable
ALTER TABLE "category" ADD COLUMN     "members" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "rules" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "sharing" TEXT NOT NULL DEFAULT 'high';

-- CreateTable
CREATE TABLE "compaction" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "file_id" UUID,
    "path" TEXT NOT NULL,
    "agent_name" TEXT,
    "up_to" DATE,
    "considered" INTEGER NOT NULL,
    "left" INTEGER NOT NULL,
    "by_kind" TEXT NOT NULL,
    "by_id" TEXT NOT NULL,
    "by_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "compaction_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "compaction_line" (
    "team_id" UUID NOT NULL,
    "compaction_id" UUID NOT NULL,
    "proposal_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "statement" BYTEA NOT NULL,
    "path" TEXT NOT NULL,
    "line" INTEGER,

    CONSTRAINT "compaction_line_pkey" PRIMARY KEY ("team_id","compaction_id","proposal_id","position")
);

-- CreateTable
CREATE TABLE "seed_plan" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "agent_name" TEXT,
    "category" TEXT,
    "roles" TEXT[],
    "predecessors" JSONB NOT NULL DEFAULT '[]',
    "placements" JSONB NOT NULL DEFAULT '[]',
    "budget" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "file_id" UUID,
    "state" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "author_kind" TEXT NOT NULL,
    "author_id" TEXT NOT NULL,
    "author_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ,
    "decided_by_id" TEXT,
    "decided_by" TEXT,
    "reason" TEXT,
    "revision" INTEGER,
    "proposals" UUID[] DEFAULT ARRAY[]::UUID[],
    "made_agent" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "seed_plan_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "migration" (
    "team_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "from" TEXT NOT NULL,
    "to" TEXT NOT NULL,
    "categories" TEXT[],
    "counts" JSONB NOT NULL,
    "by_kind" TEXT NOT NULL,
    "by_id" TEXT NOT NULL,
    "by_name" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    "undone_at" TIMESTAMPTZ,
    "undone_by" TEXT,
    "revert_id" UUID,

    CONSTRAINT "migration_pkey" PRIMARY KEY ("team_id","id")
);

-- CreateTable
CREATE TABLE "migration_write" (
    "team_id" UUID NOT NULL,
    "migration_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "revision" INTEGER,
    "present" BOOLEAN,
    "entries" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "migration_write_pkey" PRIMARY KEY ("team_id","migration_id","file_id")
);

-- CreateIndex
CREATE INDEX "compaction_team_id_project_id_created_at_idx" ON "compaction"("team_id", "project_id", "created_at");

-- CreateIndex
CREATE INDEX "compaction_team_id_file_id_created_at_idx" ON "compaction"("team_id", "file_id", "created_at");

-- CreateIndex
CREATE INDEX "compaction_line_team_id_proposal_id_idx" ON "compaction_line"("team_id", "proposal_id");

-- CreateIndex
CREATE INDEX "compaction_line_team_id_statement_idx" ON "compaction_line"("team_id", "statement");

-- CreateIndex
CREATE INDEX "seed_plan_team_id_state_created_at_idx" ON "seed_plan"("team_id", "state", "created_at");

-- CreateIndex
CREATE INDEX "seed_plan_team_id_project_id_agent_name_idx" ON "seed_plan"("team_id", "project_id", "agent_name");

-- CreateIndex
CREATE INDEX "seed_plan_team_id_file_id_revision_idx" ON "seed_plan"("team_id", "file_id", "revision");

-- CreateIndex
CREATE INDEX "migration_team_id_created_at_idx" ON "migration"("team_id", "created_at");

-- CreateIndex
CREATE INDEX "migration_write_team_id_file_id_revision_idx" ON "migration_write"("team_id", "file_id", "revision");

-- AddForeignKey
ALTER TABLE "compaction" ADD CONSTRAINT "compaction_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "compaction" ADD CONSTRAINT "compaction_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "compaction_line" ADD CONSTRAINT "compaction_line_team_id_compaction_id_fkey" FOREIGN KEY ("team_id", "compaction_id") REFERENCES "compaction"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "seed_plan" ADD CONSTRAINT "seed_plan_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "seed_plan" ADD CONSTRAINT "seed_plan_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "migration" ADD CONSTRAINT "migration_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "team"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "migration" ADD CONSTRAINT "migration_team_id_project_id_fkey" FOREIGN KEY ("team_id", "project_id") REFERENCES "project"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "migration_write" ADD CONSTRAINT "migration_write_team_id_migration_id_fkey" FOREIGN KEY ("team_id", "migration_id") REFERENCES "migration"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Categories that stand already get what the default taxonomy says of them.
UPDATE category c SET sharing = t.sharing, members = t.members FROM (VALUES
  ('research', 'high', ARRAY['codebase-researcher', 'external-researcher']),
  ('verification', 'high', ARRAY['static-verifier', 'relational-verifier', 'behavioral-verifier', 'impact-verifier']),
  ('architecture', 'very high', ARRAY['structure-architect', 'interface-architect', 'risk-architect']),
  ('planning', 'very high', ARRAY['decomposition-planner', 'interface-planner', 'strategy-planner']),
  ('validation', 'very high', ARRAY['correctness-challenger', 'completeness-challenger', 'robustness-challenger']),
  ('implementation', 'low', ARRAY['implementer']),
  ('review', 'high', ARRAY['spec-reviewer', 'code-reviewer', 'contract-reviewer', 'regression-reviewer']),
  ('testing', 'high', ARRAY['unit-tester', 'contract-tester', 'regression-tester', 'integrator']),
  ('monitoring', 'single agent', ARRAY['execution-monitor']),
  ('infra-quality', 'high', ARRAY['infra-static-analyst', 'infra-relational-analyst', 'infra-behavioral-analyst', 'infra-impact-analyst']),
  ('dynamic-impact', 'single agent', ARRAY['dynamic-impact-analyst']),
  ('infra-impl', 'single agent', ARRAY['infra-implementer']),
  ('delivery', 'single agent', ARRAY[]::text[])
) AS t(slug, sharing, members) WHERE c.slug = t.slug;
