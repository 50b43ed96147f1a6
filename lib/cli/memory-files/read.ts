import { SCOPES } from "@/lib/memory/memory-files/scope"
import { titledStatement } from "@/lib/memory/memory-files/titled-statement"
import type { entryView } from "@/lib/operations/memory-files/entry-view"
import type { z } from "zod"
import { command, type Command, type ParsedArguments, wrongForm } from "../infra/command"
import { citation, linesOf, outrankedBy, teamsOf } from "./entry-lines"
import { withGlobalFirst } from "./override-global"
import { count } from "../infra/table"
import { acceptedValue, AGENT, oneOf, PROJECT, TEAM } from "../infra/option-values"

export type EntryView = z.output<typeof entryView>

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
    type: { value: "T", about: "only this type: decision, convention, pattern, preference …" },
    section: { value: "S", about: "only this section" },
    agent: { value: "A", about: "only this agent", takes: AGENT },
    team: {
      value: "T",
      about: "only this team, even if several teams have a project with that name",
      takes: TEAM,
    },
    "override-global": {
      about: "rank global memory above project and team memory where they contradict each other",
    },
    ids: { about: "include each entry's ID, for use with forget, restore and propose" },
  },
  notes:
    "ID is the project for the project scope, or the team for the team scope. Without ID, all projects or teams are listed. If several teams have a project with that name, your own team takes precedence over samples. If several of those teams are yours, choose one with --team. If the entries come from several teams, each entry is listed with its team. Where entries contradict each other, team memory outranks project memory, and project memory outranks global memory. Outranked entries are listed last, each with the entry that outranks it.",
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
          : `${linesOf(rows, screen.width)}\n\n${count(entries.length, "entry")}`,
    }
  },
})

/** Returns the entries of global memory, at most `MOST`. */
async function globalEntries(
  server: ParsedArguments["server"],
  team: string | undefined,
): Promise<EntryView[]> {
  const { entries } = await server.call("entry.read", { scope: "global", team, limit: MOST })
  return entries
}
