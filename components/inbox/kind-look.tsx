import { CircleAlert, FileMinus, FileX, Gauge, Scissors, TriangleAlert } from "lucide-react"
import { Tag, type Tone } from "@/components/ui/tag"
import type { Kind } from "./finding"

interface Look {
  Icon: typeof Gauge
  tone: Tone
  tag: string
  /** What it means, as the head of the item. */
  title: string
  /** What a person can do about it. */
  wayOut: string
}

export const LOOK: Record<Kind, Look> = {
  broken: {
    Icon: FileX,
    tone: "danger",
    tag: "broken",
    title: "Nothing in this file could be understood",
    wayOut: "Mend the line where the file comes from, then import the source again. The text is stored as it is; no entry of it is known until then.",
  },
  "set-aside": {
    Icon: CircleAlert,
    tone: "danger",
    tag: "set aside",
    title: "This file was not imported",
    wayOut: "Put it right as the reason says, then import the source again. Everything else of that import went on.",
  },
  "past-cut": {
    Icon: Scissors,
    tone: "danger",
    tag: "past the cut",
    title: "Lines that no agent sees",
    wayOut: "Take out what no longer holds, or move detail into a file of its own, until the last line stands before the cut.",
  },
  "over-budget": {
    Icon: Gauge,
    tone: "caution",
    tag: "over budget",
    title: "More lines than its budget",
    wayOut: "All of it is still loaded. Trim it before the harness does: what is stale or said twice goes first.",
  },
  problems: {
    Icon: TriangleAlert,
    tone: "caution",
    tag: "problems",
    title: "Understood, but against its format",
    wayOut: "The file is stored and its entries are known. Mend the lines where the file comes from, then import the source again.",
  },
  gone: {
    Icon: FileMinus,
    tone: "neutral",
    tag: "gone",
    title: "Its source no longer has this file",
    wayOut: "Nothing was deleted: its text, entries and history are here. If it only moved, import its new place.",
  },
}

export function KindTag({ kind }: { kind: Kind }) {
  return <Tag tone={LOOK[kind].tone}>{LOOK[kind].tag}</Tag>
}
