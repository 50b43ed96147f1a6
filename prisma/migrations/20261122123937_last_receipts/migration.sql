-- CreateTable
CREATE TABLE "last_receipt" (
    "team_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "agent_name" TEXT NOT NULL,
    "harness" TEXT NOT NULL,
    "receipt_id" UUID NOT NULL,
    "session" TEXT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "tokens" INTEGER NOT NULL,
    "files" UUID[],
    "revisions" INTEGER[],
    "unknown" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "last_receipt_pkey" PRIMARY KEY ("team_id","project_id","agent_name","harness")
);

-- Each session that begins changes its agent's row in place: room for that on its page.
ALTER TABLE "last_receipt" SET (fillfactor = 70);

-- What an agent was given or had on its disk, each file and revision once. Bytes that nobody knew have no revision.
CREATE FUNCTION receipt_reads(given jsonb, on_disk jsonb, OUT files uuid[], OUT revisions integer[]) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(file ORDER BY file, revision), '{}'), coalesce(array_agg(revision ORDER BY file, revision), '{}')
  FROM (SELECT DISTINCT (one->>'file')::uuid AS file, (one->>'revision')::integer AS revision FROM jsonb_array_elements(given || on_disk) one) each_once
  WHERE file IS NOT NULL AND revision IS NOT NULL
$$;

CREATE FUNCTION last_receipt_of(one receipt) RETURNS last_receipt LANGUAGE sql STABLE AS $$
  SELECT one.team_id, one.project_id, one.agent_name, coalesce(one.harness, ''), one.id, one.session, one.sha256, one.tokens, reads.files, reads.revisions,
    (SELECT count(*)::integer FROM jsonb_array_elements(one.on_disk) file WHERE file->>'revision' IS NULL), one.created_at
  FROM receipt_reads(one.files, one.on_disk) reads
$$;

-- Kept where receipts are written, so that no way of writing one goes past it. Of two sessions that begin at once the id says which is the later.
CREATE FUNCTION receipt_is_last() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO last_receipt AS known SELECT last.* FROM last_receipt_of(NEW) last
  ON CONFLICT (team_id, project_id, agent_name, harness) DO UPDATE SET receipt_id = excluded.receipt_id, session = excluded.session, sha256 = excluded.sha256,
    tokens = excluded.tokens, files = excluded.files, revisions = excluded.revisions, unknown = excluded.unknown, created_at = excluded.created_at
  WHERE known.receipt_id <= excluded.receipt_id;
  RETURN NULL;
END $$;

CREATE TRIGGER receipt_is_last AFTER INSERT OR UPDATE ON receipt FOR EACH ROW EXECUTE FUNCTION receipt_is_last();

-- What is there already.
INSERT INTO last_receipt SELECT last.* FROM (
  SELECT DISTINCT ON (team_id, project_id, agent_name, coalesce(harness, '')) team_id, id FROM receipt ORDER BY team_id, project_id, agent_name, coalesce(harness, ''), id DESC
) newest JOIN receipt one USING (team_id, id), last_receipt_of(one) last;
