import { escapeLike, visibleWhere } from "../infra/sql-fragments"
import { type Visibility, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { Prisma } from "@/generated/prisma/client"
import type { SeedPlacement, SeedFormat } from "@/lib/memory/seed/seed-entry"
import { database, type Reader } from "../infra/client"
import type { Tx } from "../infra/commit"
import { isId } from "../infra/identifiers"
import { HAS_ENTRIES } from "./agents"

/** A source of a seed plan, at the revision that was read. */
export interface SeedSource {
  /** Name of the agent. Null for memory of a category or shared memory. */
  readonly agent: string | null
  /** Slug of the project. */
  readonly project: string
  readonly file: string
  readonly path: string
  readonly revision: number
  readonly entries: number
}

/** An entry of a seed plan with its placement and origin. */
export interface StoredPlacement extends SeedPlacement {
  readonly section: string | null
  readonly path: string
  readonly line: number
  readonly fileId: string
}

export type SeedState = "waiting" | "applied" | "proposed" | "fresh" | "dropped" | "undone"

export interface SeedPlanRow {
  readonly teamId: string
  readonly id: string
  readonly projectId: string
  readonly projectSlug: string
  readonly projectName: string
  readonly agentName: string | null
  readonly category: string | null
  readonly roles: readonly string[]
  readonly predecessors: readonly SeedSource[]
  readonly placements: readonly StoredPlacement[]
  readonly budget: number
  /** Number of lines of the file with all placed entries. */
  readonly lines: number
  readonly model: string | null
  readonly notes: readonly string[]
  readonly path: string
  readonly format: SeedFormat
  readonly fileId: string | null
  readonly state: SeedState
  readonly version: number
  readonly authorName: string
  readonly createdAt: Date
  readonly decidedAt: Date | null
  readonly decidedBy: string | null
  readonly reason: string | null
  readonly revision: number | null
  readonly proposals: readonly string[]
  readonly madeAgent: boolean
}

type Client = Pick<Reader, "seedPlan">
const WITH_PROJECT = { include: { project: { select: { slug: true, name: true } } } } as const
type Read = Prisma.SeedPlanGetPayload<typeof WITH_PROJECT>

const asRow = ({ project, predecessors, placements, notes, format, state, ...row }: Read): SeedPlanRow => ({
  ...row,
  projectSlug: project.slug,
  projectName: project.name,
  format: format as SeedFormat,
  state: state as SeedState,
  predecessors: predecessors as unknown as SeedSource[],
  placements: placements as unknown as StoredPlacement[],
  notes: notes as string[],
})

/** Returns the agent or category of each visible plan with one of these ids. */
export function namesOfSeedPlans(
  visible: readonly Visibility[],
  ids: readonly string[],
): Promise<Pick<SeedPlanRow, "teamId" | "id" | "agentName" | "category">[]> {
  return database().seedPlan.findMany({
    where: {
      id: { in: ids.filter(isId) },
      OR: visible.map(visibleWhere),
    },
    select: { teamId: true, id: true, agentName: true, category: true },
  })
}

export async function findSeedPlan(
  visible: readonly Visibility[],
  id: string,
  client: Client = database(),
): Promise<SeedPlanRow | null> {
  if (!isId(id)) return null
  const row = await client.seedPlan.findFirst({
    where: { id, OR: visible.map(visibleWhere) },
    ...WITH_PROJECT,
  })
  return row && asRow(row)
}

/** Locks and returns a plan. */
export async function lockSeedPlan(tx: Tx, teamId: string, id: string): Promise<SeedPlanRow | null> {
  await tx.$queryRaw`SELECT 1 FROM seed_plan WHERE team_id = ${teamId}::uuid AND id = ${id}::uuid FOR UPDATE`
  return findSeedPlan([wholeTeamUnchecked(teamId)], id, tx)
}

export interface SeedPlanFilter {
  /** "decided" for all except waiting. */
  readonly state?: SeedState | "decided" | undefined
  /** Id of the project. Null for all projects. */
  readonly projectId?: string | null
  readonly agent?: string | undefined
  /** Slug of the category. */
  readonly category?: string | undefined
  /** Text to find in the agent, category or path. */
  readonly text?: string | undefined
  /** Ids of the plans to return. */
  readonly among?: readonly string[] | undefined
  /** Ids of plans to leave out. */
  readonly without?: readonly string[] | undefined
  readonly take: number
  /** Time of creation and id of the last plan of the previous page. Null for the first page. */
  readonly before?: readonly [at: string, id: string] | null
}

/** A plan without its content, which is large. */
export interface SeedPlanHead extends Pick<
  SeedPlanRow,
  | "id"
  | "projectId"
  | "projectSlug"
  | "projectName"
  | "agentName"
  | "category"
  | "path"
  | "state"
  | "authorName"
  | "createdAt"
  | "decidedAt"
  | "decidedBy"
  | "reason"
  | "lines"
  | "budget"
  | "version"
> {
  /** Number of placed entries. */
  readonly placed: number
  readonly leftOut: number
  /** Names of the predecessors, in the order of their entries. */
  readonly from: readonly string[]
}

const HEAD = {
  id: true,
  projectId: true,
  agentName: true,
  category: true,
  path: true,
  state: true,
  authorName: true,
  createdAt: true,
  decidedAt: true,
  decidedBy: true,
  reason: true,
  lines: true,
  budget: true,
  version: true,
  project: WITH_PROJECT.include.project,
} as const

/** Returns at most `take` plans of a team, newest first. */
export async function listSeedPlans(
  { teamId }: Visibility,
  { take, before = null, ...filter }: SeedPlanFilter,
): Promise<SeedPlanHead[]> {
  const rows = await database().seedPlan.findMany({
    where: {
      ...fitting(teamId, filter),
      ...(before === null
        ? {}
        : {
            OR: [
              { createdAt: { lt: new Date(before[0]) } },
              { createdAt: new Date(before[0]), id: { lt: before[1] } },
            ],
          }),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take,
    select: HEAD,
  })
  const counts = await countPlaced(
    teamId,
    rows.map(({ id }) => id),
  )
  return rows.map(({ project, state, ...row }) => ({
    ...row,
    state: state as SeedState,
    projectSlug: project.slug,
    projectName: project.name,
    ...(counts.get(row.id) ?? NOTHING_PLACED),
  }))
}

type Counted = Pick<SeedPlanHead, "placed" | "leftOut" | "from">
const NOTHING_PLACED: Counted = { placed: 0, leftOut: 0, from: [] }

/**
 * Returns the numbers of placed and of left-out entries of plans, and the predecessors, by plan id. The
 * database counts them, so that a list does not read the placements.
 */
async function countPlaced(teamId: string, ids: readonly string[]): Promise<Map<string, Counted>> {
  if (ids.length === 0) return new Map()
  const rows = await database().$queryRaw<(Counted & { id: string })[]>`
    SELECT id, sum(placed)::int AS placed, sum(all_of - placed)::int AS "leftOut", array_agg(name ORDER BY first) AS "from"
    FROM (
      SELECT s.id, e.one->>'from' AS name, min(e.at) AS first, count(*) AS all_of, count(*) FILTER (WHERE e.one->'place'->>'kind' <> 'left-out') AS placed
      FROM seed_plan s, jsonb_array_elements(s.placements) WITH ORDINALITY AS e(one, at) WHERE s.team_id = ${teamId}::uuid AND s.id = ANY(${[...ids]}::uuid[]) GROUP BY s.id, name
    ) AS named GROUP BY id`
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/** Returns the number of plans of a team that match the filter. */
export const countSeedPlans = (
  { teamId }: Visibility,
  filter: Omit<SeedPlanFilter, "take" | "before">,
): Promise<number> => database().seedPlan.count({ where: fitting(teamId, filter) })

function fitting(
  teamId: string,
  { state, projectId = null, agent, category, text, among, without }: Omit<SeedPlanFilter, "take" | "before">,
): Prisma.SeedPlanWhereInput {
  const said = text === undefined ? null : { contains: escapeLike(text), mode: "insensitive" as const }
  return {
    teamId,
    ...(state === undefined ? {} : { state: state === "decided" ? { not: "waiting" } : state }),
    ...(projectId === null ? {} : { projectId }),
    ...(agent === undefined ? {} : { agentName: agent }),
    ...(category === undefined ? {} : { category }),
    AND: [
      ...(said === null ? [] : [{ OR: [{ agentName: said }, { category: said }, { path: said }] }]),
      ...(among === undefined ? [] : [{ id: { in: [...among] } }]),
      ...(without === undefined ? [] : [{ id: { notIn: [...without] } }]),
    ],
  }
}

/** Locks and returns the newest waiting plan for the memory file at a path. Null if there is none. */
export async function waitingSeedPlan(
  tx: Tx,
  teamId: string,
  { projectId, path }: { readonly projectId: string; readonly path: string },
): Promise<SeedPlanRow | null> {
  const [held] = await tx.$queryRaw<
    { id: string }[]
  >`SELECT id FROM seed_plan WHERE team_id = ${teamId}::uuid AND project_id = ${projectId}::uuid AND path = ${path} AND state = 'waiting' ORDER BY created_at DESC, id DESC LIMIT 1 FOR UPDATE`
  return held === undefined ? null : findSeedPlan([wholeTeamUnchecked(teamId)], held.id, tx)
}

export interface NewSeedPlan extends Pick<
  SeedPlanRow,
  | "teamId"
  | "id"
  | "projectId"
  | "agentName"
  | "category"
  | "roles"
  | "predecessors"
  | "placements"
  | "budget"
  | "lines"
  | "path"
  | "format"
  | "fileId"
  | "state"
> {
  readonly model?: string | null
  readonly notes?: readonly string[]
  readonly by: { readonly kind: string; readonly id: string; readonly name: string }
  readonly reason?: string | null
  readonly decided?: boolean
}

export async function addSeedPlan(
  tx: Tx,
  { by, roles, predecessors, placements, notes = [], decided = false, ...row }: NewSeedPlan,
  now: Date,
): Promise<void> {
  await tx.seedPlan.create({
    data: {
      ...row,
      roles: [...roles],
      notes: [...notes],
      predecessors: asJson(predecessors),
      placements: asJson(placements),
      authorKind: by.kind,
      authorId: by.id,
      authorName: by.name,
      createdAt: now,
      ...(decided ? { decidedAt: now, decidedById: by.id, decidedBy: by.name } : {}),
    },
  })
}

export type SeedPlanChange = Partial<
  Pick<
    SeedPlanRow,
    | "model"
    | "notes"
    | "roles"
    | "predecessors"
    | "placements"
    | "budget"
    | "lines"
    | "path"
    | "format"
    | "fileId"
    | "state"
    | "category"
    | "reason"
    | "revision"
    | "proposals"
    | "madeAgent"
  >
>

interface SeedDecision {
  readonly by: { readonly id: string; readonly name: string }
  readonly at: Date
}

/**
 * Changes a plan, which must be locked, and increments its version. `decided`: the decision to store; null
 * clears the decision, undefined keeps it.
 */
export async function changeSeedPlan(
  tx: Tx,
  { teamId, id }: Pick<SeedPlanRow, "teamId" | "id">,
  change: SeedPlanChange,
  decided?: SeedDecision | null,
): Promise<void> {
  const { roles, predecessors, placements, proposals, notes, ...rest } = change
  await tx.seedPlan.update({
    where: { teamId_id: { teamId, id } },
    data: {
      ...rest,
      version: { increment: 1 },
      ...(roles === undefined ? {} : { roles: [...roles] }),
      ...(proposals === undefined ? {} : { proposals: [...proposals] }),
      ...(notes === undefined ? {} : { notes: [...notes] }),
      ...(predecessors === undefined ? {} : { predecessors: asJson(predecessors) }),
      ...(placements === undefined ? {} : { placements: asJson(placements) }),
      ...(decided === undefined ? {} : decisionData(decided)),
    },
  })
}

const decisionData = (decided: SeedDecision | null) =>
  decided === null
    ? { decidedAt: null, decidedById: null, decidedBy: null }
    : { decidedAt: decided.at, decidedById: decided.by.id, decidedBy: decided.by.name }

const asJson = (value: unknown): Prisma.InputJsonValue => value as Prisma.InputJsonValue

/** Returns the plans that wrote revisions of a file, by revision number. */
export async function seededRevisions(
  { teamId }: Visibility,
  fileId: string,
  numbers: readonly number[],
): Promise<Map<number, Pick<SeedPlanRow, "id" | "placements" | "decidedBy" | "reason">>> {
  if (numbers.length === 0) return new Map()
  const rows = await database().seedPlan.findMany({
    where: { teamId, fileId, revision: { in: [...numbers] } },
    select: { id: true, revision: true, placements: true, decidedBy: true, reason: true },
  })
  return new Map(
    rows.flatMap(({ revision, placements, ...row }) =>
      revision === null
        ? []
        : [[revision, { ...row, placements: placements as unknown as StoredPlacement[] }] as const],
    ),
  )
}

/** A decision that an agent starts without memory. */
export interface FreshStart extends Pick<
  SeedPlanRow,
  | "id"
  | "projectId"
  | "projectSlug"
  | "projectName"
  | "authorName"
  | "createdAt"
  | "decidedAt"
  | "decidedBy"
  | "reason"
> {
  readonly agentName: string
}

/**
 * Returns the decisions that an agent starts without memory and that are still in effect, because the agent
 * has no memory yet. Newest first. `projectIds`: null for all projects.
 */
export async function freshStarts(
  { teamId }: Visibility,
  projectIds: readonly string[] | null = null,
  client: Pick<Reader, "$queryRaw"> = database(),
): Promise<FreshStart[]> {
  return client.$queryRaw<FreshStart[]>`
    SELECT s.id, s.project_id AS "projectId", p.slug AS "projectSlug", p.name AS "projectName", s.agent_name AS "agentName", s.author_name AS "authorName", s.created_at AS "createdAt", s.decided_at AS "decidedAt", s.decided_by AS "decidedBy", s.reason
    FROM seed_plan s JOIN project p ON p.team_id = s.team_id AND p.id = s.project_id
    WHERE s.team_id = ${teamId}::uuid AND s.state = 'fresh' AND s.agent_name IS NOT NULL AND (${projectIds === null} OR s.project_id = ANY(${[...(projectIds ?? [])]}::uuid[]))
      AND NOT EXISTS (SELECT 1 FROM agent a JOIN memory_file f ON f.team_id = a.team_id AND f.agent_id = a.id WHERE a.team_id = s.team_id AND a.project_id = s.project_id AND a.name = s.agent_name AND ${HAS_ENTRIES})
    ORDER BY s.created_at DESC, s.id DESC`
}

/** Returns states of proposals by id. */
export async function statesOfProposals(
  { teamId }: Visibility,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await database().proposal.findMany({
    where: { teamId, id: { in: [...ids] } },
    select: { id: true, state: true },
  })
  return new Map(rows.map((row) => [row.id, row.state]))
}
