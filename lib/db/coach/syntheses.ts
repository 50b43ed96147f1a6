import { visibleWhere, visibleRowsText, escapeLike, containing } from "../infra/sql-fragments"
import type { Visibility } from "@/lib/memory/teams/visibility"
import { Prisma } from "@/generated/prisma/client"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"
import { isId, newId } from "../infra/identifiers"
import { filelessItems, type FilelessItemFilter, type ItemSelect } from "../inbox"

/** An entry as it was when a claim cited it. */
export interface Citation {
  readonly entry: string
  readonly file: string
  readonly path: string
  readonly line: number
  readonly revision: number
  readonly text: string
}

export interface CitedEntry extends Citation {
  readonly endLine: number
  readonly state: string
  /** Slug of the project. */
  readonly project: string
  readonly agent: string | null
  readonly section: string | null
  /** ISO day that the entry states. Null without a date. */
  readonly date: string | null
}

const CITED = `SELECT e.id AS entry, e.file_id AS file, f.path, e.line, e.end_line AS "endLine", f.head AS revision, e.text, e.state, p.slug AS project,
  a.name AS agent, e.section, e.stated_on::text AS date
  FROM entry e JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id JOIN project p ON p.team_id = e.team_id AND p.id = e.project_id
    LEFT JOIN agent a ON a.team_id = f.team_id AND a.id = f.agent_id`

/** Returns those of the entries that exist. Invalid ids are ignored. */
export async function entriesCited(
  { teamId, projectId }: Visibility,
  ids: readonly string[],
): Promise<CitedEntry[]> {
  return database().$queryRawUnsafe<CitedEntry[]>(
    `${CITED} WHERE ${visibleRowsText("e", "$1", "$2")} AND e.id = ANY($3::uuid[]) AND f.state <> 'gone'`,
    teamId,
    projectId,
    ids.filter(isId),
  )
}

/** Returns the visible entries whose lines include one of the given positions. */
export async function entriesAt(
  { teamId, projectId }: Visibility,
  places: readonly { readonly path: string; readonly line: number }[],
): Promise<CitedEntry[]> {
  if (places.length === 0) return []
  return database().$queryRawUnsafe<CitedEntry[]>(
    `${CITED} JOIN (SELECT DISTINCT * FROM unnest($3::text[], $4::int[]) AS w(path, line)) w ON w.path = f.path AND w.line BETWEEN e.line AND e.end_line
     WHERE ${visibleRowsText("e", "$1", "$2")} AND f.state <> 'gone'`,
    teamId,
    projectId,
    places.map((one) => one.path),
    places.map((one) => one.line),
  )
}

/** Returns the states and paths of proposals. */
export async function proposalsOfClaims(
  { teamId }: Visibility,
  ids: readonly string[],
): Promise<{ id: string; state: string; path: string }[]> {
  return ids.length === 0
    ? []
    : database().proposal.findMany({
        where: { teamId, id: { in: [...ids] } },
        select: { id: true, state: true, path: true },
      })
}

export interface NewSynthesis {
  readonly teamId: string
  /** Id of the project. Null for a synthesis of the whole team. */
  readonly projectId: string | null
  readonly kind: string
  readonly agent: string | null
  readonly title: string
  readonly session: string | null
  readonly waitingKey: Uint8Array<ArrayBuffer>
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
  readonly claims: readonly NewClaim[]
  /** Origin of a synthesis of the built-in coach. Absent if an external coach submitted the synthesis. */
  readonly made?: {
    readonly source: string
    readonly model: string | null
    readonly runId: string
    readonly asOf: Date
    readonly notes: readonly string[]
  }
}

export interface NewClaim {
  readonly kind: string
  readonly text: string
  readonly confidence: number
  readonly citations: readonly Citation[]
  /** Target to which the coach suggests promoting the claim. */
  readonly promote?: Readonly<Record<string, string>> | null
}

/**
 * Stores a waiting synthesis with its claims, and returns its id. Null if a synthesis with the same
 * `waitingKey` is waiting already.
 */
export async function addSynthesis(
  tx: Tx,
  { teamId, projectId, agent, by, claims, made, ...rest }: NewSynthesis,
): Promise<string | null> {
  const id = newId()
  const { count } = await tx.synthesis.createMany({
    data: [
      {
        ...rest,
        ...(made === undefined ? {} : { ...made, notes: [...made.notes] }),
        teamId,
        id,
        projectId,
        agentName: agent,
        state: "waiting",
        authorKind: by.kind,
        authorId: by.id,
        authorName: by.name,
      },
    ],
    skipDuplicates: true,
  })
  if (count === 0) return null
  await tx.claim.createMany({
    data: claims.map(({ citations, promote, ...claim }, position) => ({
      ...claim,
      ...(promote ? { promote: { ...promote } } : {}),
      teamId,
      synthesisId: id,
      position,
      citations: citations.map((one) => ({ ...one })),
      state: "waiting",
    })),
  })
  return id
}

const WHOLE = { claims: { orderBy: { position: "asc" } } } as const

