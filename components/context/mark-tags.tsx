import { Tag, type Tone } from "@/components/ui/tag"
import type { EntryMark } from "./entry-marks"

const LOOK: Readonly<Record<EntryMark["kind"], { readonly label: string; readonly tone: Tone }>> = {
  "past-limit": { label: "Past load limit", tone: "danger" },
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
