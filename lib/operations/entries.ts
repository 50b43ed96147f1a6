import { z } from "zod"
import { outrankedAmong } from "@/lib/db/conflict-precedence"
import { type EntryRow, findEntry, readEntries as entriesOf, searchEntries as search } from "@/lib/db/entries"
import { projectBound } from "@/lib/db/visible"
import type { Actor } from "@/lib/memory/actor"
import { done, type Outcome, refused } from "@/lib/memory/outcome"
import { SCOPES } from "@/lib/memory/scope"
import { searchQuery } from "@/lib/memory/search-text"
import { operation } from "./operation"
import { projectOf } from "./project-of"
import { readableTeams } from "./team-of"
import { outranked } from "./conflicts/outranked"
import { asVouched, vouched, vouchedOf } from "./verification/vouched"

export const entryView = z.object({
  id: z.string(),
  text: z.string(),
  type: z.string().nullable(),
  section: z.string().nullable(),
  confidence: z.number().nullable(),
  date: z.string().nullable(),
  path: z.string(),
  line: z.number(),
  endLine: z.number(),
  state: z.string(),
  scope: z.string(),
  team: z.string(),
  project: z.string(),
  projectSlug: z.string(),
  agent: z.string().nullable(),
  format: z.string(),
  fileId: z.string(),
  /** What is outranked is listed last. */
  outranked: outranked.nullable(),
  /** Who vouched for these words, and until when; null: nobody. */
  vouched: vouched.nullable(),
})
export type EntryView = z.output<typeof entryView>

const filters = { team: z.string().optional(), project: z.string().optional(), agent: z.string().optional(), type: z.string().optional() }

export const readEntries = operation({
  name: "entry.read",
  summary: "Entries of a scope in the order of file and line. The id names a project or team here, else the project, team or session that the memory's own path names.",
  method: "GET",
  path: "/entries",
  right: "read",
  tool: { name: "memory_read", title: "Read memory", limit: { usual: 50, most: 500 }, about: "Call it at the start of a task when you know whose memory you want; to find something by its words, call memory_search instead. The id of an entry is what memory_forget and changes of memory_propose take." },
  input: z.object({
    ...filters,
    scope: z.enum(SCOPES).optional(),
    id: z.string().optional(),
    section: z.string().optional(),
    limit: z.coerce.number().int().min(1).max(100_000).default(10_000),
  }),
  output: z.object({ entries: z.array(entryView) }),
  async run(actor, input) {
    const reached = await reach(actor, input)
    if (!reached.ok) return reached
    const { places, subject } = reached.value
    const found = await Promise.all(
      places.map(async (place) => {
        const rows = await entriesOf(place.teamId, { ...input, projectId: place.projectId, subject, take: input.limit })
        return views(actor, place, rows)
      }),
    )
    const entries = found.flat().toSorted(byRank).slice(0, input.limit)
    if (entries.length === 0 && input.scope === "project" && subject !== undefined) return refused("not-found", `there is no project ${subject} that you may see, and no memory of a project that is called so`)
    return done({ entries })
  },
})

export const showEntry = operation({
  name: "entry.show",
  summary: "One entry by its id, as it reads now.",
  method: "GET",
  path: "/entries/{entry}",
  right: "read",
  input: z.object({ entry: z.string() }),
  output: entryView,
  async run(actor, input) {
    const teams = await readableTeams(actor, undefined)
    if (!teams.ok) return teams
    const row = await findEntry(teams.value.map((team) => team.id), input.entry)
    const bound = projectBound(actor)
    const team = teams.value.find((one) => one.id === row?.teamId)
    if (!row || !team || (bound !== null && row.projectId !== bound)) return refused("not-found", `there is no entry ${input.entry}, or you may not see it`)
    const { teamId, projectId: _, ...entry } = row
    const [shown] = await views(actor, { team: team.slug, teamId }, [entry])
    return shown ? done(shown) : refused("not-found", `there is no entry ${input.entry}, or you may not see it`)
  },
})

