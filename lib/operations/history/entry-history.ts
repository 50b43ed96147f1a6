import { visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { setImmediate } from "node:timers/promises"
import { z } from "zod"
import {
  movesOfEntry,
  forgottenIn,
  originsOf,
  revisionLines,
  earlierRevisionTexts,
  type RevisionText,
} from "@/lib/db/memory-files/history"
import { entriesAtHead } from "@/lib/db/memory-files/current-revisions"
import { seededRevisions, type StoredPlacement } from "@/lib/db/seed/plans"
import {
  type RecordedEntry,
  TURNS,
  turnsBetween,
  pieceInPreviousRevision,
} from "@/lib/memory/history/entry-turns"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { type Reading, readingOf } from "../writing/revise-head"
import {
  visibleEntryPlace,
  describeRevisions,
  revisionLine,
  type RevisionLineView,
  revisionNumber,
  type RevisionWithEntries,
  matchRevisionEntries,
  readRevisionWithEntries,
} from "./revisions"

/**
 * Maximum numbers for one response. `read`: parsed revisions. `passed`: revisions in all. The client gets the
 * rest with the cursor.
 */
const MOST = { read: 400, passed: 5_000 }

const wording = z.object({
  text: z.string(),
  section: z.string().nullable(),
  line: z.number(),
  state: z.enum(["current", "retired"]),
  retiredBecause: z.string().nullable(),
  date: z.string().nullable(),
  type: z.string().nullable(),
  confidence: z.number().nullable(),
})
export type Wording = z.output<typeof wording>

export const showEntryHistory = operation({
  name: "entry.history",
  summary:
    "List every revision that added, changed, retired, moved, removed or restored an entry, newest first, with its author, time and reason. Also works for removed entries.",
  method: "GET",
  path: "/entries/{entry}/history",
  right: "read",
  input: z.object({
    entry: z.string(),
    before: revisionNumber.optional().describe("Only revisions older than this revision"),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: z.object({
    id: z.string(),
    file: z.object({
      id: z.string(),
      path: z.string(),
      head: z.number(),
      project: z.object({ slug: z.string(), name: z.string() }),
    }),
    /** The current wording, or null if the entry no longer exists. */
    now: wording.nullable(),
    /**
     * Changes of the entry, newest first. `forgotten`: the reason, or null if the entry was not forgotten.
     * `before` and `after`: the wordings, null if the entry did not exist.
     */
    events: z.array(
      z.object({
        revision: revisionLine,
        turns: z.array(z.enum(TURNS)),
        forgotten: z.string().nullable(),
        before: wording.nullable(),
        after: wording.nullable(),
      }),
    ),
    /**
     * Moves of the entry by migrations, newest first. `entry`: id of the entry in the other file. Empty on
     * later pages.
     */
    moves: z.array(
      z.object({
        migration: z.string(),
        way: z.enum(["from", "to"]),
        file: z.string(),
        entry: z.string(),
        path: z.string(),
        line: z.number(),
        by: z.string(),
        at: z.string(),
        reason: z.string(),
        undone: z.boolean(),
      }),
    ),
    /** Cursor of the next page, sent as `before`. Null at the end. */
    next: z.number().nullable(),
  }),
  async run(actor, input) {
    const place = await visibleEntryPlace(actor, input.entry)
    if (!place.ok) return place
    const { teamId, fileId, head } = place.value
    const reading = await readingOf(visibilityOf(actor, teamId), head)
    const [walked, forgotten, standing, moves] = await Promise.all([
      walk({ teamId, fileId, reading, head: head.revision }, input),
      forgottenIn(visibilityOf(actor, teamId), fileId, input.entry),
      entriesAtHead(visibilityOf(actor, teamId), fileId),
      input.before === undefined
        ? movesOfEntry(visibilityOf(actor, teamId), fileId, input.entry.toLowerCase())
        : [],
    ])
    if (!walked.ok) return walked
    const { events, next } = walked.value
    const numbers = events.map((event) => event.number)
    const [lines, origins, seeded] = await Promise.all([
      revisionLines(visibilityOf(actor, teamId), fileId, numbers),
      originsOf(visibilityOf(actor, teamId), fileId, numbers),
      seededRevisions(visibilityOf(actor, teamId), fileId, numbers),
    ])
    const described = new Map(describeRevisions([...lines.values()], origins).map((one) => [one.number, one]))
    const now = standing.find((entry) => entry.id === input.entry)
    return done({
      id: input.entry,
      file: {
        id: head.id,
        path: head.path,
        head: head.revision,
        project: { slug: head.projectSlug, name: head.projectName },
      },
      now: now ? wordingOf(now) : null,
      events: events.flatMap(({ number, turns, before, after }) => {
        const revision = described.get(number)
        return revision
          ? [
              {
                revision: seededFrom(revision, seeded.get(number), after?.text),
                turns: [...turns],
                forgotten: after === null ? (forgotten.get(number) ?? null) : null,
                before: before && wordingOf(before),
                after: after && wordingOf(after),
              },
            ]
          : []
      }),
      moves,
      next,
    })
  },
})

/**
 * Returns the revision with a reason that names the file, line and agent that the entry was seeded from.
 * Returns it unchanged if the seed plan did not place this text.
 */
function seededFrom(
  revision: RevisionLineView,
  plan:
    | {
        readonly placements: readonly StoredPlacement[]
        readonly decidedBy: string | null
        readonly reason: string | null
      }
    | undefined,
  text: string | undefined,
): RevisionLineView {
  const one =
    text === undefined
      ? undefined
      : plan?.placements.find(
          (placed) => placed.place.kind !== "left-out" && placed.text.trim() === text.trim(),
        )
  if (one === undefined) return revision
  return {
    ...revision,
    reason: `Seeded from ${one.from} (${one.path}:${one.line})${plan?.decidedBy ? ` by ${plan.decidedBy}` : ""}${plan?.reason ? `: ${plan.reason}` : ""}`,
  }
}

const wordingOf = ({
  text,
  section,
  line,
  state,
  retiredBecause,
  date,
  type,
  confidence,
}: RecordedEntry): Wording => ({ text, section, line, state, retiredBecause, date, type, confidence })

interface EntryFile {
  readonly teamId: string
  readonly fileId: string
  readonly reading: Reading
  readonly head: number
}

interface HistoryQuery {
  readonly entry: string
  readonly before?: number | undefined
  readonly limit: number
}

interface EntryEvent {
  readonly number: number
  readonly turns: readonly (typeof TURNS)[number][]
  readonly before: RecordedEntry | null
  readonly after: RecordedEntry | null
}

/**
 * Compares each revision with the one before it, from the newest back. Parses only revisions that may have
 * changed the entry.
 */
async function walk(
  file: EntryFile,
  { entry, before, limit }: HistoryQuery,
): Promise<Outcome<{ events: EntryEvent[]; next: number | null }>> {
  const first = Math.min((before ?? file.head + 1) - 1, file.head)
  const events: EntryEvent[] = []
  const start = await readRevisionWithEntries(file, first)
  if (!start)
    return before === undefined || before <= 1
      ? done({ events, next: null })
      : refused("invalid", `before: revision ${first} does not exist`)
  const steps = new Steps(file.reading, entry, start)
  let number = first
  for await (const revision of revisionsBefore(file, first)) {
    const event = steps.goBack(revision)
    if (event !== null) events.push({ number, ...event })
    number = revision.number
    if (events.length >= limit || steps.read >= MOST.read || first - number >= MOST.passed)
      return done({ events, next: number > 0 ? number + 1 : null })
  }
  return done({ events, next: null })
}

/** Yields the revisions before a number, newest first, and then the empty text. */
async function* revisionsBefore(file: EntryFile, number: number): AsyncGenerator<RevisionText> {
  for (let from = number; from > 0;) {
    const texts = await earlierRevisionTexts(wholeTeamUnchecked(file.teamId), file.fileId, {
      from: from - 1,
      ids: true,
    })
    yield* texts.length > 0 ? texts : [EMPTY_TEXT]
    from = texts.at(-1)?.number ?? 0
    await setImmediate() // Yields to the event loop, so that other requests run during a long history.
  }
}

/** State of a file before its first revision. */
const EMPTY_TEXT: RevisionText = { number: 0, text: "", entryIds: [] }

/**
 * Follows one entry from revision to revision. A change elsewhere in the file is recognized without parsing.
 */
class Steps {
  read = 0
  private piece: { start: number; end: number } | null = null
  private later: {
    number: number
    text: string
    ids: readonly string[]
    recorded: RevisionWithEntries | null
  }
  private readonly isMarkdown: boolean

  constructor(
    private readonly reading: Reading,
    private readonly entry: string,
    start: RevisionWithEntries,
  ) {
    this.isMarkdown = !/\.jsonl?$/i.test(reading.path)
    this.later = {
      number: start.number,
      text: start.text,
      ids: start.entries.map((one) => one.id),
      recorded: start,
    }
    this.piece = this.pieceIn(start)
  }

  /**
   * Moves one revision back. Returns what happened to the entry between this revision and the later one, or
   * null if the entry did not change.
   */
  goBack(revision: RevisionText): Omit<EntryEvent, "number"> | null {
    const { later } = this
    const isIn = revision.entryIds.includes(this.entry)
    const isKnown = revision.entryIds.length > 0 || revision.number === 0
    if (isKnown && !isIn && !later.ids.includes(this.entry)) return this.pass(revision, null)
    if (
      isIn &&
      this.piece !== null &&
      this.isMarkdown &&
      standsAlike(this.entry, revision.entryIds, later.ids)
    ) {
      const piece = pieceInPreviousRevision(revision.text, later.text, this.piece)
      if (piece !== null) return this.pass(revision, piece)
    }
    const after =
      later.recorded ?? this.recorded({ number: later.number, text: later.text, entryIds: later.ids })
    const before = this.recorded(revision, after.entries)
    this.later = {
      number: revision.number,
      text: revision.text,
      ids: before.entries.map((one) => one.id),
      recorded: before,
    }
    this.piece = this.pieceIn(before)
    const turn = turnsBetween(before.entries, after.entries).find((one) => one.id === this.entry)
    return turn ? { turns: turn.turns, before: turn.before, after: turn.after } : null
  }

  private pass({ number, text, entryIds }: RevisionText, piece: { start: number; end: number } | null): null {
    this.later = { number, text, ids: entryIds, recorded: null }
    this.piece = piece
    return null
  }

  private recorded(revision: RevisionText, known: readonly RecordedEntry[] = []): RevisionWithEntries {
    this.read += 1
    return matchRevisionEntries(this.reading, revision, known)
  }

  private pieceIn({ entries, spans }: RevisionWithEntries): { start: number; end: number } | null {
    return spans[entries.findIndex((one) => one.id === this.entry)] ?? null
  }
}

/** True if all entries before the given one, or all entries after it, are the same in the same order. */
function standsAlike(id: string, before: readonly string[], after: readonly string[]): boolean {
  if (before === after) return true
  const [at, place] = [before.indexOf(id), after.indexOf(id)]
  const ahead = at === place && before.every((one, index) => index >= at || one === after[index])
  return (
    ahead ||
    (before.length - at === after.length - place &&
      before.slice(at).every((one, index) => one === after[place + index]))
  )
}
