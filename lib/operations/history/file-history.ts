import { visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import {
  listRevisionLines,
  originsOf,
  earlierRevisionTexts,
  type RevisionLine,
  findRevisionText,
  revisionLines,
} from "@/lib/db/memory-files/history"
import { hunksBetween, textLines } from "@/lib/memory/text/line-differences"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { type EntryTurn, type RecordedEntry, TURNS, turnsBetween } from "@/lib/memory/history/entry-turns"
import { findRevision } from "@/lib/db/memory-files/files"
import { Blame, blameRunsOf } from "@/lib/memory/history/line-history"
import { operation } from "../operation"
import { readingOf } from "../writing/revise-head"
import {
  visibleHead,
  describeRevisions,
  revisionLine,
  revisionNumber,
  isUnknownEntry,
  matchRevisionEntries,
  readRevisionWithEntries,
} from "./revisions"

export const listFileRevisions = operation({
  name: "revision.list",
  summary:
    "List the revisions of a memory file, newest first, page by page, with the author, time, reason and changed lines of each.",
  method: "GET",
  path: "/files/{file}/revisions",
  right: "read",
  input: z.object({
    team: z.string(),
    file: z.string(),
    before: revisionNumber.optional().describe("Only revisions older than this revision"),
    limit: z.coerce.number().int().min(1).max(500).default(50),
  }),
  output: z.object({
    /**
     * `added`, `cut` and `moved`: numbers of lines. Moved lines count only as `moved`. Null if the texts of
     * the page are too large to compare.
     */
    revisions: z.array(
      revisionLine.extend({
        added: z.number().nullable(),
        cut: z.number().nullable(),
        moved: z.number().nullable(),
      }),
    ),
    total: z.number(),
    /** Cursor of the next page, sent as `before`. Null at the end. */
    next: z.number().nullable(),
  }),
  async run(actor, input) {
    const found = await visibleHead(actor, input)
    if (!found.ok) return found
    const { teamId, head } = found.value
    const lines = await listRevisionLines(visibilityOf(actor, teamId), head.id, {
      before: input.before ?? null,
      take: input.limit,
    })
    const [counts, origins] = await Promise.all([
      countLines(teamId, head.id, lines),
      originsOf(
        visibilityOf(actor, teamId),
        head.id,
        lines.map((one) => one.number),
      ),
    ])
    const last = lines.at(-1)?.number ?? 1
    return done({
      revisions: describeRevisions(lines, origins).map((one) => ({
        ...one,
        ...(counts.get(one.number) ?? { added: null, cut: null, moved: null }),
      })),
      total: head.revision,
      next: last > 1 ? last : null,
    })
  },
})

/** Maximum number of characters of text compared for one page. Larger pages have no line counts. */
const MOST_COMPARED = 8 * 1024 * 1024

async function countLines(
  teamId: string,
  fileId: string,
  lines: readonly RevisionLine[],
): Promise<Map<number, Counts>> {
  const counts = new Map<number, Counts>()
  const [newest, oldest] = [lines[0], lines.at(-1)]
  if (!newest || !oldest || lines.reduce((sum, one) => sum + one.length, 0) > MOST_COMPARED) return counts
  let later: { number: number; text: string } | null = null
  for await (const revision of textsBackTo(oldest.number - 1, { teamId, fileId, from: newest.number })) {
    if (later) counts.set(later.number, countBetween(revision.text, later.text))
    later = revision
  }
  if (later?.number === 1) counts.set(1, countBetween("", later.text))
  return counts
}

/** Yields the texts of revisions from `from` back to `least`. */
async function* textsBackTo(
  least: number,
  { teamId, fileId, from }: { teamId: string; fileId: string; from: number },
): AsyncGenerator<{ number: number; text: string }> {
  for (let next = from; next >= least && next > 0;) {
    const texts = await earlierRevisionTexts(wholeTeamUnchecked(teamId), fileId, {
      from: next,
      least,
      ids: false,
    })
    yield* texts
    next = (texts.at(-1)?.number ?? 1) - 1
  }
}

interface Counts {
  readonly added: number
  readonly cut: number
  readonly moved: number
}

function countBetween(before: string, after: string): Counts {
  const { added, cut, moved } = hunksBetween(before, after)
  return { added, cut, moved }
}

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

/** Maximum number of characters of earlier texts read for one response. */
const MOST_READ = 128 * 1024 * 1024

export const showFileBlame = operation({
  name: "file.blame",
  summary:
    "Return the revision that wrote each line of a memory file, with its author, time and reason. Moved lines keep their original revision.",
  method: "GET",
  path: "/files/{file}/blame",
  right: "read",
  input: z.object({
    team: z.string(),
    file: z.string(),
    revision: revisionNumber.optional().describe("Defaults to the latest revision"),
  }),
  output: z.object({
    path: z.string(),
    revision: z.number(),
    head: z.number(),
    /** Groups of consecutive lines from the same revision. Lines count from 1. */
    runs: z.array(
      z.object({ revision: z.number(), line: z.number(), endLine: z.number(), lines: z.array(z.string()) }),
    ),
    /** The revisions that the groups refer to. */
    revisions: z.array(revisionLine),
    /**
     * Revision at which reading stopped, and the number of lines that may be older. Null if the history was
     * read completely.
     */
    atLeast: z.object({ revision: z.number(), lines: z.number() }).nullable(),
  }),
  async run(actor, input) {
    const found = await visibleHead(actor, input)
    if (!found.ok) return found
    const { teamId, head } = found.value
    const number = input.revision ?? head.revision
    const shown =
      number === head.revision
        ? { number, text: head.text }
        : await findRevision(visibilityOf(actor, teamId), head.id, number)
    if (!shown)
      return refused("not-found", `${head.path} has no revision ${number}; the latest is ${head.revision}`)
    const blame = new Blame(shown)
    const reached = await goBack(blame, { teamId, fileId: head.id, from: number - 1 })
    const left = blame.end()
    const lines = textLines(shown.text)
    const runs = blameRunsOf(blame.revisions)
    const numbers = [...new Set(runs.map((run) => run.revision))]
    const [known, origins] = await Promise.all([
      revisionLines(visibilityOf(actor, teamId), head.id, numbers),
      originsOf(visibilityOf(actor, teamId), head.id, numbers),
    ])
    return done({
      path: head.path,
      revision: number,
      head: head.revision,
      runs: runs.map((run) => ({ ...run, lines: lines.slice(run.line - 1, run.endLine) })),
      revisions: describeRevisions(
        [...known.values()].toSorted((a, b) => b.number - a.number),
        origins,
      ),
      atLeast: reached > 1 && left > 0 ? { revision: reached, lines: left } : null,
    })
  },
})

/**
 * Reads earlier revisions until the author of each line is known or the limit is reached. Returns the oldest
 * revision that was read.
 */
async function goBack(
  blame: Blame,
  { teamId, fileId, from }: { teamId: string; fileId: string; from: number },
): Promise<number> {
  let next = from
  for (let read = 0; next > 0 && !blame.isKnown && read < MOST_READ;) {
    const texts = await earlierRevisionTexts(wholeTeamUnchecked(teamId), fileId, { from: next, ids: false })
    if (texts.length === 0) break
    for (const revision of texts) {
      blame.goBack(revision)
      read += revision.text.length
      next = revision.number - 1
      if (blame.isKnown) break
    }
  }
  return next + 1
}
