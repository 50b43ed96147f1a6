import { visibilitiesOf, type Visibility, visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { findEntry, readEntries as entriesOf } from "@/lib/db/memory-files/entries"
import { type ValuedBy, knownValues } from "@/lib/db/search/filter"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { SCOPES } from "@/lib/memory/memory-files/format"
import { nearest } from "@/lib/memory/text/names"
import { byPrecedence, type EntryView, entryView, viewEntries } from "./memory-outputs"
import { operation } from "../operation"
import { cursorOf, nextOutput, NOT_A_CURSOR, readCursor } from "../infra/paging"
import { proposalPlace } from "../proposals/proposal-place"
import { readableTeams } from "../teams/team-and-project"

const filters = {
  team: z.string().optional(),
  project: z.string().optional(),
  agent: z.string().optional(),
  type: z.string().optional(),
}

export const readEntries = operation({
  name: "entry.read",
  summary:
    "List the entries of a scope by file and line, page by page. On each page, outranked entries come last. `id` identifies a project or team in Quarterdeck, or the project, team or session in the path of the memory file.",
  method: "GET",
  path: "/entries",
  right: "read",
  tool: {
    name: "memory_read",
    title: "Read memory",
    limit: { usual: 50, most: 500 },
    about:
      "Call this tool at the start of a task if you know which agent's, project's or team's memory you want. To find entries by text, call memory_search instead. Use entry IDs in memory_forget and in the changes of memory_propose.",
  },
  input: z.object({
    ...filters,
    scope: z.enum(SCOPES).optional(),
    id: z.string().optional(),
    section: z.string().optional(),
    limit: z.coerce.number().int().min(1).max(100_000).default(10_000),
    after: z.string().max(4_000).optional(),
  }),
  output: z.object({
    entries: z.array(entryView),
    next: nextOutput,
    notes: z
      .array(z.string())
      .describe(
        "A note that names the team, if several teams have a project with that name. If nothing was found, notes on the filters that matched nothing, with suggestions",
      ),
  }),
  async run(actor, input) {
    const reached = await reach(actor, input)
    if (!reached.ok) return reached
    const { places, subject, notes: which } = reached.value
    const after = readCursor(input.after, z.tuple([z.uuid(), z.string(), z.uuid(), z.int32()]))
    if (!after.ok) return after
    const first = after.value === null ? 0 : places.findIndex((place) => place.teamId === after.value?.[0])
    if (first === -1) return refused("invalid", `after: ${NOT_A_CURSOR}`)
    const page = await readPage(actor, places.slice(first), { ...input, subject, cursor: after.value })
    if (page.entries.length > 0 || input.after !== undefined) return done({ ...page, notes: [...which] })
    if (input.scope === "project" && subject !== undefined)
      return refused("not-found", `project not found: ${subject}`)
    const { agent, type, section } = input
    const missed = await listUnknownFilters(
      places.map((place) => place.visible),
      given({ agent, type, section }),
    )
    return done({ ...page, notes: [...which, ...missed] })
  },
})

type EntryCursor = [teamId: string, path: string, fileId: string, position: number]

type PageQuery = Omit<Parameters<typeof entriesOf>[1], "projectId" | "shared" | "after" | "take"> & {
  readonly limit: number
  readonly cursor: EntryCursor | null
}

/** Returns one page of entries, team by team. `next`: cursor of the next page, or null. */
async function readPage(
  actor: Actor,
  places: Places["places"],
  { limit, cursor, ...query }: PageQuery,
): Promise<{ entries: EntryView[]; next: string | null }> {
  const entries: EntryView[] = []
  let next: string | null = null
  for (const place of places) {
    if (entries.length >= limit) break
    const take = limit - entries.length
    const rows = await entriesOf(visibilityOf(actor, place.teamId), {
      ...query,
      projectId: place.visible.projectId,
      shared: place.shared,
      after: positionIn(place.teamId, cursor),
      take,
    })
    const viewed = await viewEntries(
      actor,
      place,
      rows.map(({ position: _, ...row }) => row),
    )
    entries.push(...viewed)
    const last = rows.at(-1)
    if (last && rows.length === take) next = cursorOf(place.teamId, last.path, last.fileId, last.position)
  }
  return { entries: entries.toSorted(byPrecedence), next }
}

function positionIn(team: string, cursor: EntryCursor | null) {
  if (cursor === null) return undefined
  const [teamId, path, fileId, position] = cursor
  return teamId === team ? { path, fileId, position } : undefined
}

export const showEntry = operation({
  name: "entry.show",
  summary: "Show one entry by its ID, with its current text.",
  method: "GET",
  path: "/entries/{entry}",
  right: "read",
  input: z.object({ entry: z.string() }),
  output: entryView,
  async run(actor, input) {
    const teams = await readableTeams(actor, undefined)
    if (!teams.ok) return teams
    const row = await findEntry(visibilitiesOf(actor, teams.value), input.entry, { shared: true })
    const team = teams.value.find((one) => one.id === row?.teamId)
    if (!row || !team) return refused("not-found", `entry not found: ${input.entry}`)
    const { teamId, projectId: _, category: __, ...entry } = row
    const [shown] = await viewEntries(actor, { team: team.slug, teamId }, [entry])
    return shown ? done(shown) : refused("not-found", `entry not found: ${input.entry}`)
  },
})

/** Returns the filters that are set, each as a list of one value. */
const given = (
  values: Readonly<Partial<Record<ValuedBy, string | undefined>>>,
): Partial<Record<ValuedBy, string[]>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, [value]]])),
  )

