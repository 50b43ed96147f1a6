import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { Tx } from "@/lib/db/infra/commit"
import { forgottenOf } from "@/lib/db/memory-files/forgotten"
import { leaveOut } from "@/lib/memory/merge/leave-out"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { leftOutReason } from "../import/plan/forgotten-entries"
import { hashOfStatement, hexOf } from "../infra/statement-hash"
import type { LockedFile } from "../writing/revise"

/**
 * Returns the source's text without statements that are forgotten in the project, unless the stored file has
 * them as often. The rest stays byte for byte. Refuses if the rest would be parsed differently.
 */
export async function withoutForgotten(
  teamId: string,
  { head, entries, reading }: LockedFile,
  theirs: string,
  tx?: Tx,
): Promise<Outcome<string>> {
  const forgotten = (await forgottenOf(wholeTeamUnchecked(teamId), [head.projectName], tx)).get(
    head.projectName,
  )
  if (!forgotten) return done(theirs)
  const allowed = new Map<string, number>()
  for (const { text } of entries) allowed.set(hexed(text), (allowed.get(hexed(text)) ?? 0) + 1)
  const out = reading.format.parse(theirs, reading.path).entries.flatMap(({ text, span }, place) => {
    const why = forgotten.get(hexed(text))
    const left = allowed.get(hexed(text)) ?? 0
    allowed.set(hexed(text), left - 1)
    return why && left <= 0 ? [{ place, line: span.line, why }] : []
  })
  const [first] = out
  const text = leaveOut(
    { ...reading, text: theirs },
    out.map((one) => one.place),
  )
  if (text !== null || !first) return done(text ?? theirs)
  return refused(
    "conflict",
    `line ${first.line} of ${head.sourceName ?? "its source"} was ${leftOutReason(first.why)}. The rest of the file would be parsed differently without that line. Restore the entry first, or merge by hand`,
  )
}

const hexed = (text: string): string => hexOf(hashOfStatement(text))
