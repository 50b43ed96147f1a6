import { formatDay } from "@/components/data/time-text"
import { Tag, type Tone } from "@/components/ui/tag"
import type { DiskFile, IncludedEntry } from "./agent-context"

/** A reason why an agent may not have an entry, or should not trust it. */
export interface EntryMark {
  readonly kind: "past-limit" | "stale"
  readonly why: string
}

type MarkedEntry = Pick<IncludedEntry, "file" | "path" | "line" | "date" | "stale" | "copies">

/** Returns the marks of an entry that the harness does not load, or that is stale. `files`: those that the agent loads. */
export function marksOf(entry: MarkedEntry, files: readonly DiskFile[]): EntryMark[] {
  const marks = [pastLimitMark(entry, files), staleMark(entry)]
  return marks.filter((mark) => mark !== null)
}

/** Returns the mark of an entry if all its places are past the load limits of their files. */
export function pastLimitMark(
  { file, line, copies }: Pick<MarkedEntry, "file" | "line" | "copies">,
  files: readonly DiskFile[],
): EntryMark | null {
  const cutOf = (of: DiskFile | undefined, at: number) =>
    of && of.cut !== null && at >= of.cut ? of.cut : null
  const cuts = [
    cutOf(
      files.find((one) => one.id === file),
      line,
    ),
    ...copies.map((copy) =>
      cutOf(
        files.find((one) => one.path === copy.path),
        copy.line,
      ),
    ),
  ]
  if (cuts.includes(null)) return null
  return {
    kind: "past-limit",
    why: `The harness stops loading the file before line ${cuts[0]}. The agent has this entry only if Quarterdeck sends it`,
  }
}

function staleMark({ stale, date }: MarkedEntry): EntryMark | null {
  if (!stale || date === null) return null
  return { kind: "stale", why: `Dated ${formatDay(date)}, which is older than the policy allows` }
}

const LOOK: Readonly<Record<EntryMark["kind"], { readonly label: string; readonly tone: Tone }>> = {
  "past-limit": { label: "Past load limit", tone: "caution" },
  stale: { label: "Stale", tone: "caution" },
}

/** The marks of an entry, each with its reason on hover and for screen readers. */
export function MarkTags({ marks }: { marks: readonly EntryMark[] }) {
  return marks.map(({ kind, why }) => (
    <span key={kind} title={why} className="relative">
      <Tag tone={LOOK[kind].tone}>{LOOK[kind].label}</Tag>
      <span className="sr-only"> ({why})</span>
    </span>
  ))
}
