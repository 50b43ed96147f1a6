/**
 * SQL condition on a memory file `f`: a migration, or undoing one, removed it here and it was not restored.
 * Its source may still have it. Text that a person writes later in a removed file is a change of its own.
 */
export const REMOVED_BY_MIGRATION = `f.state = 'gone' AND EXISTS (
  SELECT 1 FROM (
    SELECT m.created_at FROM migration_write w JOIN migration m ON m.team_id = w.team_id AND m.id = w.migration_id WHERE w.team_id = f.team_id AND w.file_id = f.id AND w.present = false
    UNION ALL
    SELECT v.created_at FROM revert_write w JOIN revert v ON v.team_id = w.team_id AND v.id = w.revert_id WHERE w.team_id = f.team_id AND w.file_id = f.id AND w.present = false AND v.of ? 'migration'
  ) took WHERE NOT EXISTS (SELECT 1 FROM presence t WHERE t.team_id = f.team_id AND t.file_id = f.id AND t.present AND t.created_at > took.created_at))`
