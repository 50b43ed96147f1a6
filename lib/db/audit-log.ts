import { Prisma } from "@/generated/prisma/client"
import { database } from "./infra/client"

/** An event with everything that its hash covers: `at` in microseconds, `detail` as the hashed text. */
export interface AuditEventRow {
  readonly number: bigint
  /** Number in its chain. Null for an event that was inserted outside the chain. */
  readonly link: bigint | null
  readonly hash: string | null
  readonly teamId: string | null
  readonly at: string
  readonly actorKind: string
  readonly actorId: string
  readonly actorName: string
  readonly kind: string
  readonly subject: string
  readonly detail: string
}

export interface AuditFilter {
  /** Null for events of the deployment. */
  readonly teamId: string | null
  /** Kind of event, such as "proposal.approve", or a noun, such as "proposal", for all of its kinds. */
  readonly kind?: string | undefined
  /** "person", "token", "system", or "agent" for actions in an agent's name. */
  readonly who?: string | undefined
  /** Part of the actor's or the agent's name. */
  readonly by?: string | undefined
  /** Part of the subject. */
  readonly subject?: string | undefined
  /** Earliest time of an event. Events at or after `to` are left out. */
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** Returns at most `limit` events, newest first, with numbers below `before`. */
export async function listEvents(
  filter: AuditFilter,
  { before, limit }: { before: bigint | null; limit: number },
): Promise<AuditEventRow[]> {
  return database().$queryRaw<AuditEventRow[]>`
    SELECT ${COLUMNS} FROM audit_event e LEFT JOIN audit_link l ON l.number = e.number
    WHERE ${matching(filter)} ${before === null ? Prisma.empty : Prisma.sql`AND e.number < ${before}`} ORDER BY e.number DESC LIMIT ${limit}`
}

export async function countEvents(filter: AuditFilter): Promise<number> {
  const [row] = await database().$queryRaw<
    { count: number }[]
  >`SELECT count(*)::float8 AS count FROM audit_event e WHERE ${matching(filter)}`
  return row?.count ?? 0
}

/** Returns the kinds of events that occur in a team (null: the deployment), in alphabetical order. */
export async function listKinds(teamId: string | null): Promise<string[]> {
  const rows = await database().$queryRaw<
    { kind: string }[]
  >`SELECT DISTINCT e.kind FROM audit_event e WHERE ${ofTeam(teamId)} ORDER BY e.kind`
  return rows.map((row) => row.kind)
}

/**
 * Returns the next events of the chain of a team (null: the deployment), in order, after the event with the
 * number `after` in the chain.
 */
export async function nextLinks(
  teamId: string | null,
  { after, limit }: { after: bigint; limit: number },
): Promise<AuditEventRow[]> {
  return database().$queryRaw<AuditEventRow[]>`
    SELECT ${COLUMNS} FROM audit_link l JOIN audit_event e ON e.number = l.number
    WHERE l.chain = audit_chain(${teamId}::uuid) AND l.link > ${after} ORDER BY l.link LIMIT ${limit}`
}

const COLUMNS = Prisma.sql`
  e.number, l.link, encode(l.hash, 'hex') AS hash, e.team_id::text AS "teamId", to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
  e.actor_kind AS "actorKind", e.actor_id AS "actorId", e.actor_name AS "actorName", e.kind, e.subject, e.detail::text AS detail`

/**
 * Returns SQL that matches one kind of events, such as "proposal.approve", or all kinds of a noun, such as
 * "proposal".
 */
const ofKind = (kind: string): Prisma.Sql =>
  kind.includes(".") ? Prisma.sql`e.kind = ${kind}` : Prisma.sql`starts_with(e.kind, ${`${kind}.`})`

const ofActorKind = (kind: string): Prisma.Sql =>
  kind === "agent"
    ? Prisma.sql`starts_with(e.detail->>'author', 'agent:')`
    : Prisma.sql`e.actor_kind = ${kind}`

function matching({ teamId, kind, who, by, subject, from, to }: AuditFilter): Prisma.Sql {
  const parts = [
    ofTeam(teamId),
    kind === undefined ? null : ofKind(kind),
    who === undefined ? null : ofActorKind(who),
    by === undefined
      ? null
      : Prisma.sql`(${contains(Prisma.sql`e.actor_name`, by)} OR ${contains(Prisma.sql`substr(e.detail->>'author', 7)`, by)} AND starts_with(e.detail->>'author', 'agent:'))`,
    subject === undefined ? null : contains(Prisma.sql`e.subject`, subject),
    from === undefined ? null : Prisma.sql`e.at >= ${from}`,
    to === undefined ? null : Prisma.sql`e.at < ${to}`,
  ]
  return Prisma.join(
    parts.filter((part) => part !== null),
    " AND ",
  )
}

const ofTeam = (teamId: string | null) =>
  teamId === null ? Prisma.sql`e.team_id IS NULL` : Prisma.sql`e.team_id = ${teamId}::uuid`

/** Returns SQL that searches a column for a literal text and ignores case. */
const contains = (column: Prisma.Sql, text: string) =>
  Prisma.sql`strpos(lower(${column}), lower(${text})) > 0`

/** The first broken position of a chain. */
export interface Break {
  /** Number in the chain. Null for an event outside of every chain. */
  readonly link: bigint | null
  readonly number: bigint | null
  readonly at: Date | null
  readonly why:
    | "missing"
    | "gone"
    | "changed"
    | "cut-off"
    | "too-long"
    | "no-head"
    | "head-changed"
    | "unlinked"
}

export interface ChainState {
  readonly teamId: string | null
  readonly events: number
  /** Hash of the last event, as the chain's head records it. Null without a head. */
  readonly hash: string | null
  readonly brokenAt: Break | null
}

const NO_TEAM = "00000000-0000-0000-0000-000000000000"

/**
 * Verifies the audit chains of teams (null: the deployment's chain) in one query, and returns the first fault
 * of each. In an intact chain, each hash includes the one before, each event exists with the hashed content,
 * the head records the last event, and no event of the team is outside the chain.
 */
export async function verifyChains(teams: readonly (string | null)[]): Promise<ChainState[]> {
  const chains = teams.map((team) => team ?? NO_TEAM)
  const rows = await database().$queryRaw<(Break & { chain: string; events: number; hash: string | null })[]>`
    WITH asked AS (SELECT unnest(${chains}::uuid[]) AS chain),
    link AS (
      SELECT l.chain, l.link, l.number, e.at, l.hash, e.number IS NULL AS gone, lag(l.link, 1, 0::bigint) OVER way AS before,
        CASE WHEN e.number IS NOT NULL THEN audit_hash(lag(l.hash, 1, decode(repeat('00', 32), 'hex')) OVER way, l.link, e) END AS reckoned
      FROM audit_link l JOIN asked USING (chain) LEFT JOIN audit_event e ON e.number = l.number
      WINDOW way AS (PARTITION BY l.chain ORDER BY l.link)
    ),
    found AS (
      SELECT chain, CASE WHEN link <> before + 1 THEN before + 1 ELSE link END AS link, CASE WHEN link = before + 1 THEN number END AS number, at,
        CASE WHEN link <> before + 1 THEN 'missing' WHEN gone THEN 'gone' ELSE 'changed' END AS why
      FROM link WHERE link <> before + 1 OR gone OR reckoned IS DISTINCT FROM hash
      UNION ALL
      SELECT chain, CASE WHEN head.chain IS NULL OR coalesce(links, 0) = last THEN last ELSE least(last, links) + 1 END, NULL, NULL,
        CASE WHEN head.chain IS NULL THEN 'no-head' WHEN links > last THEN 'cut-off' WHEN links < last THEN 'too-long' ELSE 'head-changed' END
      FROM (SELECT chain, coalesce(max(link), 0) AS last, (array_agg(hash ORDER BY link DESC))[1] AS hash FROM asked LEFT JOIN link USING (chain) GROUP BY chain) tail
      LEFT JOIN audit_head head USING (chain)
      WHERE (head.chain IS NULL AND last > 0) OR links <> last OR (last > 0 AND head.hash <> tail.hash)
      UNION ALL
      SELECT a.chain, NULL, e.number, e.at, 'unlinked' FROM asked a JOIN audit_event e ON audit_chain(e.team_id) = a.chain
      WHERE NOT EXISTS (SELECT 1 FROM audit_link l WHERE l.number = e.number AND l.chain = a.chain)
    ),
    first AS (SELECT DISTINCT ON (chain) * FROM found ORDER BY chain, link NULLS LAST, number)
    SELECT chain::text, (SELECT count(*)::float8 FROM link WHERE link.chain = asked.chain) AS events, encode(head.hash, 'hex') AS hash, first.link, first.number, first.at, first.why
    FROM asked LEFT JOIN audit_head head USING (chain) LEFT JOIN first USING (chain)`
  const states = new Map(
    rows.map(({ chain, events, hash, link, number, at, why }) => [
      chain,
      { events, hash, brokenAt: (why as string | null) === null ? null : { link, number, at, why } },
    ]),
  )
  return teams.map((teamId) => ({
    teamId,
    ...(states.get(teamId ?? NO_TEAM) ?? { events: 0, hash: null, brokenAt: null }),
  }))
}

/** Returns the number of events in a chain, as its head records it. */
export async function countLinks(teamId: string | null): Promise<number> {
  return Number(
    (await database().auditHead.findUnique({ where: { chain: teamId ?? NO_TEAM }, select: { links: true } }))
      ?.links ?? 0,
  )
}

/**
 * Returns the ids of the files at these paths, by path, and the states of these proposals, by id. Both maps
 * are empty for events of the deployment (`teamId` is null).
 */
export async function findSubjects(
  teamId: string | null,
  { paths, proposals }: { paths: readonly string[]; proposals: readonly string[] },
): Promise<{ files: Map<string, string[]>; proposals: Map<string, string> }> {
  if (teamId === null) return { files: new Map(), proposals: new Map() }
  const [files, states] = await Promise.all([
    database().memoryFile.findMany({
      where: { teamId, path: { in: [...new Set(paths)] } },
      select: { id: true, path: true },
    }),
    database().proposal.findMany({
      where: { teamId, id: { in: [...new Set(proposals)] } },
      select: { id: true, state: true },
    }),
  ])
  const byPath = new Map<string, string[]>()
  for (const { id, path } of files) byPath.set(path, [...(byPath.get(path) ?? []), id])
  return { files: byPath, proposals: new Map(states.map((one) => [one.id, one.state])) }
}
