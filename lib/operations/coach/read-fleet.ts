import { cursorOf } from "../infra/paging"
import { type Visibility, visibilityOf, inProject } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import {
  type FleetEntry,
  type FleetFile,
  type FleetCursor,
  nextFileEntries,
  nextFleetFiles,
} from "@/lib/db/coach/material"
import { agentLine, entryLine, fileLine, type ReadEntry } from "@/lib/memory/coach/fleet-text"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { tokenCounter } from "../context/token-counter"
import { guardText } from "../guard/secrets-and-flags"
import { operation } from "../operation"
import { coachPlace } from "./coach-place"

const readEntry = z.object({
  id: z.string(),
  line: z.number(),
  section: z.string().nullable(),
  text: z.string(),
  date: z.string().nullable(),
  type: z.string().nullable(),
  flags: z
    .array(z.string())
    .describe("Flags for review: text that reads like an instruction, hidden characters, lookalike letters"),
})
const readAgent = z.object({
  agent: z.string().nullable().describe("Null for memory that belongs to a category, a project or a team"),
  category: z.string().nullable(),
  project: z.string(),
  files: z.array(z.object({ file: z.string(), path: z.string(), entries: z.array(readEntry) })),
})
type Agents = z.output<typeof readAgent>[]

export const readFleet = operation({
  name: "fleet.read",
  summary:
    "Read the memory of all agents in a team, agent by agent and file by file, with a token limit per page. Retired and forgotten entries are left out.",
  method: "GET",
  path: "/coach/fleet",
  right: "coach",
  tool: {
    name: "coach_read_fleet",
    title: "Read the fleet's memory",
    about:
      "Only for the coach. Read every page before you write a synthesis: call this tool again with `after` until there are no more pages. Cite entries by ID.",
    fields: {
      budget: "Maximum number of tokens per page",
      after: "`next` from the previous page. Omit for the first page",
    },
  },
  input: z.object({
    team: z.string().optional(),
    project: z.string().optional(),
    budget: z.coerce.number().int().min(100, "must be at least 100 tokens").max(200_000).default(8_000),
    after: z.string().max(400).optional().describe("`next` from the previous page"),
  }),
  output: z.object({
    agents: z.array(readAgent),
    tokens: z.number().describe("Number of tokens in the text of this page"),
    next: z.string().nullable().describe("Cursor for the next page. Null on the last page"),
  }),
  async run(actor, { budget, after, ...named }) {
    const from = after === undefined ? null : placeOf(after)
    if (from === undefined)
      return refused(
        "invalid",
        "after: unknown cursor. Use `next` from the previous page, or omit `after` to start over",
      )
    const place = await coachPlace(actor, named)
    if (!place.ok) return place
    const countTokens = await tokenCounter()
    const agents: Agents = []
    let tokens = 0
    let last = from
    for await (const { file, entry } of entriesFrom(
      visibilityOf(actor, place.value.team.id),
      place.value.project?.id ?? null,
      from,
    )) {
      const read: ReadEntry = {
        ...entry,
        flags: [...new Set(guardText(entry.text).flags.map((flag) => flag.kind))],
      }
      const cost = headsOf(agents, file)
        .concat(entryLine(read))
        .reduce((sum, line) => sum + countTokens(`${line}\n`), 0)
      if (tokens > 0 && tokens + cost > budget)
        return done({ agents: inOrder(agents), tokens, next: last && writeCursor(last) })
      add(agents, file, read)
      tokens += cost
      last = [file.projectId, file.agentId, file.file, entry.id]
    }
    return done({ agents: inOrder(agents), tokens, next: null })
  },
})

const FILES = 50
const ENTRIES = 200

/** Yields entries in small portions, so that a page reads only as much as fits. */
async function* entriesFrom(
  visible: Visibility,
  projectId: string | null,
  start: FleetCursor | null,
): AsyncGenerator<{ file: FleetFile; entry: FleetEntry }> {
  let from = start
  for (;;) {
    const files = await nextFleetFiles(inProject(visible, projectId), { from, take: FILES })
    for (const file of files) {
      let after = from?.[2] === file.file ? from[3] : null
      for (let entries: FleetEntry[] = []; ; after = entries.at(-1)?.id ?? after) {
        entries = await nextFileEntries(visible, file.file, { after, take: ENTRIES })
        for (const entry of entries) yield { file, entry }
        if (entries.length < ENTRIES) break
      }
    }
    const last = files.at(-1)
    if (!last || files.length < FILES) return
    from = [last.projectId, last.agentId, last.file, LAST_ID]
  }
}

/** Sorts after every entry id: the file was read to its end. */
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff"

/** Returns the headings before the entries of a file. */
function headsOf(agents: Agents, file: FleetFile): string[] {
  const agent = agents.at(-1)
  if (
    !agent ||
    agent.agent !== file.agent ||
    agent.category !== file.category ||
    agent.project !== file.project
  )
    return [agentLine(file), fileLine(file)]
  return agent.files.at(-1)?.file === file.file ? [] : [fileLine(file)]
}

function add(agents: Agents, { file, path, agent, category, project }: FleetFile, entry: ReadEntry): void {
  let whose = agents.at(-1)
  if (!whose || whose.agent !== agent || whose.category !== category || whose.project !== project)
    agents.push((whose = { agent, category, project, files: [] }))
  let within = whose.files.at(-1)
  if (within?.file !== file) whose.files.push((within = { file, path, entries: [] }))
  within.entries.push({ ...entry, flags: [...entry.flags] })
}

/** Sorts the entries of a file by line. */
const inOrder = (agents: Agents): Agents =>
  agents.map((agent) => ({
    ...agent,
    files: agent.files.map((file) => ({
      ...file,
      entries: file.entries.toSorted((a, b) => a.line - b.line),
    })),
  }))

const writeCursor = (place: FleetCursor): string => cursorOf(...place)

const cursor = z.tuple([z.guid(), z.guid(), z.guid(), z.guid()])

/** Parses a cursor. Returns undefined if this list did not issue the cursor. */
function placeOf(text: string): FleetCursor | undefined {
  try {
    return cursor.safeParse(JSON.parse(Buffer.from(text, "base64url").toString())).data
  } catch {
    return undefined
  }
}
