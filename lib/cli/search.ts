import { SCOPES } from "@/lib/memory/scope"
import { type Command, numberIn, wrongForm } from "./command"
import { citation, linesOf, outrankedBy } from "./entry-lines"
import type { EntryView } from "./read"
import { count } from "./table"

/** The server counts so far in a team. */
const COUNTED = 2_000

export const searchCommand: Command = {
  name: "search",
  form: "search QUERY [--scope S] [--project P] [--agent A] [--type T] [--limit N] [--ids] [--json]",
  about: "finds entries by their words, with file and line",
  words: [1, Infinity],
  options: {
    scope: { value: "S", about: SCOPES.join(", ") },
    project: { value: "P", about: "only entries of this project" },
    agent: { value: "A", about: "only entries of this agent" },
    type: { value: "T", about: "only entries of this type: decision, convention, pattern, preference …" },
    limit: { value: "N", about: "at most so many hits; 20 unless given, 500 at most" },
    ids: { about: "with the id of each entry, as forget, restore and propose take it" },
  },
  notes: "QUERY: words that all occur, \"a phrase\", the beginning of a word with a star, and -word for what must not occur. Put -- before a QUERY\nthat begins with a dash.",
  async run({ words, values, on, server, screen }) {
    const { scope, limit, ...filters } = values
    if (scope !== undefined && !SCOPES.some((one) => one === scope)) throw wrongForm(searchCommand, `--scope is ${JSON.stringify(scope)}, it takes ${SCOPES.join(", ")}`)
    const query = { q: words.join(" "), scope, ...filters, limit: numberIn(searchCommand, "limit", limit, 500) }
    const found = await server.get<{ hits: (EntryView & { score: number })[]; total: number }>("/search", query)
    const rows = found.hits.map((hit) => ({ head: [...(on.has("ids") ? [hit.id] : []), citation(hit), hit.project, hit.agent ?? ""], text: `${hit.text}${outrankedBy(hit)}` }))
    const total = found.total < COUNTED ? count(found.total, "hit") : `${found.total.toLocaleString("en")} hits or more`
    const closing = found.hits.length < found.total ? `${found.hits.length} of ${total}` : total
    return { json: { hits: found.hits, total: found.total }, text: found.total === 0 ? "Nothing found." : `${linesOf(rows, screen.width)}\n\n${closing}` }
  },
}
