-- AlterTable
ALTER TABLE "watched" ADD COLUMN     "agent_id" UUID,
ADD COLUMN     "project_id" UUID;

-- CreateIndex
CREATE INDEX "watch_mark_team_id_unit_id_idx" ON "watch_mark"("team_id", "unit_id");
