import { formatCount } from "@/lib/memory/text/sentence"
import { SCOPES } from "@/lib/memory/memory-files/format"
import { titledStatement, shownEntry } from "@/lib/memory/memory-files/shown-statement"
import type { entryView, EntryView } from "@/lib/operations/memory-files/memory-outputs"
import type { z } from "zod"
import type { OutputOf } from "@/lib/http/contract"
import { CONDITIONS } from "@/lib/memory/search/search-box"
import { command, type Command, type ParsedArguments, wrongForm } from "../infra/command"
import { citation, linesOf, outrankedBy, teamsOf } from "./entry-lines"
import { table, visible } from "../infra/terminal"
import { acceptedValue, AGENT, oneOf, PROJECT, TEAM, DAY, wholeNumber } from "../infra/option-values"

export type ListedEntry = z.output<typeof entryView>

/** Scopes whose entries can be read. Session memory is left out, because it ends with its session. */
const READABLE = SCOPES.filter((scope) => scope !== "session")

/** Maximum number of entries in a page of the server. */
const MOST = 100_000

export const readCommand: Command = command({
  name: "read",
  form: "read (project|team|global) [ID] [--type T] [--section S] [--agent A] [--team T] [--override-global] [--ids] [--json]",
  about: "list the entries in a scope, with file and line",
  purpose: "read",
  words: [1, 2],
  takes: [oneOf(READABLE), PROJECT],
  options: {
    type: { value: "T", about: "only this type, such as decision, convention, pattern or preference" },
    section: { value: "S", about: "only this section" },
    agent: { value: "A", about: "only this agent", takes: AGENT },
    team: {
      value: "T",
      about: "only this team. Required if several of your teams have a project with that name",
      takes: TEAM,
    },
    "override-global": {
      about: "rank global memory above project and team memory where they contradict each other",
    },
    ids: { about: "include each entry's ID, for use with forget, restore and propose" },
  },
  notes:
    "ID is the project for the project scope, or the team for the team scope. Without ID, the entries of all projects or teams are listed. If several teams have a project with that name, your own team takes precedence over samples. If several of those teams are yours, choose one with --team. If the entries come from several teams, each entry is listed with its team. Where entries contradict each other, team memory outranks project memory, and project memory outranks global memory. Outranked entries are listed last, each with the entry that outranks it.",
  examples: [
    "read project ledger --type decision",
    "read team core --section Conventions",
    "read global --json",
  ],
  async run({ words, values, on, server, screen }) {
    const [scope, id] = words
    if (scope === "team" && id !== undefined && values.team !== undefined)
      throw wrongForm(readCommand, "--team and ID cannot be combined")
    screen.progress("Reading")
    const { entries: listed, notes } = await server.call("entry.read", {
      scope: acceptedValue(READABLE, scope),
      id,
      ...values,
      limit: MOST,
    })
    const entries = on.has("override-global")
      ? withGlobalFirst(listed, scope === "global" ? [] : await globalEntries(server, values.team))
      : listed
    screen.progress(null)
    if (entries.length === MOST)
      screen.say(
        `Showing only the first ${MOST.toLocaleString("en")} entries. Filter with an ID, --agent, --section or --type`,
      )
    for (const note of notes) screen.say(note)
    const team = teamsOf(entries)
    const rows = entries.map((entry) => ({
      head: [
        ...(on.has("ids") ? [entry.id] : []),
        ...team(entry),
        citation(entry),
        entry.state === "current" ? "" : entry.state,
        entry.type ?? "",
        entry.date ?? "",
      ],
      text: `${titledStatement(entry)}${outrankedBy(entry)}`,
    }))
    return {
      json: { entries, notes },
      text:
        entries.length === 0
          ? "No entries."
          : `${linesOf(rows, screen.width)}\n\n${formatCount(entries.length, "entry")}`,
    }
  },
})

/** Returns the entries of global memory, at most `MOST`. */
async function globalEntries(
  server: ParsedArguments["server"],
  team: string | undefined,
): Promise<ListedEntry[]> {
  const { entries } = await server.call("entry.read", { scope: "global", team, limit: MOST })
  return entries
}

type Found = OutputOf<"entry.search">

