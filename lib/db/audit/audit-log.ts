import { Prisma } from "@/generated/prisma/client"
import { database } from "../infra/client"

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
