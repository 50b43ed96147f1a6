-- AlterTable
ALTER TABLE "section" ADD COLUMN     "entries" INTEGER NOT NULL DEFAULT 0;

-- What is stored already: of several sections of one name in a file, the first has the entries of all.
UPDATE "section" s SET "entries" = e."entries"
FROM (SELECT "team_id", "file_id", "section" AS "name", count(*)::int AS "entries" FROM "entry" WHERE "state" = 'current' AND "section" IS NOT NULL GROUP BY 1, 2, 3) e
WHERE s."team_id" = e."team_id" AND s."file_id" = e."file_id" AND s."name" = e."name"
  AND s."position" = (SELECT min(f."position") FROM "section" f WHERE f."team_id" = s."team_id" AND f."file_id" = s."file_id" AND f."name" = s."name");