export const searchCommand: Command = command({
  name: "search",
  form: "search QUERY [--scope S] [--team T] [--project P] [--agent A] [--category C] [--type T] [--format F] [--before D] [--after D] [--is C] [--mode M] [--limit N] [--facets] [--exact] [--override-global] [--ids] [--json]",
  forms: ["search --query QUERY [--scope S] [--json]"],
  about: "find entries by text, with file and line",
  purpose: "read",
  words: [0, Infinity],
  options: {
    query: { value: "QUERY", about: "the query, as an option instead of arguments" },
    scope: { value: "S", about: SCOPES.join(", "), takes: oneOf(SCOPES) },
    team: { value: "T", about: "only this team", takes: TEAM },
    project: { value: "P", about: "only this project", takes: PROJECT },
    agent: { value: "A", about: "only this agent", takes: AGENT },
    category: { value: "C", about: "only agents in this category" },
    type: { value: "T", about: "only this type, such as decision, convention, pattern or preference" },
    format: { value: "F", about: "only files in this format, such as kaizen or memory-protocol" },
    before: { value: "D", about: "only entries dated before this date", takes: DAY },
    after: { value: "D", about: "only entries dated on or after this date", takes: DAY },
    is: {
      value: "C",
      about: `only entries that match this condition: ${CONDITIONS.join(", ")}`,
      takes: oneOf(CONDITIONS),
    },
    mode: {
      value: "M",
      about: "words to match words only, hybrid to also match by meaning (default: the server's setting)",
      takes: oneOf(["words", "hybrid"]),
    },
    limit: {
      value: "N",
      about: "maximum number of results (default: 20, maximum: 500)",
      takes: wholeNumber(1, 500),
    },
    facets: { about: "count results by scope, project, agent, type and more" },
    exact: {
      about: "match the words exactly, without spelling correction or partial matches",
    },
    "override-global": {
      about: "rank global memory above project and team memory where they contradict each other",
    },
    ids: { about: "include each entry's ID, for use with forget, restore and propose" },
  },
  notes:
    'QUERY can contain words that must all match, "a phrase", prefix* and -word to exclude a word. Filters can be part of the query: scope:project agent:ann is:stale -type:decision. Put -- before a QUERY that starts with a dash.',
  examples: [
    "search consumer restart --project ledger",
    "search '\"consumer restart\" brok* -cache' --after 2026-10-01",
    "search --query validation --scope project --ids",
  ],
  async run({ words, values, on, server, screen }) {
    const { query: _, ...filters } = values
    const q = queryOf(words, values.query)
    screen.progress("Searching")
    const ranked = await server.call("entry.search", {
      q,
      ...filters,
      facets: on.has("facets") ? "true" : undefined,
      exact: on.has("exact") ? "true" : undefined,
    })
    screen.progress(null)
    const found = on.has("override-global") ? { ...ranked, hits: withGlobalFirst(ranked.hits) } : ranked
    for (const note of [...found.notes, ...relaxedNotes(found)]) screen.say(note)
    return { json: { ...found }, text: textOf(found, { ids: on.has("ids"), width: screen.width }) }
  },
})

function queryOf(words: readonly string[], option: string | undefined): string {
  if (option === undefined && words.length === 0) throw wrongForm(searchCommand, "QUERY is missing")
  if (option !== undefined && words.length > 0)
    throw wrongForm(searchCommand, "--query and arguments cannot be combined")
  const query = option ?? words.join(" ")
  if (query.trim() === "") throw wrongForm(searchCommand, "QUERY is empty")
  return query
}

/** Returns a list with a note if the results are for a corrected or a relaxed query, else an empty list. */
function relaxedNotes({ corrected, loosened }: Found): string[] {
  if (corrected !== undefined)
    return [
      `No exact match. Showing results for ${visible(corrected)}. Use --exact to search for the original text.`,
    ]
  if (!loosened) return []
  return [
    "No entry contains all of these words. Showing entries that contain the most significant words. Use --exact to require all words.",
  ]
}

function textOf(found: Found, { ids, width }: { readonly ids: boolean; readonly width: number }): string {
  if (found.total === 0) return "No results."
  const team = teamsOf(found.hits)
  const rows = found.hits.map((hit) => ({
    head: [...(ids ? [hit.id] : []), ...team(hit), citation(hit), hit.project, hit.agent ?? ""],
    text: `${shownEntry(hit)}${outrankedBy(hit)}`,
  }))
  const total = found.more
    ? `at least ${found.total.toLocaleString("en")} results`
    : formatCount(found.total, "result")
  const closing = found.hits.length < found.total ? `${found.hits.length} of ${total}` : total
  return [linesOf(rows, width), ...facetLines(found), closing].join("\n\n")
}

function facetLines({ facets }: Found): string[] {
  if (facets === undefined) return []
  return [
    table(
      Object.entries(facets).flatMap(([name, values]) =>
        values.map(({ value, count: hits }, at) => [at === 0 ? name : "", visible(value), hits]),
      ),
    ),
  ]
}

/**
 * Returns the entries with the precedence of global memory reversed, for --override-global of the memory
 * protocol. An outranked global entry prevails, and the entry that outranked it becomes outranked. Outranked
 * entries come last. `beside`: global entries that are not in the list. Overrides that a person decided stay.
 */
function withGlobalFirst<Entry extends EntryView>(
  entries: readonly Entry[],
  beside: readonly EntryView[] = [],
): Entry[] {
  const freed = new Map(
    [...entries, ...beside].flatMap((entry) =>
      entry.scope === "global" && entry.outranked !== null && !entry.outranked.override
        ? [[entry.outranked.by, { ...entry, conflict: entry.outranked.conflict }] as const]
        : [],
    ),
  )
  const turned = entries.map((entry) => {
    const above = freed.get(entry.id)
    if (above)
      return {
        ...entry,
        outranked: {
          by: above.id,
          path: above.path,
          line: above.line,
          text: above.text,
          conflict: above.conflict,
          override: true,
        },
      }
    return entry.scope === "global" && entry.outranked !== null && !entry.outranked.override
      ? { ...entry, outranked: null }
      : entry
  })
  return turned.toSorted((a, b) => Number(a.outranked !== null) - Number(b.outranked !== null))
}
