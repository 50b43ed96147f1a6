-- What weeks an activity dates, at their places among all Mondays since 1970-01-05: weeks[2916] is what the week of 2025-11-24 has. Null: it dates nothing. What is before counts in none.
CREATE FUNCTION weeks_dated(activity jsonb) RETURNS int[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  one record;
  week int;
  weeks int[];
BEGIN
  FOR one IN SELECT key, value FROM jsonb_each_text(activity) WHERE key COLLATE "C" BETWEEN '1970-01-05' AND '9999-12-31' ORDER BY key COLLATE "C" LOOP
    week := (make_date(substr(one.key, 1, 4)::int, substr(one.key, 6, 2)::int, substr(one.key, 9, 2)::int) - date '1970-01-05') / 7;
    IF weeks IS NULL THEN weeks := array_fill(0, ARRAY[1], ARRAY[week]); END IF;
    FOR gap IN array_upper(weeks, 1) + 1 .. week - 1 LOOP weeks[gap] := 0; END LOOP;
    weeks[week] := one.value::int;
  END LOOP;
  RETURN weeks;
END $$;

-- AlterTable
ALTER TABLE "memory_file" ADD COLUMN     "budget" INTEGER GENERATED ALWAYS AS (("limits"->>'budget')::numeric::int) STORED,
ADD COLUMN     "line_limit" INTEGER GENERATED ALWAYS AS (("limits"->>'lines')::numeric::int) STORED,
ADD COLUMN     "weeks" INTEGER[] GENERATED ALWAYS AS (weeks_dated("activity")) STORED;

-- What several hold is added up from the index alone. Fewer than four words stand under many headings and mean nothing by themselves.
DROP INDEX "entry_said";

-- AlterTable
ALTER TABLE "entry" ADD COLUMN     "copy_lines" INTEGER GENERATED ALWAYS AS (CASE WHEN "text" ~ '(\S+\s+){3}\S' AND "text" !~ '\]\([^)]*\.md[)#]' THEN "end_line" - "line" + 1 END) STORED;

CREATE INDEX "entry_said" ON "entry" ("team_id", "said") INCLUDE ("file_id", "agent_id", "project_id", "copy_lines") WHERE "state" = 'current';
