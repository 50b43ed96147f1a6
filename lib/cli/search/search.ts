import type { OutputOf } from "@/lib/http/contract"
import { SCOPES } from "@/lib/memory/memory-files/scope"
import { CONDITIONS } from "@/lib/memory/search/search-box"
import { shownEntry } from "@/lib/memory/memory-files/shown-statement"
import { command, type Command, wrongForm } from "../infra/command"
import { citation, linesOf, outrankedBy, teamsOf } from "../memory-files/entry-lines"
import { withGlobalFirst } from "../memory-files/override-global"
import { count, table } from "../infra/table"
import { AGENT, DAY, oneOf, PROJECT, TEAM, wholeNumber } from "../infra/option-values"
import { visible } from "../infra/terminal-text"

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
    type: { value: "T", about: "only this type: decision, convention, pattern, preference …" },
    format: { value: "F", about: "only files in this format: kaizen, memory-protocol …" },
    before: { value: "D", about: "only entries from before this date", takes: DAY },
    after: { value: "D", about: "only entries from this date or later", takes: DAY },
    is: {
      value: "C",
      about: `only entries that match this condition: ${CONDITIONS.join(", ")}`,
      takes: oneOf(CONDITIONS),
    },
    mode: {
      value: "M",
      about: "words, or hybrid to also match by meaning (default: the server's setting)",
      takes: oneOf(["words", "hybrid"]),
    },
    limit: {
      value: "N",
      about: "maximum number of results (default: 20, maximum: 500)",
      takes: wholeNumber(1, 500),
    },
    facets: { about: "count results by scope, project, agent, type …" },
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
    : count(found.total, "result")
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
