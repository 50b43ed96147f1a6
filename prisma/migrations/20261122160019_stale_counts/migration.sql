-- AlterTable
ALTER TABLE "watched" ADD COLUMN     "stale" INTEGER,
ADD COLUMN     "stale_till" DATE;

-- What a fleet reads of all its files, without the rows.
CREATE INDEX "watched_stale" ON "watched" ("team_id", "unit_id") INCLUDE ("stale", "stale_till", "evaluated_at") WHERE "unit" = 'file';