/** Where an id leads: to a project or team of that name, else to memory whose own path names it (`memory/projects/<id>/`). */
async function reach(actor: Actor, { scope, id, team, project }: { scope?: string | undefined; id?: string | undefined; team?: string | undefined; project?: string | undefined }): Promise<Outcome<{ places: Place[]; subject: string | undefined }>> {
  if (id !== undefined && scope === "project" && project === undefined) {
    const named = await placesOf(actor, { team, project: id })
    if (named.ok) return done({ places: named.value, subject: undefined })
  }
  if (id !== undefined && scope === "team" && team === undefined) {
    const named = await placesOf(actor, { team: id, project })
    if (named.ok) return done({ places: named.value, subject: undefined })
  }
  const places = await placesOf(actor, { team, project })
  return places.ok ? done({ places: places.value, subject: scope === "global" ? undefined : id }) : places
}

export const searchEntries = operation({
  name: "entry.search",
  summary: 'Searches entries by words, "phrases", prefix* and -without; every hit cites file and line.',
  method: "GET",
  path: "/search",
  right: "read",
  tool: { name: "memory_search", title: "Search memory", aliases: { query: "q" }, limit: { usual: 10, most: 100 }, about: "Call it before a task, with the words that matter in it. Cite what you use by its file and line." },
  input: z.object({ ...filters, q: z.string().max(2000), scope: z.enum(SCOPES).optional(), limit: z.coerce.number().int().min(1).max(500).default(20) }),
  output: z.object({
    hits: z.array(entryView.extend({ score: z.number() })),
    /** All matches; counting stops at 2,000 a team. */
    total: z.number(),
    /** The words to mark in a hit. */
    terms: z.array(z.string()),
  }),
  async run(actor, input) {
    const query = searchQuery(input.q)
    const places = await placesOf(actor, input)
    if (!places.ok) return places
    const terms = [...query.terms, ...query.phrases]
    const filtered = input.agent !== undefined || input.type !== undefined || input.scope !== undefined
    if (query.tsquery === "" && (input.q.trim() !== "" || !filtered)) return done({ hits: [], total: 0, terms })
    const found = await Promise.all(
      places.value.map(async (place) => {
        const filter = { ...input, projectId: place.projectId, take: input.limit }
        const { hits, total } = query.tsquery === "" ? await listed(place.teamId, filter) : await search(place.teamId, query.tsquery, filter)
        return { total, hits: await views(actor, place, hits) }
      }),
    )
    const hits = found.flatMap((one) => one.hits).toSorted((a, b) => byRank(a, b) || b.score - a.score)
    return done({ hits: hits.slice(0, input.limit), total: found.reduce((sum, one) => sum + one.total, 0), terms })
  },
})

/** Filters without words: what they let through, in the order of file and line. Counted as far as a search counts. */
async function listed(teamId: string, filter: Parameters<typeof entriesOf>[1]): Promise<{ hits: (EntryRow & { score: number })[]; total: number }> {
  const rows = await entriesOf(teamId, { ...filter, take: COUNTED })
  return { hits: rows.slice(0, filter.take).map((row) => ({ ...row, score: 0 })), total: rows.length }
}

const COUNTED = 2_000

interface Place {
  readonly team: string
  readonly teamId: string
  readonly projectId: string | null
}

/** Teams to look in one by one. A project that is named is looked for in each; where it is in none, that is said. */
async function placesOf(actor: Actor, input: { team?: string | undefined; project?: string | undefined }): Promise<Outcome<Place[]>> {
  const teams = await readableTeams(actor, input.team)
  if (!teams.ok) return teams
  const places: Place[] = []
  for (const team of teams.value) {
    const project = await projectOf(actor, team.id, input.project)
    if (project.ok) places.push({ team: team.slug, teamId: team.id, projectId: project.value?.id ?? null })
  }
  if (places.length === 0 && input.project !== undefined) return refused("not-found", `there is no project ${input.project} that you may see`)
  return done(places)
}

async function views<Row extends EntryRow>(actor: Actor, { team, teamId }: Pick<Place, "team" | "teamId">, rows: readonly Row[]): Promise<(Row & Pick<EntryView, "team" | "outranked" | "vouched">)[]> {
  const [outranked, vouches] = await Promise.all([outrankedAmong(teamId, rows.map((row) => row.id), projectBound(actor)), vouchedOf(teamId, rows)])
  return rows.map((row) => ({ ...row, team, outranked: outranked.get(row.id) ?? null, vouched: asVouched(vouches.get(row.id)) }))
}

/** What another entry prevails over comes last; else the order stays. */
const byRank = (one: Pick<EntryView, "outranked">, other: Pick<EntryView, "outranked">): number => Number(one.outranked !== null) - Number(other.outranked !== null)
