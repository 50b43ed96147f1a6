import { visibilityOf, wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { z } from "zod"
import { findRevision } from "@/lib/db/memory-files/files"
import { originsOf, revisionLines, earlierRevisionTexts } from "@/lib/db/memory-files/history"
import { Blame, blameRunsOf } from "@/lib/memory/history/blame"
import { done, refused } from "@/lib/memory/inputs/outcome"
import { textLines } from "@/lib/memory/text/text-lines"
import { operation } from "../operation"
import { visibleHead } from "./visible-file"
import { describeRevisions, revisionLine, revisionNumber } from "./history-outputs"

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
