import { visibleRows, containing } from "../infra/sql-fragments"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import type { Dismissals, PairOpinion, SecondOpinion } from "@/lib/memory/conflicts/second-opinions"
import { database, type Reader } from "../infra/client"
import { isId } from "../infra/identifiers"
import {
  type AssignedCount,
  isAssignedOrOpen,
  snoozesOf,
  WAITING_AND_SNOOZED,
  type WaitingCount,
  type ItemSelect,
} from "../inbox"
import { HARM, MOST_AGENTS_OF_HARM } from "@/lib/memory/inbox/order-weights"

export interface ConflictRow {
  readonly teamId: string
  readonly id: string
  readonly kind: "same-scope" | "cross-scope" | "file"
  readonly finding: "duplicate" | "contradiction" | "file"
  readonly state: "open" | "resolved" | "dismissed" | "gone"
  readonly round: number
  readonly projectId: string
  readonly project: string
  readonly projectSlug: string
  readonly prevails: "left" | "right" | null
  readonly evidence: {
    readonly message: string
    readonly words: string | null
    readonly score: number | null
  }
  readonly foundBy: string
  readonly assigneeId: string | null
  /** Name of the assignee. Null if the conflict is unassigned or the account was removed. */
  readonly assignee: string | null
  /** The answer of a language model about the pair. Null if none was asked, or the answer was unusable. */
  readonly opinion: SecondOpinion<PairOpinion> | null
  /** Id of the file of a file conflict. Null for other conflicts. */
  readonly fileId: string | null
  readonly createdAt: Date
  readonly snoozedUntil: Date | null
  readonly decided: {
    readonly verdict: string
    readonly by: string
    readonly byId: string
    readonly reason: string
    readonly at: string
  } | null
}

const COLUMNS = Prisma.sql`c.team_id AS "teamId", c.id, c.kind, c.finding, c.state, c.round, c.project_id AS "projectId", p.name AS project, p.slug AS "projectSlug", c.prevails, c.evidence, c.found_by AS "foundBy", c.assignee_id AS "assigneeId", (SELECT u.name FROM "user" u WHERE u.id = c.assignee_id) AS assignee,
  (SELECT json_build_object('model', o.model, 'says', o.says, 'why', o.why) FROM second_opinion o WHERE o.team_id = c.team_id AND o.about = 'pair' AND o.key = c.pair AND o.says IS NOT NULL) AS opinion,
  c.file_id AS "fileId", c.created_at AS "createdAt", sn.until AS "snoozedUntil",
  (SELECT json_build_object('verdict', re.verdict, 'by', re.by_name, 'byId', re.by_id, 'reason', re.reason, 'at', re.created_at) FROM resolution re
    WHERE re.team_id = c.team_id AND re.conflict_id = c.id AND re.round = c.round AND re.undone_at IS NULL) AS decided`

const FROM = (userId: string) =>
  Prisma.sql`conflict c JOIN project p ON p.team_id = c.team_id AND p.id = c.project_id ${snoozesOf("c", userId)}`

/**
 * SQL join for the path by which conflicts are sorted: the path of the file, or of the left side. `OFFSET 0`
 * makes the planner read the sides first.
 */
const PATH = Prisma.sql`LEFT JOIN LATERAL (
  SELECT min(f.path) AS path FROM (SELECT c.file_id WHERE c.file_id IS NOT NULL UNION ALL (SELECT file_id FROM conflict_side WHERE team_id = c.team_id AND conflict_id = c.id AND side = 'left' OFFSET 0)) AS side
    JOIN memory_file f ON f.team_id = c.team_id AND f.id = side.file_id) l ON true`

export interface ConflictFilter {
  readonly visible: readonly Visibility[]
  /** The person whose snoozes apply. */
  readonly userId: string
  readonly state: string
  readonly snoozed: boolean | null
  readonly kind?: string | undefined
  readonly finding?: string | undefined
  readonly agent?: string | undefined
  /** Id of the assignee, or "none" for unassigned conflicts. */
  readonly assignee?: string | undefined
  readonly text?: string | undefined
  readonly after: string | null
  readonly take: number
}

/**
 * Returns one page of conflicts in a stable order. Open conflicts are sorted by project, file and time;
 * others by time of decision, newest first.
 */
export async function listConflicts(filter: ConflictFilter): Promise<ConflictRow[]> {
  const order =
    filter.state === "open"
      ? Prisma.sql`p.name, l.path, c.created_at, c.id`
      : Prisma.sql`coalesce(c.decided_at, c.created_at) DESC, c.id DESC`
  return database().$queryRaw<
    ConflictRow[]
  >`SELECT ${COLUMNS} FROM ${FROM(filter.userId)} ${filter.state === "open" ? PATH : Prisma.empty} WHERE ${matching(filter)} ORDER BY ${order} LIMIT ${filter.take} OFFSET ${Number(filter.after ?? 0)}`
}

