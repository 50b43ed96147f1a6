import type { Visibility } from "@/lib/memory/teams/visibility"
import { groupBy } from "@/lib/memory/text/aggregates"
import { PRECEDENCE } from "@/lib/memory/conflicts/precedence"
import { findWithheldKind } from "@/lib/memory/context/withheld"
import { database, prepared } from "../infra/client"
import { sharedFile } from "../infra/sql-fragments"

/**
 * A reason why an entry is outranked: another entry prevails by scope, by a person's decision, or by an
 * override in its file.
 */
export interface Outranked {
  /** Id of the entry that prevails. `path`, `line` and `text` belong to this entry. */
  readonly by: string
  readonly path: string
  readonly line: number
  readonly text: string
  /** Id of the conflict. Null if the file of the prevailing entry declares the override. */
  readonly conflict: string | null
  /**
   * True if a person decided which entry prevails, or a file declares the override. False if only the order
   * of scopes decides.
   */
  readonly override: boolean
}

/** Maximum number of ids in the query. With more ids, the query reads all outranked entries of the team. */
const MANY = 500

/**
 * Returns the outranked entries, by id, each with the first entry that outranks it. In open conflicts, the
 * order of scopes decides. Overrides apply as long as both texts are unchanged. The query compares entries,
 * not sides, because copies of a side can have different scopes. With a project, only entries of the project
 * and shared memory can outrank others.
 */
export async function findOutranked(
  visible: Visibility,
  entryIds: readonly string[],
): Promise<Map<string, Outranked>> {
  return new Map(
    [...(await listOutranking(visible, entryIds))].flatMap(([id, [first]]) =>
      first ? [[id, first] as const] : [],
    ),
  )
}

/**
 * Returns all entries that outrank each entry, by its id, overrides first. An agent may load only some of
 * these entries.
 */
export async function listOutranking(
  visible: Visibility,
  entryIds: readonly string[],
): Promise<Map<string, Outranked[]>> {
  if (entryIds.length === 0) return new Map()
  const rows = await database().$queryRawUnsafe<(Outranked & { id: string })[]>(
    prepared(OUTRANKED),
    visible.teamId,
    visible.projectId,
    entryIds.length > MANY ? null : [...entryIds],
    [...PRECEDENCE],
  )
  // An entry that is withheld until verification cannot override others by its own text.
  const counted = rows.filter(({ conflict, text }) => conflict !== null || findWithheldKind(text) === null)
  return new Map(
    [...groupBy(counted, ({ id }) => id)].map(([id, all]) => [
      id,
      all.map(({ id: _, ...outranked }) => outranked),
    ]),
  )
}

/**
 * SQL for outranked entries. A prepared statement, because planning a join of seven tables takes twenty times
 * as long as running it.
 */
const OUTRANKED = `SELECT id, by, path, line, text, conflict, override FROM (
  SELECT loser.entry_id AS id, w.id AS by, f.path, w.line, w.text, c.id AS conflict, c.state = 'resolved' AS override, c.created_at AS since
  FROM conflict c JOIN conflict_side loser ON loser.team_id = c.team_id AND loser.conflict_id = c.id
    JOIN conflict_side winner ON winner.team_id = c.team_id AND winner.conflict_id = c.id AND winner.side <> loser.side
    JOIN entry e ON e.team_id = c.team_id AND e.id = loser.entry_id AND e.state = 'current' AND e.text = loser.text
    JOIN entry w ON w.team_id = c.team_id AND w.id = winner.entry_id AND w.state = 'current' AND w.text = winner.text
    JOIN memory_file f ON f.team_id = w.team_id AND f.id = w.file_id AND f.state <> 'gone' AND ($2::uuid IS NULL OR f.project_id = $2::uuid OR ${sharedFile("f")})
  WHERE c.team_id = $1::uuid AND c.kind = 'cross-scope' AND ((c.state = 'open' AND array_position($4::text[], w.scope) < array_position($4::text[], e.scope)) OR (c.state = 'resolved' AND winner.side = c.prevails AND EXISTS (
      SELECT 1 FROM resolution re WHERE re.team_id = c.team_id AND re.conflict_id = c.id AND re.round = c.round AND re.verdict = 'override' AND re.undone_at IS NULL)))
    AND ($3::uuid[] IS NULL OR loser.entry_id = ANY($3::uuid[]))
  UNION ALL
  SELECT e.id, w.id AS by, f.path, w.line, w.text, NULL AS conflict, true AS override, NULL AS since
  FROM entry w JOIN memory_file f ON f.team_id = w.team_id AND f.id = w.file_id AND f.state <> 'gone' AND ($2::uuid IS NULL OR f.project_id = $2::uuid OR ${sharedFile("f")})
    JOIN entry e ON e.team_id = w.team_id AND e.key = w.overrides AND e.state = 'current' AND array_position($4::text[], w.scope) < array_position($4::text[], e.scope)
  WHERE w.team_id = $1::uuid AND w.overrides IS NOT NULL AND w.state = 'current' AND w.agent_id IS NULL
    AND ($3::uuid[] IS NULL OR e.id = ANY($3::uuid[]))
) AS outranked
  ORDER BY id, override DESC, since NULLS LAST, path, line`
