-- AlterTable
ALTER TABLE "watch_mark" ADD COLUMN     "path" TEXT;

-- What alerts rest on marks itself where it is written, so that no way of writing goes past it. A mark is one more row, nothing is looked up that
-- is not there, and no key is shared: who writes waits for nobody. What hangs on what is marked is found out when it is looked at (lib/db/watch-marks.ts).

CREATE FUNCTION memory_file_marked() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  came boolean := TG_OP = 'INSERT';
  instructs boolean;
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- With all of its team or project: nobody is left to be told.
    IF NOT EXISTS (SELECT 1 FROM project WHERE team_id = OLD.team_id AND id = OLD.project_id) THEN RETURN NULL; END IF;
    INSERT INTO watch_mark (team_id, unit, unit_id, path) VALUES (OLD.team_id, 'file', OLD.id, NULL), (OLD.team_id, 'project', OLD.project_id, NULL), (OLD.team_id, 'place', OLD.project_id, OLD.path);
    IF OLD.agent_id IS NOT NULL THEN INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (OLD.team_id, 'agent', OLD.agent_id); END IF;
    IF OLD.format = 'instructions' OR OLD.role = 'identity' THEN INSERT INTO watch_mark (team_id, unit, unit_id, path) VALUES (OLD.team_id, 'instructions', OLD.project_id, OLD.path); END IF;
    RETURN NULL;
  END IF;
  instructs := NEW.format = 'instructions' OR NEW.role = 'identity';
  IF TG_OP = 'UPDATE' THEN
    came := OLD.path IS DISTINCT FROM NEW.path OR OLD.project_id <> NEW.project_id OR (OLD.state = 'gone') <> (NEW.state = 'gone') OR OLD.role <> NEW.role;
    instructs := instructs OR OLD.format = 'instructions' OR OLD.role = 'identity';
    IF OLD.path <> NEW.path OR OLD.project_id <> NEW.project_id THEN
      INSERT INTO watch_mark (team_id, unit, unit_id, path) VALUES (OLD.team_id, 'place', OLD.project_id, OLD.path), (OLD.team_id, 'project', OLD.project_id, NULL);
      IF instructs THEN INSERT INTO watch_mark (team_id, unit, unit_id, path) VALUES (OLD.team_id, 'instructions', OLD.project_id, OLD.path); END IF;
    END IF;
    IF OLD.agent_id IS DISTINCT FROM NEW.agent_id AND OLD.agent_id IS NOT NULL THEN INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (OLD.team_id, 'agent', OLD.agent_id); END IF;
  END IF;
  IF came THEN
    INSERT INTO watch_mark (team_id, unit, unit_id, path) VALUES (NEW.team_id, 'changed-file', NEW.id, NULL), (NEW.team_id, 'place', NEW.project_id, NEW.path);
  ELSE
    INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (NEW.team_id, 'changed-file', NEW.id);
  END IF;
  IF instructs THEN INSERT INTO watch_mark (team_id, unit, unit_id, path) VALUES (NEW.team_id, 'instructions', NEW.project_id, NEW.path); END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER memory_file_marked AFTER INSERT OR DELETE ON memory_file FOR EACH ROW EXECUTE FUNCTION memory_file_marked();
-- Not by what stands beside what it says: with which it was compared, which bytes its source has.
CREATE TRIGGER memory_file_change_marked AFTER UPDATE ON memory_file FOR EACH ROW WHEN (
  OLD.head <> NEW.head OR OLD.state <> NEW.state OR OLD.path <> NEW.path OR OLD.role <> NEW.role OR OLD.format <> NEW.format OR OLD.scope <> NEW.scope OR OLD.project_id <> NEW.project_id
  OR OLD.agent_id IS DISTINCT FROM NEW.agent_id OR OLD.category_id IS DISTINCT FROM NEW.category_id OR OLD.source_id IS DISTINCT FROM NEW.source_id OR OLD.entries <> NEW.entries OR OLD.problems <> NEW.problems
  OR OLD.cut IS DISTINCT FROM NEW.cut OR OLD.updated_on IS DISTINCT FROM NEW.updated_on OR OLD.limits IS DISTINCT FROM NEW.limits OR OLD.diagnostics IS DISTINCT FROM NEW.diagnostics
) EXECUTE FUNCTION memory_file_marked();

