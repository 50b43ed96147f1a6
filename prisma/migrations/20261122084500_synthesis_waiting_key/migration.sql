-- AlterTable
ALTER TABLE "synthesis" ADD COLUMN     "waiting_key" BYTEA;

-- CreateIndex
CREATE UNIQUE INDEX "synthesis_team_id_waiting_key_key" ON "synthesis"("team_id", "waiting_key");
