-- DropIndex
DROP INDEX "receipt_team_id_project_id_agent_name_created_at_idx";

-- AlterTable
ALTER TABLE "receipt" ADD COLUMN     "on_disk" JSONB NOT NULL DEFAULT '[]';

-- CreateIndex
CREATE INDEX "receipt_team_id_project_id_agent_name_harness_id_idx" ON "receipt"("team_id", "project_id", "agent_name", "harness", "id");