-- Of an agent: what it is, and whose siblings look at it.
CREATE FUNCTION agent_marked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO watch_mark (team_id, unit, unit_id) SELECT OLD.team_id, unit, id FROM (VALUES ('agent', OLD.id), ('project', OLD.project_id), ('agents-of', OLD.project_id)) AS one(unit, id)
    WHERE EXISTS (SELECT 1 FROM project WHERE team_id = OLD.team_id AND id = OLD.project_id);
  ELSE
    INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (NEW.team_id, 'changed-agent', NEW.id), (NEW.team_id, 'project', NEW.project_id);
    -- Those whose category it left lose a sibling.
    IF TG_OP = 'UPDATE' THEN INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (NEW.team_id, 'agents-of', NEW.project_id); END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER agent_marked AFTER INSERT OR DELETE ON agent FOR EACH ROW EXECUTE FUNCTION agent_marked();
CREATE TRIGGER agent_change_marked AFTER UPDATE ON agent FOR EACH ROW WHEN (OLD.name <> NEW.name OR OLD.category_id IS DISTINCT FROM NEW.category_id OR OLD.opted_out <> NEW.opted_out) EXECUTE FUNCTION agent_marked();

-- By name: a session may begin before the agent has a memory, and then there is nobody to look at.
CREATE FUNCTION mark_agent_named(team uuid, project uuid, agent text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO watch_mark (team_id, unit, unit_id) SELECT team, 'agent', a.id FROM agent a WHERE a.team_id = team AND a.project_id = project AND a.name = agent UNION ALL SELECT team, 'project', project
$$;

-- The first receipt of a harness in a project says that it reports at all.
CREATE FUNCTION last_receipt_marked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (NEW.team_id, 'agents-of', NEW.project_id), (NEW.team_id, 'project', NEW.project_id);
  ELSE
    PERFORM mark_agent_named(NEW.team_id, NEW.project_id, NEW.agent_name);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER last_receipt_marked AFTER INSERT OR UPDATE ON last_receipt FOR EACH ROW EXECUTE FUNCTION last_receipt_marked();

-- Of files, how many sessions of their agent ended since they changed.
CREATE FUNCTION agent_session_marked() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one agent_session := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM mark_agent_named(one.team_id, one.project_id, one.agent_name);
  IF one.closed_at IS NOT NULL THEN
    INSERT INTO watch_mark (team_id, unit, unit_id) SELECT a.team_id, 'files-of', a.id FROM agent a WHERE a.team_id = one.team_id AND a.project_id = one.project_id AND a.name = one.agent_name;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER agent_session_marked AFTER INSERT OR DELETE ON agent_session FOR EACH ROW EXECUTE FUNCTION agent_session_marked();
CREATE TRIGGER agent_session_close_marked AFTER UPDATE ON agent_session FOR EACH ROW WHEN (OLD.closed_at IS DISTINCT FROM NEW.closed_at) EXECUTE FUNCTION agent_session_marked();

CREATE FUNCTION agent_write_marked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_agent_named(f.team_id, f.project_id, NEW.agent_name) FROM memory_file f WHERE f.team_id = NEW.team_id AND f.id = NEW.file_id;
  RETURN NULL;
END $$;
CREATE TRIGGER agent_write_marked AFTER INSERT ON agent_write FOR EACH ROW EXECUTE FUNCTION agent_write_marked();

CREATE FUNCTION proposal_marked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_agent_named(NEW.team_id, NEW.project_id, NEW.author_agent);
  RETURN NULL;
END $$;
CREATE TRIGGER proposal_marked AFTER INSERT ON proposal FOR EACH ROW WHEN (NEW.author_agent IS NOT NULL) EXECUTE FUNCTION proposal_marked();
CREATE TRIGGER proposal_time_marked AFTER UPDATE ON proposal FOR EACH ROW WHEN (NEW.author_agent IS NOT NULL AND OLD.created_at <> NEW.created_at) EXECUTE FUNCTION proposal_marked();

CREATE FUNCTION vouch_marked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN INSERT INTO watch_mark (team_id, unit, unit_id) SELECT team_id, 'file', file_id FROM entry WHERE team_id = OLD.team_id AND id = OLD.entry_id; END IF;
  IF TG_OP <> 'DELETE' THEN INSERT INTO watch_mark (team_id, unit, unit_id) SELECT team_id, 'file', file_id FROM entry WHERE team_id = NEW.team_id AND id = NEW.entry_id; END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER vouch_marked AFTER INSERT OR UPDATE OR DELETE ON vouch FOR EACH ROW EXECUTE FUNCTION vouch_marked();

-- Seldom, and all of a team hangs on it: its settings, its names, what a run set aside wherever it belongs.
CREATE FUNCTION team_marked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO watch_mark (team_id, unit, unit_id) SELECT id, TG_ARGV[0], id FROM team WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.team_id ELSE NEW.team_id END;
  RETURN NULL;
END $$;
CREATE TRIGGER category_marked AFTER UPDATE ON category FOR EACH ROW WHEN (OLD.slug <> NEW.slug OR OLD.name <> NEW.name) EXECUTE FUNCTION team_marked('team');
CREATE TRIGGER project_name_marked AFTER UPDATE ON project FOR EACH ROW WHEN (OLD.slug <> NEW.slug OR OLD.name <> NEW.name) EXECUTE FUNCTION team_marked('team');
CREATE TRIGGER import_run_marked AFTER UPDATE ON import_run FOR EACH ROW WHEN (OLD.state <> NEW.state AND NEW.state = 'done') EXECUTE FUNCTION team_marked('projects');
CREATE TRIGGER source_marked AFTER DELETE ON source FOR EACH ROW EXECUTE FUNCTION team_marked('projects');

CREATE FUNCTION policy_marked() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one policy := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF one.place LIKE 'project:%' THEN
    INSERT INTO watch_mark (team_id, unit, unit_id) SELECT team_id, 'all-of', id FROM project WHERE team_id = one.team_id AND slug = substr(one.place, 9);
  ELSE
    INSERT INTO watch_mark (team_id, unit, unit_id) SELECT id, 'team', id FROM team WHERE id = one.team_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER policy_marked AFTER INSERT OR UPDATE OR DELETE ON policy FOR EACH ROW EXECUTE FUNCTION policy_marked();

CREATE FUNCTION deployment_policy_marked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO watch_mark (team_id, unit, unit_id) SELECT id, 'team', id FROM team;
  RETURN NULL;
END $$;
CREATE TRIGGER deployment_policy_marked AFTER INSERT OR UPDATE OR DELETE ON deployment_policy FOR EACH ROW EXECUTE FUNCTION deployment_policy_marked();

CREATE FUNCTION project_marked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (NEW.team_id, 'project', NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER project_marked AFTER INSERT ON project FOR EACH ROW EXECUTE FUNCTION project_marked();

CREATE FUNCTION file_conflict_marked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (NEW.team_id, 'project', NEW.project_id);
  RETURN NULL;
END $$;
CREATE TRIGGER file_conflict_marked AFTER INSERT ON conflict FOR EACH ROW WHEN (NEW.kind = 'file') EXECUTE FUNCTION file_conflict_marked();
CREATE TRIGGER file_conflict_state_marked AFTER UPDATE ON conflict FOR EACH ROW WHEN (NEW.kind = 'file' AND OLD.state <> NEW.state) EXECUTE FUNCTION file_conflict_marked();

-- What is there already was never looked at.
INSERT INTO watch_mark (team_id, unit, unit_id) SELECT id, 'team', id FROM team;