/** Joins the opinion of a language model about the pair. */
const OPINION = Prisma.sql`LEFT JOIN second_opinion o ON o.team_id = c.team_id AND o.about = 'pair' AND o.key = c.pair AND o.says IS NOT NULL`

/**
 * Returns SQL for the number of agents that load a side of conflict `c`, at most `MOST_AGENTS_OF_HARM`.
 * `bound`: id of the only project whose agents count as readers of shared memory; null: all projects.
 */
const loadedByAgents = (bound: string | null): Prisma.Sql => {
  const sides = Prisma.sql`(SELECT c.file_id WHERE c.file_id IS NOT NULL UNION ALL (SELECT file_id FROM conflict_side WHERE team_id = c.team_id AND conflict_id = c.id OFFSET 0)) AS side
    JOIN memory_file f ON f.team_id = c.team_id AND f.id = side.file_id`
  return Prisma.sql`least(${MOST_AGENTS_OF_HARM}::int, (SELECT count(*) FROM (SELECT f.agent_id FROM ${sides} WHERE f.agent_id IS NOT NULL
    UNION (SELECT x.id FROM ${sides} JOIN agent x ON x.team_id = f.team_id AND NOT x.opted_out AND (f.category_id IS NULL OR x.category_id = f.category_id) AND (f.scope <> 'project' OR x.project_id = f.project_id)
      WHERE f.agent_id IS NULL AND (${bound}::uuid IS NULL OR x.project_id = ${bound}::uuid) LIMIT ${2 * MOST_AGENTS_OF_HARM}::int)) AS loading))::float8`
}

/**
 * Returns SQL that selects conflicts as items of the Inbox. `lowered`: findings that the team mostly
 * dismisses, which rank last. The opinion of a language model changes the rank of a conflict and never hides
 * it.
 */
export function conflictItems(
  filter: Omit<ConflictFilter, "after" | "take">,
  lowered: readonly string[],
): ItemSelect {
  const agents = loadedByAgents(filter.visible.find((one) => one.bound)?.projectId ?? null)
  const harm = Prisma.sql`CASE WHEN c.finding = ANY(${[...lowered]}::text[]) THEN ${HARM.dismissed}::float8 + ${agents}
    WHEN c.finding = 'file' THEN ${HARM["file conflict"]}::float8 + ${agents}
    WHEN o.says = 'neither' THEN ${HARM.doubted}::float8 + ${agents}
    WHEN o.says IS NOT NULL THEN (CASE o.says WHEN 'contradiction' THEN ${HARM.contradiction}::float8 ELSE ${HARM.duplicate}::float8 END) + ${MOST_AGENTS_OF_HARM}::float8
    WHEN c.finding = 'contradiction' THEN ${HARM.contradiction}::float8 + ${agents} ELSE ${HARM.duplicate}::float8 + ${agents} END`
  return Prisma.sql`SELECT c.id, (${harm}) AS harm, p.name || '/' || coalesce(l.path, '') AS file, extract(epoch FROM c.created_at) AS tie, coalesce(c.decided_at, c.created_at) AS at
    FROM ${FROM(filter.userId)} ${OPINION} ${PATH} WHERE ${matching(filter)}`
}

export async function countConflicts(filter: Omit<ConflictFilter, "after" | "take">): Promise<number> {
  const [row] = await database().$queryRaw<
    { count: number }[]
  >`SELECT count(*)::int AS count FROM ${FROM(filter.userId)} WHERE ${matching(filter)}`
  return row?.count ?? 0
}

export async function findConflictRows(
  visible: readonly Visibility[],
  ids: readonly string[],
  { userId = "" }: { userId?: string } = {},
  client: Pick<Reader, "$queryRaw"> = database(),
): Promise<ConflictRow[]> {
  const known = ids.filter(isId)
  if (known.length === 0) return []
  return client.$queryRaw<
    ConflictRow[]
  >`SELECT ${COLUMNS} FROM ${FROM(userId)} WHERE ${visibleConflicts(visible)} AND c.id = ANY(${known}::uuid[])`
}

function matching(filter: Omit<ConflictFilter, "after" | "take">): Prisma.Sql {
  const parts = [visibleConflicts(filter.visible)]
  if (filter.state === "decided") parts.push(Prisma.sql`c.state IN ('resolved', 'dismissed')`)
  else if (filter.state !== "all") parts.push(Prisma.sql`c.state = ${filter.state}`)
  if (filter.snoozed !== null)
    parts.push(filter.snoozed ? Prisma.sql`sn.until IS NOT NULL` : Prisma.sql`sn.until IS NULL`)
  if (filter.kind) parts.push(Prisma.sql`c.kind = ${filter.kind}`)
  if (filter.finding) parts.push(Prisma.sql`c.finding = ${filter.finding}`)
  if (filter.assignee === "none") parts.push(Prisma.sql`c.assignee_id IS NULL`)
  else if (filter.assignee) parts.push(Prisma.sql`c.assignee_id::text = ${filter.assignee}`)
  if (filter.agent) parts.push(anySide(loadedBy(filter.agent)))
  if (filter.text) {
    const like = containing(filter.text)
    parts.push(anySide(Prisma.sql`(side.text ILIKE ${like} OR f.path ILIKE ${like})`))
  }
  return Prisma.join(parts, " AND ")
}