export async function findWaitingSynthesis(
  { teamId }: Visibility,
  waitingKey: Uint8Array<ArrayBuffer>,
  client: Pick<Reader, "synthesis"> = database(),
) {
  return client.synthesis.findUnique({ where: { teamId_waitingKey: { teamId, waitingKey } }, include: WHOLE })
}
export type SynthesisRow = NonNullable<Awaited<ReturnType<typeof findWaitingSynthesis>>>

export async function countWaitingSyntheses(tx: Tx, teamId: string): Promise<number> {
  return tx.synthesis.count({ where: { teamId, state: "waiting" } })
}

/**
 * Returns a visible synthesis with its claims. Null if it does not exist or is not visible. Callers bound to
 * a project do not see syntheses of the whole team.
 */
export async function findSynthesis(
  visible: readonly Visibility[],
  id: string,
): Promise<SynthesisRow | null> {
  return isId(id)
    ? database().synthesis.findFirst({ where: { OR: visible.map(visibleWhere), id }, include: WHOLE })
    : null
}

export interface SynthesisFilter {
  readonly visible: readonly Visibility[]
  readonly kind?: string | undefined
  /** A state, or "decided" for all except waiting. */
  readonly state?: string | undefined
  readonly agent?: string | undefined
  /** Text to find in the title, a claim, or the name of the author or agent. */
  readonly text?: string | undefined
  /** Ids of the syntheses to return. `without`: ids of syntheses to leave out. */
  readonly among?: readonly string[] | undefined
  readonly without?: readonly string[] | undefined
}

/** A synthesis with only the states of its claims. Whole claims would take megabytes in a list. */
export type ListedSynthesis = Omit<SynthesisRow, "claims"> & {
  readonly claims: readonly Pick<SynthesisRow["claims"][number], "state">[]
}

/** Returns syntheses, newest first. `after` is the id of the last one seen. */
export async function listSynthesisRows({
  after,
  take,
  ...filter
}: SynthesisFilter & { readonly after?: string | undefined; readonly take: number }): Promise<
  ListedSynthesis[]
> {
  const where = matching(filter)
  return database().synthesis.findMany({
    where: after === undefined ? where : { AND: [where, { id: { lt: after } }] },
    include: { claims: { select: { state: true } } },
    orderBy: { id: "desc" },
    take,
  })
}

export async function countSynthesisRows(filter: SynthesisFilter): Promise<number> {
  return database().synthesis.count({ where: matching(filter) })
}

function matching({
  visible,
  kind,
  state,
  agent,
  text,
  among,
  without,
}: SynthesisFilter): Prisma.SynthesisWhereInput {
  const says = { contains: escapeLike(text ?? ""), mode: "insensitive" } as const
  return {
    OR: visible.map(visibleWhere),
    ...(kind === undefined ? {} : { kind }),
    ...(state === undefined ? {} : { state: state === "decided" ? { not: "waiting" } : state }),
    ...(agent === undefined ? {} : { agentName: agent }),
    ...(among === undefined && without === undefined
      ? {}
      : { id: { ...(among ? { in: [...among] } : {}), ...(without ? { notIn: [...without] } : {}) } }),
    ...(text === undefined
      ? {}
      : {
          AND: [
            {
              OR: [
                { title: says },
                { authorName: says },
                { agentName: says },
                { claims: { some: { OR: [{ text: says }, { edited: says }] } } },
              ],
            },
          ],
        }),
  }
}

/**
 * Returns the newest published orientation for an agent: of its project, or of the team unless the caller is
 * bound to the project. Also returns whether one waits.
 */
export async function findOrientation(
  { teamId, projectId, bound }: Visibility,
  agent: string,
): Promise<{ published: SynthesisRow | null; waits: boolean }> {
  const where = {
    teamId,
    kind: "orientation",
    agentName: agent,
    OR: [{ projectId }, ...(bound ? [] : [{ projectId: null }])],
  }
  const [published, waiting] = await Promise.all([
    database().synthesis.findFirst({
      where: { ...where, state: "published" },
      include: WHOLE,
      orderBy: { id: "desc" },
    }),
    database().synthesis.findFirst({ where: { ...where, state: "waiting" }, select: { id: true } }),
  ])
  return { published, waits: waiting !== null }
}

interface SynthesisItemFilter extends FilelessItemFilter {
  readonly kind?: string | undefined
  readonly agent?: string | undefined
  /** Text to find in the title, a claim, or the name of the author or agent. */
  readonly text?: string | undefined
}

/** Returns SQL that selects syntheses as items of the Inbox, newest first. */
export function synthesisItems({ kind, agent, text, ...filter }: SynthesisItemFilter): ItemSelect {
  const parts: Prisma.Sql[] = []
  if (kind) parts.push(Prisma.sql`it.kind = ${kind}`)
  if (agent) parts.push(Prisma.sql`it.agent_name = ${agent}`)
  if (text) {
    const like = containing(text)
    parts.push(Prisma.sql`(it.title ILIKE ${like} OR it.author_name ILIKE ${like} OR it.agent_name ILIKE ${like} OR EXISTS (
      SELECT 1 FROM claim cl WHERE cl.team_id = it.team_id AND cl.synthesis_id = it.id AND (cl.text ILIKE ${like} OR cl.edited ILIKE ${like})))`)
  }
  return filelessItems("synthesis", filter, parts)
}
