-- What a file dates in a few letters, and the number of a revision in the order of its days: how thousands of files grew is read in one go.
ALTER TABLE "memory_file" ADD COLUMN     "dated_weeks" TEXT GENERATED ALWAYS AS (translate("activity"::text, '{}" -', '')) STORED;
DROP INDEX "revision_days";
CREATE INDEX "revision_days" ON "revision" ("team_id", "file_id", "created_at", "number") INCLUDE ("lines");
