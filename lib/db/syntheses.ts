import { database } from "./client"
import type { Tx } from "./commit"
import { isId, newId } from "./identifiers"

/** An entry as it read when a claim cited it. */
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
  readonly project: string
}

interface Within {
  readonly teamId: string
  readonly projectId: string | null
}

const CITED = `SELECT e.id AS entry, e.file_id AS file, f.path, e.line, e.end_line AS "endLine", f.head AS revision, e.text, e.state, p.slug AS project
  FROM entry e JOIN memory_file f ON f.team_id = e.team_id AND f.id = e.file_id JOIN project p ON p.team_id = e.team_id AND p.id = e.project_id`

/** Those of these entries that are there; what is no id is none. */
export async function entriesCited({ teamId, projectId }: Within, ids: readonly string[]): Promise<CitedEntry[]> {
  return database().$queryRawUnsafe<CitedEntry[]>(
    `${CITED} WHERE e.team_id = $1::uuid AND ($2::uuid IS NULL OR e.project_id = $2::uuid) AND e.id = ANY($3::uuid[]) AND f.state <> 'gone'`,
    teamId,
    projectId,
    ids.filter(isId),
  )
}

/** The entries that stand at these lines of these paths. */
export async function entriesAt({ teamId, projectId }: Within, places: readonly { readonly path: string; readonly line: number }[]): Promise<CitedEntry[]> {
  if (places.length === 0) return []
  return database().$queryRawUnsafe<CitedEntry[]>(
    `${CITED} JOIN (SELECT DISTINCT * FROM unnest($3::text[], $4::int[]) AS w(path, line)) w ON w.path = f.path AND w.line BETWEEN e.line AND e.end_line
     WHERE e.team_id = $1::uuid AND ($2::uuid IS NULL OR e.project_id = $2::uuid) AND f.state <> 'gone'`,
    teamId,
    projectId,
    places.map((one) => one.path),
    places.map((one) => one.line),
  )
}

export interface NewSynthesis extends Within {
  readonly kind: string
  readonly agent: string | null
  readonly title: string
  readonly session: string | null
  readonly waitingKey: Uint8Array<ArrayBuffer>
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
  readonly claims: readonly { readonly kind: string; readonly text: string; readonly confidence: number; readonly citations: readonly Citation[] }[]
}

/** Stores a synthesis that waits. Null where the same waits already. */
export async function addSynthesis(tx: Tx, { teamId, projectId, agent, by, claims, ...rest }: NewSynthesis): Promise<string | null> {
  const id = newId()
  const { count } = await tx.synthesis.createMany({ data: [{ ...rest, teamId, id, projectId, agentName: agent, state: "waiting", authorKind: by.kind, authorId: by.id, authorName: by.name }], skipDuplicates: true })
  if (count === 0) return null
  await tx.claim.createMany({ data: claims.map(({ citations, ...claim }, position) => ({ ...claim, teamId, synthesisId: id, position, citations: citations.map((one) => ({ ...one })), state: "waiting" })) })
  return id
}

const WHOLE = { claims: { orderBy: { position: "asc" } } } as const

export async function findWaitingSynthesis(teamId: string, waitingKey: Uint8Array<ArrayBuffer>) {
  return database().synthesis.findUnique({ where: { teamId_waitingKey: { teamId, waitingKey } }, include: WHOLE })
}
export type SynthesisRow = NonNullable<Awaited<ReturnType<typeof findWaitingSynthesis>>>

export async function countWaitingSyntheses(tx: Tx, teamId: string): Promise<number> {
  return tx.synthesis.count({ where: { teamId, state: "waiting" } })
}

/** In whichever of these teams it is. */
export async function findSynthesis(teamIds: readonly string[], id: string): Promise<SynthesisRow | null> {
  return isId(id) ? database().synthesis.findFirst({ where: { teamId: { in: [...teamIds] }, id }, include: WHOLE }) : null
}

export interface SynthesisFilter {
  readonly places: readonly Within[]
  readonly kind?: string | undefined
  readonly state?: string | undefined
  readonly agent?: string | undefined
  readonly after?: string | undefined
  readonly take: number
}

/** The newest first; `after` is the id of the last one seen. */
export async function listSynthesisRows({ places, kind, state, agent, after, take }: SynthesisFilter): Promise<SynthesisRow[]> {
  return database().synthesis.findMany({
    where: {
      OR: places.map(({ teamId, projectId }) => ({ teamId, ...(projectId === null ? {} : { projectId }) })),
      ...(kind === undefined ? {} : { kind }),
      ...(state === undefined ? {} : { state }),
      ...(agent === undefined ? {} : { agentName: agent }),
      ...(after === undefined ? {} : { id: { lt: after } }),
    },
    include: WHOLE,
    orderBy: { id: "desc" },
    take,
  })
}

/** What an agent is oriented by: the newest that is published, else the newest that waits; of its project, or, unless whoever asks is kept within it, across the team. */
export async function findOrientation({ teamId, projectId, within }: { teamId: string; projectId: string; within: boolean }, agent: string): Promise<SynthesisRow | null> {
  const where = { teamId, kind: "orientation", agentName: agent, OR: [{ projectId }, ...(within ? [] : [{ projectId: null }])] }
  const newest = (state: string) => database().synthesis.findFirst({ where: { ...where, state }, include: WHOLE, orderBy: { id: "desc" } })
  return (await newest("published")) ?? newest("waiting")
}