/**
 * Resolves `id` to the project or team of that name, or else to memory whose path contains it
 * (`memory/projects/<id>/`).
 */
async function reach(
  actor: Actor,
  {
    scope,
    id,
    team,
    project,
  }: {
    scope?: string | undefined
    id?: string | undefined
    team?: string | undefined
    project?: string | undefined
  },
): Promise<Outcome<Places & { subject: string | undefined }>> {
  if (id !== undefined && scope === "project" && project === undefined) {
    const named = await placesOf(actor, { team, project: id })
    if (named.ok) return done({ ...named.value, subject: undefined })
    if (named.reason !== "not-found") return named
  }
  if (id !== undefined && scope === "team" && team === undefined) {
    const named = await placesOf(actor, { team: id, project })
    if (named.ok) return done({ ...named.value, subject: undefined })
  }
  const found = await placesOf(actor, { team, project })
  return found.ok ? done({ ...found.value, subject: scope === "global" ? undefined : id }) : found
}

interface Places {
  /** Teams to search, in this order. */
  readonly places: readonly {
    readonly team: string
    readonly teamId: string
    readonly visible: Visibility
    /** True: also reads memory that the whole team shares, from any project. */
    readonly shared: boolean
  }[]
  readonly notes: readonly string[]
}

/** Returns the named project, or the teams that the actor may read. Refuses unknown names. */
async function placesOf(
  actor: Actor,
  { team, project }: { team?: string | undefined; project?: string | undefined },
): Promise<Outcome<Places>> {
  if (project !== undefined) {
    const named = await proposalPlace(actor, { team, project }, "read")
    return named.ok
      ? done({
          places: [
            {
              team: named.value.team.slug,
              teamId: named.value.team.id,
              visible: visibilityOf(actor, named.value.team.id, named.value.project.id),
              shared: false,
            },
          ],
          notes: named.value.notes ?? [],
        })
      : named
  }
  const teams = await readableTeams(actor, team)
  return teams.ok
    ? done({
        places: teams.value.map((one) => ({
          team: one.slug,
          teamId: one.id,
          visible: visibilityOf(actor, one.id),
          shared: true,
        })),
        notes: [],
      })
    : teams
}

/** Functions that return a note about a filter value without a match. */
const MISSED: Readonly<Record<ValuedBy, (value: string) => string>> = {
  agent: (value) => `agent not found: ${value}`,
  category: (value) => `category not found: ${value}`,
  format: (value) => `no memory file has the format ${value}`,
  type: (value) => `no entry has the type ${value}`,
  section: (value) => `no memory file has the section ${value}`,
}

/** Maximum number of values that a note lists if none is similar. */
const FEW = 8

/** Returns a note for each filter value that does not exist, with a suggestion. */
export async function listUnknownFilters(
  places: readonly Visibility[],
  asked: Readonly<Partial<Record<ValuedBy, readonly string[]>>>,
): Promise<string[]> {
  const notes: string[] = []
  for (const [name, values] of Object.entries(asked) as [ValuedBy, readonly string[]][]) {
    const known = [
      ...new Set((await Promise.all(places.map((place) => knownValues(place, name)))).flat()),
    ].toSorted()
    for (const value of values) {
      if (known.some((one) => one.toLowerCase() === value.toLowerCase())) continue
      notes.push(`${MISSED[name](value)}${suggestion(value, known)}`)
    }
  }
  return notes
}

function suggestion(value: string, known: readonly string[]): string {
  const meant = nearest(value, known)
  if (meant !== null) return `. Did you mean ${meant}?`
  return known.length > 0 && known.length <= FEW ? `. Available: ${known.join(", ")}` : ""
}
