-- AlterTable
ALTER TABLE "audit_event" ALTER COLUMN "at" SET DEFAULT clock_timestamp();

-- CreateTable
CREATE TABLE "audit_link" (
    "chain" UUID NOT NULL,
    "link" BIGINT NOT NULL,
    "number" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_link_pkey" PRIMARY KEY ("chain","link")
);

-- CreateTable
CREATE TABLE "audit_head" (
    "chain" UUID NOT NULL,
    "links" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_head_pkey" PRIMARY KEY ("chain")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_link_number_key" ON "audit_link"("number");

-- Each event changes its chain's head in place: room for that on its page.
ALTER TABLE "audit_head" SET (fillfactor = 50);

-- What belongs to no team has a chain of its own.
CREATE FUNCTION audit_chain(team_id uuid) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(team_id, '00000000-0000-0000-0000-000000000000'::uuid)
$$;

-- The hash of a link: SHA-256 of the UTF-8 bytes of a JSON array of texts, written without spaces.
CREATE FUNCTION audit_hash(previous bytea, link bigint, event audit_event) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(convert_to(array_to_json(ARRAY[
    encode(previous, 'hex'), link::text, event.team_id::text, event.number::text, to_char(event.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    event.actor_kind, event.actor_id, event.actor_name, event.kind, event.subject, event.detail::text
  ])::text, 'UTF8'))
$$;

-- What is there already, chain by chain, in the order of its numbers.
DO $$
DECLARE
  event audit_event;
  head audit_head;
BEGIN
  FOR event IN SELECT * FROM audit_event ORDER BY audit_chain(team_id), number LOOP
    IF head.chain IS DISTINCT FROM audit_chain(event.team_id) THEN
      IF head.chain IS NOT NULL THEN INSERT INTO audit_head VALUES (head.*); END IF;
      head := ROW(audit_chain(event.team_id), 0, decode(repeat('00', 32), 'hex'));
    END IF;
    head.links := head.links + 1;
    head.hash := audit_hash(head.hash, head.links, event);
    INSERT INTO audit_link (chain, link, number, hash) VALUES (head.chain, head.links, event.number, head.hash);
  END LOOP;
  IF head.chain IS NOT NULL THEN INSERT INTO audit_head VALUES (head.*); END IF;
END $$;

-- With the rights of the log's owner: whoever adds an event may touch neither links nor heads.
CREATE FUNCTION audit_event_linked() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  head audit_head;
BEGIN
  SELECT * INTO head FROM audit_head WHERE chain = audit_chain(NEW.team_id) FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO audit_head (chain, links, hash) VALUES (audit_chain(NEW.team_id), 0, decode(repeat('00', 32), 'hex')) ON CONFLICT DO NOTHING;
    SELECT * INTO head FROM audit_head WHERE chain = audit_chain(NEW.team_id) FOR UPDATE;
  END IF;
  head.links := head.links + 1;
  head.hash := audit_hash(head.hash, head.links, NEW);
  INSERT INTO audit_link (chain, link, number, hash) VALUES (head.chain, head.links, NEW.number, head.hash);
  UPDATE audit_head SET links = head.links, hash = head.hash WHERE chain = head.chain;
  RETURN NULL;
END $$;

CREATE FUNCTION audit_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Links and heads are written by the trigger above, and by nobody else.
  IF TG_TABLE_NAME <> 'audit_event' AND TG_OP IN ('INSERT', 'UPDATE') AND pg_trigger_depth() > 1 THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'the audit log is only ever added to: % on % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

-- No table of somebody's own making takes the place of one of these.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION audit_event_linked() SET search_path = pg_catalog, %I, pg_temp', current_schema());
  REVOKE EXECUTE ON FUNCTION audit_event_linked() FROM PUBLIC;
END $$;

-- At the commit, so that a chain is held for as long as the commit takes and not while a client thinks.
CREATE CONSTRAINT TRIGGER audit_event_linked AFTER INSERT ON "audit_event" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_event_linked();

CREATE TRIGGER audit_event_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_event" FOR EACH STATEMENT EXECUTE FUNCTION audit_kept();
CREATE TRIGGER audit_link_kept BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "audit_link" FOR EACH STATEMENT EXECUTE FUNCTION audit_kept();
CREATE TRIGGER audit_head_kept BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON "audit_head" FOR EACH STATEMENT EXECUTE FUNCTION audit_kept();
