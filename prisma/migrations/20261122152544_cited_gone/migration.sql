-- CreateTable
CREATE TABLE "cited_gone" (
    "team_id" UUID NOT NULL,
    "entry_id" UUID NOT NULL,
    "file_id" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "why" TEXT NOT NULL,

    CONSTRAINT "cited_gone_pkey" PRIMARY KEY ("team_id","entry_id","path")
);

-- CreateIndex
CREATE INDEX "cited_gone_team_id_file_id_idx" ON "cited_gone"("team_id", "file_id");

-- AddForeignKey
ALTER TABLE "cited_gone" ADD CONSTRAINT "cited_gone_team_id_file_id_fkey" FOREIGN KEY ("team_id", "file_id") REFERENCES "memory_file"("team_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A look at a file rests on it: see lib/db/watch-marks.ts.
CREATE FUNCTION cited_gone_marked() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one cited_gone := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  INSERT INTO watch_mark (team_id, unit, unit_id) SELECT team_id, 'file', id FROM memory_file WHERE team_id = one.team_id AND id = one.file_id;
  RETURN NULL;
END $$;
CREATE TRIGGER cited_gone_marked AFTER INSERT OR UPDATE OR DELETE ON cited_gone FOR EACH ROW EXECUTE FUNCTION cited_gone_marked();
