-- AlterTable
ALTER TABLE "entry" ADD COLUMN     "overrides" TEXT;

-- Few entries override another; they are looked for with every entry that is shown.
CREATE INDEX "entry_overrides" ON "entry"("team_id", "overrides") WHERE "overrides" IS NOT NULL;
