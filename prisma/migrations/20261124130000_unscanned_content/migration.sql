-- Until now imports stored what they received before it was checked for secrets. Content of unfinished imports is deleted,
-- and they are ended. Imports that are running are left: they finish, and delete their content.
UPDATE import_run SET state = 'cancelled', finished_at = now(), error = 'Quarterdeck was upgraded before this import was started. Import it again.' WHERE state IN ('collecting', 'planned');
UPDATE import_item i SET content = NULL FROM import_run r WHERE r.team_id = i.team_id AND r.id = i.run_id AND r.state <> 'running' AND NOT i.written AND i.content IS NOT NULL;
-- Rewrites the table, so that deleted content is not left on its pages.
ALTER TABLE import_item ALTER COLUMN content TYPE BYTEA USING content || ''::BYTEA;
