import { isDayOrInstant } from "../dates"
import { readMarkdown } from "../markdown/markdown"
import { frontmatterValue } from "../markdown/markdown-format"
import type { MarkdownDocument, Reading } from "../markdown/markdown-document"
import { setValue } from "./session-close"
import { logLines } from "./session-log"
import { splice } from "../markdown/splices"

interface Sides {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/**
 * Merges two versions of a file in which sessions were closed independently: the later date wins, and the
 * counts of new records are added. If a count differs from its log, the greater one wins. `merge` merges the
 * rest.
 */
export function mergeSessions(
  sides: Sides,
  reading: Reading,
  merge: (sides: Sides) => string | null,
): string | null {
  const [base, ours, theirs] = [sides.base, sides.ours, sides.theirs].map((text) =>
    keptOf(readMarkdown(text, reading)),
  )
  if (
    !base ||
    !ours ||
    !theirs ||
    isSame(ours, base) ||
    isSame(theirs, base) ||
    Math.min(ours.count, theirs.count) < base.count
  )
    return merge(sides)
  const day = ours.day > theirs.day ? ours.day : theirs.day
  const most = Math.max(ours.count, theirs.count)
  const agreed = ({ document }: Kept) =>
    splice(document.text, [
      ...setValue(document, "last_updated", day),
      ...setValue(document, "session_count", String(most)),
    ])
  const merged = merge({ base: sides.base, ours: agreed(ours), theirs: agreed(theirs) })
  if (merged === null) return null
  const outcome = keptOf(readMarkdown(merged, reading))
  const tells = (side: Kept) => side.count - base.count === side.records - base.records
  return outcome && tells(ours) && tells(theirs)
    ? splice(
        merged,
        setValue(outcome.document, "session_count", String(base.count + outcome.records - base.records)),
      )
    : merged
}

interface Kept {
  readonly document: MarkdownDocument & { readonly frontmatter: NonNullable<MarkdownDocument["frontmatter"]> }
  readonly day: string
  readonly count: number
  /** Number of lines in the session log. */
  readonly records: number
}

/** Returns what a file states about its sessions; null if a part is missing. */
function keptOf(document: MarkdownDocument): Kept | null {
  const { frontmatter } = document
  const [day, count] = [
    frontmatterValue(frontmatter, "last_updated"),
    frontmatterValue(frontmatter, "session_count"),
  ]
  if (
    frontmatter === null ||
    day === null ||
    !isDayOrInstant(day) ||
    count === null ||
    !/^\d{1,9}$/.test(count)
  )
    return null
  return {
    document: { ...document, frontmatter },
    day,
    count: Number(count),
    records: logLines(document).length,
  }
}

const isSame = (one: Kept, other: Kept): boolean => one.day === other.day && one.count === other.count
