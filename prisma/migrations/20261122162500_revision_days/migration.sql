-- With the lines of each revision: how thousands of files grew is read without their texts.
DROP INDEX "revision_team_id_file_id_created_at_idx";
CREATE INDEX "revision_days" ON "revision" ("team_id", "file_id", "created_at") INCLUDE ("number", "lines");
