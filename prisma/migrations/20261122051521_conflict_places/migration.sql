-- AlterTable
ALTER TABLE "conflict" ADD COLUMN     "place_key" BYTEA;

-- CreateIndex
CREATE INDEX "conflict_team_id_place_key_idx" ON "conflict"("team_id", "place_key");
