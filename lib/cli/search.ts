import { SCOPES } from "@/lib/memory/scope"
import { CONDITIONS } from "@/lib/memory/search-box"
import { shownEntry } from "@/lib/memory/shown-statement"
import type { searchEntries } from "@/lib/operations/search/search"
import type { z } from "zod"
import { type Command, wrongForm } from "./command"
import { citation, linesOf, outrankedBy, teamsOf } from "./entry-lines"
import { withGlobalAbove } from "./global-above"
import { count, table } from "./table"
import { AGENT, DAY, oneOf, PROJECT, TEAM, wholeNumber } from "./taken"
import { visible } from "./visible"

type Found = z.output<(typeof searchEntries)["output"]>

export const searchCommand: Command = {
  name: "search",
  form: "search QUERY [--scope S] [--team T] [--project P] [--agent A] [--category C] [--type T] [--format F] [--before D] [--after D] [--is C] [--mode M] [--limit N] [--facets] [--exact] [--override-global] [--ids] [--json]",
  forms: ["search --query QUERY [--scope S] [--json]"],
  about: "finds entries by their words, with file and line",
  purpose: "read",
  words: [0, Infinity],
  options: {
    query: { value: "QUERY", about: "what to search, in place of the words" },
    scope: { value: "S", about: SCOPES.join(", "), takes: oneOf(SCOPES) },
    team: { value: "T", about: "only entries of this team", takes: TEAM },
    project: { value: "P", about: "only entries of this project", takes: PROJECT },
    agent: { value: "A", about: "only entries of this agent", takes: AGENT },
    category: { value: "C", about: "only entries of agents of this category" },
    type: { value: "T", about: "only entries of this type: decision, convention, pattern, preference …" },
    format: { value: "F", about: "only entries of files of this format: kaizen, memory-protocol …" },
    before: { value: "D", about: "only what is dated before this day", takes: DAY },
    after: { value: "D", about: "only what is dated on this day or later", takes: DAY },
    is: { value: "C", about: `only what is ${CONDITIONS.join(", ")}`, takes: oneOf(CONDITIONS) },
    mode: {
      value: "M",
      about: "words, or hybrid: what means the like, too; what the server prefers unless given",
      takes: oneOf(["words", "hybrid"]),
    },
    limit: {
      value: "N",
      about: "at most so many hits; 20 unless given, 500 at most",
      takes: wholeNumber(1, 500),
    },
    facets: { about: "how many hits there are by scope, project, agent, type …" },
    exact: {
      about:
        "only what has the words as they are typed: no misspelling put right, nothing with only some of them",
    },
    "override-global": {
      about: "let global memory stand over the project's and the team's where they contradict it",
    },
    ids: { about: "with the id of each entry, as forget, restore and propose take it" },
  },
  notes:
    'QUERY: words that all occur, "a phrase", the beginning of a word with a star, and -word for what must not occur. Filters may stand among the words, too: scope:project agent:ann is:stale -type:decision. Put -- before a QUERY that begins with a dash.',
  examples: [
    "search consumer restart --project ledger",
    "search '\"consumer restart\" brok* -cache' --after 2026-10-01",
    "search --query validation --scope project --ids",
  ],
  async run({ words, values, on, server, screen }) {
    const { query, ...filters } = values
    if (query === undefined && words.length === 0) throw wrongForm(searchCommand, "QUERY is missing")
    if (query !== undefined && words.length > 0)
      throw wrongForm(searchCommand, "--query and words are two searches")
    if ((query ?? words.join(" ")).trim() === "") throw wrongForm(searchCommand, "QUERY is empty")
    screen.progress("Searching")
    const asked = await server.get<Found>("/search", {
      q: query ?? words.join(" "),
      ...filters,
      facets: on.has("facets") ? "true" : undefined,
      exact: on.has("exact") ? "true" : undefined,
    })
    screen.progress(null)
    const found = on.has("override-global") ? { ...asked, hits: withGlobalAbove(asked.hits) } : asked
    for (const note of found.notes) screen.say(note)
    if (found.corrected !== undefined)
      screen.say(
        `No entry says that: searched for ${visible(found.corrected)} instead; --exact searches what was typed.`,
      )
    else if (found.loosened)
      screen.say("No entry has all of these words: these have those that tell most; --exact asks for all.")
    const team = teamsOf(found.hits)
    const rows = found.hits.map((hit) => ({
      head: [...(on.has("ids") ? [hit.id] : []), ...team(hit), citation(hit), hit.project, hit.agent ?? ""],
      text: `${shownEntry(hit)}${outrankedBy(hit)}`,
    }))
    const total = found.more ? `${found.total.toLocaleString("en")} hits or more` : count(found.total, "hit")
    const closing = found.hits.length < found.total ? `${found.hits.length} of ${total}` : total
    return {
      json: { ...found },
      text:
        found.total === 0
          ? "Nothing found."
          : [linesOf(rows, screen.width), ...facetLines(found), closing].join("\n\n"),
    }
  },
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
