import { z } from "zod"
import { entriesById } from "@/lib/db/memory-files/entries"
import { type Actor, ROLES } from "@/lib/memory/teams/actor"
import { highlightsOf } from "@/lib/memory/search/mark-terms"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { SCOPES } from "@/lib/memory/memory-files/format"
import { CONDITIONS, FACETS, type Facet } from "@/lib/memory/search/search-box"
import { isId } from "@/lib/db/infra/identifiers"
import { MAX_FACET_VALUES } from "@/lib/db/search/search-ranking"
import { visibilityOf } from "@/lib/memory/teams/visibility"
import { findPlaces } from "@/lib/db/teams/command-palette"
import { byPrecedence, entryView, viewEntries } from "../memory-files/memory-outputs"
import { staleByPolicy } from "../memory-files/stale-entries"
import { operation } from "../operation"
import { type ParsedSearch, parseSearch } from "./parse-search"
import {
  candidates,
  type FoundCandidate,
  MODES,
  placeOf,
  termsOf,
  type CandidatesByWords,
} from "./candidates"
import { listUnknownFilters } from "../memory-files/entries"
import { teamOf } from "../teams/team-and-project"

const hit = entryView.extend({
  score: z.number(),
  /** Ranges of the text that match the query: start and end in UTF-16 units. */
  highlights: z.array(z.tuple([z.number(), z.number()])),
  /** Reason for the hit: its words, its meaning, or both. */
  found: z.enum(["words", "meaning", "both"]),
  /** True if `is:stale` finds the entry. */
  stale: z.boolean(),
})
export type SearchHit = z.output<typeof hit>

const facet = z.array(z.object({ value: z.string(), count: z.number() }))

export const searchEntries = operation({
  name: "entry.search",
  summary:
    'Search entries by words, "phrases", prefix* and -excluded, filtered by scope:, team:, project:, agent:, category:, type:, format:, before:, after: and is:. Every result cites its file and line.',
  method: "GET",
  path: "/search",
  right: "read",
  tool: {
    name: "memory_search",
    title: "Search memory",
    aliases: { query: "q" },
    fields: {
      before: "Only entries dated before this date (for example, 2026-11-22)",
      after: "Only entries dated on or after this date (for example, 2026-11-22)",
      facets: "Also count results by scope, team, project, agent, category, type and format",
    },
    limit: { usual: 10, most: 100 },
    about:
      "Call this tool before a task, with keywords from the task. Cite the entries you use by file and line.",
  },
  input: z.object({
    q: z.string().max(2000),
    team: z.string().optional(),
    project: z.string().optional(),
    scope: z.enum(SCOPES).optional(),
    agent: z.string().optional(),
    category: z.string().optional(),
    type: z.string().optional(),
    format: z.string().optional(),
    before: z.string().optional(),
    after: z.string().optional(),
    is: z.enum(CONDITIONS).optional(),
    facets: z
      .union([z.boolean(), z.stringbool()])
      .optional()
      .describe("Also count results by scope, team, project, agent, category, type and format"),
    exact: z
      .union([z.boolean(), z.stringbool()])
      .optional()
      .describe("Match the words exactly, without spelling correction or partial matches"),
    mode: z
      .enum(MODES)
      .optional()
      .describe(
        "words: match words only. hybrid: also match by meaning. Defaults to hybrid if an embedding model is configured, otherwise to words",
      ),
    limit: z.coerce.number().int().min(1).max(500).default(20),
    cursor: z.string().max(500).optional(),
  }),
  output: z.object({
    hits: z.array(hit),
    /** Number of matches. A lower bound if `more` is true, because counting stops at 1,000 per team. */
    total: z.number(),
    more: z.boolean(),
    /** Cursor of the next page. Null at the end. */
    next: z.string().nullable(),
    /** Number of counted matches by facet and value. */
    facets: z
      .object(
        Object.fromEntries(FACETS.map((name) => [name, facet])) as Record<
          (typeof FACETS)[number],
          typeof facet
        >,
      )
      .optional(),
    /** Words to highlight in a hit. A prefix ends with a star. */
    terms: z.array(z.string()),
    /** Corrected query, if no entry has the words as typed. */
    corrected: z.string().optional(),
    /** True if no entry has all words, and the hits have only some of them. */
    loosened: z.boolean(),
    /** Mode that was used. */
    mode: z.enum(MODES),
    /** Messages about parts of the query that were not understood. */
    notes: z.array(z.string()),
  }),
  async run(actor, input) {
    const cursor = input.cursor === undefined ? null : readSearchCursor(input.cursor)
    if (input.cursor !== undefined && cursor === null)
      return refused(
        "invalid",
        "cursor: unknown cursor. Use `next` from the previous response, or omit the cursor to start over",
      )
    const asked = await parseSearch(actor, input, cursor?.today ?? new Date().toISOString().slice(0, 10))
    if (!asked.ok) return asked
    const found = await candidates(
      asked.value,
      { take: input.limit + 1, after: cursor, facets: input.facets === true, exact: input.exact === true },
      input.mode,
    )
    const page = found.ranked.slice(0, input.limit)
    const terms = termsOf(found)
    return done({
      hits: await hitsOf(actor, asked.value, page, terms),
      total: found.total,
      more: found.capped,
      next: nextCursor(found.ranked, page.length, asked.value.today),
      ...(input.facets ? { facets: facetsOf(found) } : {}),
      terms,
      ...(found.corrected === null ? {} : { corrected: found.corrected }),
      loosened: found.loosened,
      mode: found.mode,
      notes: [
        ...asked.value.notes,
        ...(found.note === null ? [] : [found.note]),
        ...(found.total === 0 && cursor === null ? await missedIn(asked.value) : []),
      ],
    })
  },
})

