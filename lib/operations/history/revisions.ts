import { visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import {
  listRevisionLines,
  originsOf,
  earlierRevisionTexts,
  type RevisionLine,
} from "@/lib/db/memory-files/history"
import { hunksBetween } from "@/lib/memory/text/text-hunks"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import { visibleHead } from "./visible-file"
import { describeRevisions, revisionLine, revisionNumber } from "./history-outputs"

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
