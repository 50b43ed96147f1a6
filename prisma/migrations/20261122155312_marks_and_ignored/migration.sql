-- AlterTable
ALTER TABLE "alert" ADD COLUMN     "ignored_from" TEXT;

-- As in the migration watch_marks, but whoever a file left is looked at with all that hangs on them: mates of the agent, and agents of the category.
CREATE OR REPLACE FUNCTION memory_file_marked() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  came boolean := TG_OP = 'INSERT';
  instructs boolean;
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- With all of its team or project: nobody is left to be told.
    IF NOT EXISTS (SELECT 1 FROM project WHERE team_id = OLD.team_id AND id = OLD.project_id) THEN RETURN NULL; END IF;
    INSERT INTO watch_mark (team_id, unit, unit_id, path) VALUES (OLD.team_id, 'file', OLD.id, NULL), (OLD.team_id, 'project', OLD.project_id, NULL), (OLD.team_id, 'place', OLD.project_id, OLD.path);
    IF OLD.agent_id IS NOT NULL THEN INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (OLD.team_id, 'changed-agent', OLD.agent_id); END IF;
    IF OLD.agent_id IS NULL AND OLD.category_id IS NOT NULL THEN INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (OLD.team_id, 'agents-of', OLD.project_id); END IF;
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
    IF OLD.agent_id IS DISTINCT FROM NEW.agent_id AND OLD.agent_id IS NOT NULL THEN INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (OLD.team_id, 'changed-agent', OLD.agent_id); END IF;
    IF OLD.category_id IS NOT NULL AND (OLD.category_id IS DISTINCT FROM NEW.category_id OR OLD.project_id <> NEW.project_id) THEN INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (OLD.team_id, 'agents-of', OLD.project_id); END IF;
  END IF;
  IF came THEN
    INSERT INTO watch_mark (team_id, unit, unit_id, path) VALUES (NEW.team_id, 'changed-file', NEW.id, NULL), (NEW.team_id, 'place', NEW.project_id, NEW.path);
  ELSE
    INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (NEW.team_id, 'changed-file', NEW.id);
  END IF;
  IF instructs THEN INSERT INTO watch_mark (team_id, unit, unit_id, path) VALUES (NEW.team_id, 'instructions', NEW.project_id, NEW.path); END IF;
  RETURN NULL;
END $$;

-- What a session runs in is said to be loaded or not, and when it began counts.
DROP TRIGGER agent_session_close_marked ON agent_session;
CREATE TRIGGER agent_session_change_marked AFTER UPDATE ON agent_session FOR EACH ROW WHEN (
  OLD.closed_at IS DISTINCT FROM NEW.closed_at OR OLD.harness IS DISTINCT FROM NEW.harness OR OLD.started_at <> NEW.started_at OR OLD.agent_name <> NEW.agent_name
) EXECUTE FUNCTION agent_session_marked();

-- The policy of one agent is no reason to look at a whole team: what it keeps and what it is hang on it, and nothing else.
CREATE OR REPLACE FUNCTION policy_marked() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one policy := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF one.place LIKE 'project:%' THEN
    INSERT INTO watch_mark (team_id, unit, unit_id) SELECT team_id, 'all-of', id FROM project WHERE team_id = one.team_id AND slug = substr(one.place, 9);
  ELSIF one.place LIKE 'agent:%' THEN
    INSERT INTO watch_mark (team_id, unit, unit_id) SELECT a.team_id, 'changed-agent', a.id FROM project p JOIN agent a ON a.team_id = p.team_id AND a.project_id = p.id
      WHERE p.team_id = one.team_id AND p.slug = split_part(substr(one.place, 7), '/', 1) AND a.name = substr(one.place, 8 + length(p.slug));
  ELSE
    INSERT INTO watch_mark (team_id, unit, unit_id) SELECT id, 'team', id FROM team WHERE id = one.team_id;
  END IF;
  RETURN NULL;
END $$;

-- A coach's brief is due so long after the last: of a project, or of all that there are.
CREATE FUNCTION synthesis_marked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.project_id IS NULL THEN
    INSERT INTO watch_mark (team_id, unit, unit_id) SELECT id, 'projects', id FROM team WHERE id = NEW.team_id;
  ELSE
    INSERT INTO watch_mark (team_id, unit, unit_id) VALUES (NEW.team_id, 'project', NEW.project_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER synthesis_marked AFTER INSERT ON synthesis FOR EACH ROW WHEN (NEW.state <> 'waiting') EXECUTE FUNCTION synthesis_marked();
CREATE TRIGGER synthesis_change_marked AFTER UPDATE ON synthesis FOR EACH ROW WHEN (OLD.state <> NEW.state OR OLD.decided_at IS DISTINCT FROM NEW.decided_at) EXECUTE FUNCTION synthesis_marked();