function nextCursor(
  ranked: Awaited<ReturnType<typeof candidates>>["ranked"],
  shown: number,
  today: string,
): string | null {
  const last = ranked[shown - 1]
  return last !== undefined && ranked.length > shown ? writeSearchCursor({ today, ...last }) : null
}

/** Returns a note for each filter value that no entry has, such as a misspelled agent. */
async function missedIn({ places, only }: ParsedSearch): Promise<string[]> {
  return listUnknownFilters(
    places.map(({ visible }) => visible),
    Object.fromEntries(NAMED.flatMap((name) => (only[name] === undefined ? [] : [[name, only[name]]]))),
  )
}
const NAMED = ["agent", "category", "type", "format"] as const

/** Returns the entries of a page in the given order. Outranked entries come last. */
async function hitsOf(
  actor: Actor,
  asked: ParsedSearch,
  page: readonly FoundCandidate[],
  terms: readonly string[],
): Promise<SearchHit[]> {
  const places = [...new Set(page.map((one) => one.teamId))].flatMap((teamId) => placeOf(asked, teamId) ?? [])
  const found = await Promise.all(
    places.map(async (place) => {
      const ids = page.filter((one) => one.teamId === place.teamId).map((one) => one.id)
      const [rows, stale] = await Promise.all([
        entriesById(place.visible, ids),
        staleByPolicy(place.visible, ids, new Date(asked.today)),
      ])
      const entries = await viewEntries(actor, place, rows)
      return entries.map((entry) => ({ ...entry, stale: stale.has(entry.id) }))
    }),
  )
  const byId = new Map(found.flat().map((entry) => [entry.id, entry]))
  return page
    .flatMap(({ id, score, found: by }) => {
      const entry = byId.get(id)
      return entry === undefined
        ? []
        : [
            {
              ...entry,
              score,
              found: by,
              highlights: highlightsOf(entry.text, terms).map(([from, to]): [number, number] => [from, to]),
            },
          ]
    })
    .toSorted(byPrecedence)
}

/** End of a page of hits: the date that the search uses as today, and the last hit. */
export interface Cursor {
  readonly today: string
  readonly score: number
  readonly id: string
}

const writeSearchCursor = ({ today, score, id }: Cursor): string =>
  Buffer.from(JSON.stringify([today, score, id])).toString("base64url")

const written = z.tuple([
  z.iso.date().refine((day) => !day.startsWith("0000")),
  z.number(),
  z.string().refine(isId),
]) // PostgreSQL has no year 0.

/** Returns the cursor of a text. Null if the text is not a cursor. */
function readSearchCursor(text: string): Cursor | null {
  try {
    const [today, score, id] = written.parse(JSON.parse(Buffer.from(text, "base64url").toString()))
    return { today, score, id }
  } catch {
    return null // The text is not a cursor.
  }
}

export type FacetCounts = Record<Facet, { value: string; count: number }[]>

/** Returns the most frequent values of each facet with their counts in all teams. */
function facetsOf({ facets, totals }: Pick<CandidatesByWords, "facets" | "totals">): FacetCounts {
  const counts = new Map(FACETS.map((facet) => [facet, new Map<string, number>()]))
  const add = (facet: Facet, value: string, count: number) =>
    counts.get(facet)?.set(value, (counts.get(facet)?.get(value) ?? 0) + count)
  for (const { facet, value, count } of facets) add(facet, value, count)
  for (const [team, total] of totals) if (total > 0) add("team", team, total)
  const listed = (facet: Facet) =>
    [...(counts.get(facet) ?? [])]
      .map(([value, count]) => ({ value, count }))
      .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, MAX_FACET_VALUES)
  return Object.fromEntries(FACETS.map((facet) => [facet, listed(facet)])) as FacetCounts
}

export const jump = operation({
  name: "jump",
  summary: "Find agents, memory files and members in a team by name, for the command palette.",
  method: "GET",
  path: "/jump",
  right: "read",
  input: z.object({ team: z.string(), q: z.string().max(200).default("") }),
  output: z.object({
    agents: z.array(z.object({ name: z.string(), project: z.string(), category: z.string().nullable() })),
    files: z.array(z.object({ id: z.string(), path: z.string(), project: z.string() })),
    members: z.array(z.object({ id: z.string(), name: z.string(), role: z.enum(ROLES) })),
  }),
  async run(actor, input) {
    const team = await teamOf(actor, "read", input.team)
    return team.ok ? done(await findPlaces(visibilityOf(actor, team.value.id), actor, input.q.trim())) : team
  },
})