/**
 * Returns the SQL condition for visible conflicts. A caller bound to a project does not see conflicts with a
 * side in another project. A filter by project includes them.
 */
function visibleConflicts(visible: readonly Visibility[]): Prisma.Sql {
  if (visible.every(({ projectId }) => projectId === null)) return visibleRows(visible, "c")
  return Prisma.sql`(${Prisma.join(visible.map(conflictsIn), " OR ")})`
}

function conflictsIn({ teamId, projectId, bound }: Visibility): Prisma.Sql {
  const inTeam = Prisma.sql`c.team_id = ${teamId}::uuid`
  if (projectId === null) return inTeam
  return bound
    ? Prisma.sql`${inTeam} AND c.project_id = ${projectId}::uuid AND NOT ${anySide(Prisma.sql`f.project_id <> ${projectId}::uuid`)}`
    : Prisma.sql`${inTeam} AND (c.project_id = ${projectId}::uuid OR ${anySide(Prisma.sql`f.project_id = ${projectId}::uuid`)})`
}

function anySide(condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT 1 FROM (SELECT c.file_id, '' AS text WHERE c.file_id IS NOT NULL UNION ALL (SELECT file_id, text FROM conflict_side WHERE team_id = c.team_id AND conflict_id = c.id OFFSET 0)) AS side
      JOIN memory_file f ON f.team_id = c.team_id AND f.id = side.file_id WHERE ${condition})`
}

function loadedBy(agent: string): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT 1 FROM agent x WHERE x.team_id = f.team_id AND x.name = ${agent} AND (x.id = f.agent_id OR (f.agent_id IS NULL AND NOT x.opted_out
    AND (f.category_id IS NULL OR x.category_id = f.category_id) AND (f.scope <> 'project' OR x.project_id = f.project_id))))`
}

/**
 * SQL key for the cause of a duplicate. Duplicates between the same files have one cause. Each duplicate
 * within one file is a cause of its own.
 */
const CAUSE = Prisma.sql`(SELECT CASE WHEN count(DISTINCT side.file_id) > 1 THEN array_agg(DISTINCT side.file_id ORDER BY side.file_id) ELSE ARRAY[c.id] END
  FROM conflict_side side WHERE side.team_id = c.team_id AND side.conflict_id = c.id)`

/** Number of days for which decisions count as a preference of the team. */
const DECIDED_DAYS = 180

/**
 * Returns the number of decisions of a team in the last 180 days, and of dismissals among them, by finding.
 */
export async function countDismissals({ teamId }: Visibility): Promise<Dismissals[]> {
  return database().$queryRaw<Dismissals[]>`
    SELECT finding, count(*)::int AS decided, (count(*) FILTER (WHERE state = 'dismissed'))::int AS dismissed FROM conflict
    WHERE team_id = ${teamId}::uuid AND state IN ('resolved', 'dismissed') AND decided_at > now() - make_interval(days => ${DECIDED_DAYS})
    GROUP BY finding ORDER BY finding`
}

export async function countOpenConflicts(
  visible: Visibility,
  { userId }: { userId: string },
): Promise<WaitingCount & { readonly causes: number } & AssignedCount> {
  const open = matching({ visible: [visible], userId, state: "open", snoozed: null })
  const [row] = await database().$queryRaw<
    (WaitingCount & { causes: number } & AssignedCount)[]
  >`SELECT ${WAITING_AND_SNOOZED}, ${causesAmong(Prisma.sql`true`)} AS causes, ${causesAmong(isAssignedOrOpen("c", userId))} AS yours, count(*) FILTER (WHERE sn.until IS NULL AND c.assignee_id::text = ${userId})::int AS mine FROM ${FROM(userId)} WHERE ${open}`
  return row ?? { waiting: 0, snoozed: 0, causes: 0, yours: 0, mine: 0 }
}

/** Returns SQL for the number of causes of the conflicts that meet the condition and are not snoozed. */
const causesAmong = (which: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(count(*) FILTER (WHERE sn.until IS NULL AND ${which} AND c.finding <> 'duplicate') + count(DISTINCT ${CAUSE}) FILTER (WHERE sn.until IS NULL AND ${which} AND c.finding = 'duplicate'))::int`
