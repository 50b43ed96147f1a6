-- AlterTable
ALTER TABLE "claim" ADD COLUMN     "written" TEXT;

-- CreateIndex
CREATE INDEX "synthesis_team_id_state_kind_agent_name_idx" ON "synthesis"("team_id", "state", "kind", "agent_name");
