import { visibilityOf } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { findRevisionText, originsOf, revisionLines } from "@/lib/db/memory-files/history"
import { type EntryTurn, type RecordedEntry, TURNS, turnsBetween } from "@/lib/memory/history/entry-turns"
import { hunksBetween } from "@/lib/memory/text/text-hunks"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { readingOf } from "../writing/revise"
import { visibleHead } from "./visible-file"
import { isUnknownEntry, matchRevisionEntries, readRevisionWithEntries } from "./recorded"
import { describeRevisions, revisionLine, revisionNumber } from "./history-outputs"

/** Maximum number of listed entries. The others are counted. */
const MOST_ENTRIES = 500

const side = z
  .object({
    text: z.string(),
    section: z.string().nullable(),
    line: z.number(),
    state: z.enum(["current", "retired"]),
    date: z.string().nullable(),
    type: z.string().nullable(),
    confidence: z.number().nullable(),
  })
  .nullable()
const revision = revisionLine.extend({ text: z.string() })

export const compareRevisions = operation({
  name: "file.compare",
  summary: "Compare two revisions of a memory file and list the changed lines and entries.",
  method: "GET",
  path: "/files/{file}/compare",
  right: "read",
  input: z.object({ team: z.string(), file: z.string(), left: revisionNumber, right: revisionNumber }),
  output: z.object({
    path: z.string(),
    head: z.number(),
    left: revision,
    right: revision,
    hunks: z.array(
      z.object({ left: z.number(), cut: z.array(z.string()), right: z.number(), added: z.array(z.string()) }),
    ),
    /** Numbers of lines. Moved lines are counted separately. */
    lines: z.object({ added: z.number(), cut: z.number(), moved: z.number() }),
    /** Changes from left to right. `id` is null if the entry cannot be identified. */
    entries: z.array(
      z.object({ id: z.string().nullable(), turns: z.array(z.enum(TURNS)), before: side, after: side }),
    ),
    /** Number of entries that are not listed. */
    more: z.number(),
  }),
  async run(actor, input) {
    const found = await visibleHead(actor, input)
    if (!found.ok) return found
    const { teamId, head } = found.value
    const numbers = [input.left, input.right]
    const known = await revisionLines(visibilityOf(actor, teamId), head.id, numbers)
    const missing = numbers.find((number) => !known.has(number))
    if (missing !== undefined)
      return refused("not-found", `${head.path} has no revision ${missing}; the latest is ${head.revision}`)
    const reading = await readingOf(visibilityOf(actor, teamId), head)
    const later = await readRevisionWithEntries({ teamId, fileId: head.id, reading }, Math.max(...numbers))
    const earlierText = await findRevisionText(visibilityOf(actor, teamId), head.id, Math.min(...numbers))
    if (!later || !earlierText) return refused("not-found", `revision not found in ${head.path}`)
    const earlier = matchRevisionEntries(reading, earlierText, later.entries)
    const [left, right] = input.left <= input.right ? [earlier, later] : [later, earlier]
    const { hunks, ...lines } = hunksBetween(left.text, right.text)
    const turns = turnsBetween(left.entries, right.entries)
    const described = describeRevisions(
      [...known.values()],
      await originsOf(visibilityOf(actor, teamId), head.id, numbers),
    )
    const describe = (number: number) =>
      described.find((one) => one.number === number) as (typeof described)[number]
    return done({
      path: head.path,
      head: head.revision,
      left: { ...describe(input.left), text: left.text },
      right: { ...describe(input.right), text: right.text },
      hunks: hunks.map((hunk) => ({ ...hunk, cut: [...hunk.cut], added: [...hunk.added] })),
      lines,
      entries: turns.slice(0, MOST_ENTRIES).map(viewOf),
      more: Math.max(0, turns.length - MOST_ENTRIES),
    })
  },
})

const viewOf = ({ id, turns, before, after }: EntryTurn) => ({
  id: isUnknownEntry(id) ? null : id,
  turns: [...turns],
  before: sideOf(before),
  after: sideOf(after),
})
const sideOf = (entry: RecordedEntry | null) =>
  entry && {
    text: entry.text,
    section: entry.section,
    line: entry.line,
    state: entry.state,
    date: entry.date,
    type: entry.type,
    confidence: entry.confidence,
  }
