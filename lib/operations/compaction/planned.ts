import type { LoadLimits } from "@/lib/memory/memory-files/format"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { textLines } from "@/lib/memory/text/text-lines"
import type { Target } from "../proposals/target"
import type { CompactionPlace } from "./target"

/** A proposal that a compaction would make. */
export interface PlannedProposal {
  /** The additions, steps, notes or runs of the preview that it is for. */
  readonly index: readonly number[]
  readonly target: Target
  readonly changes: readonly ProposedChange[]
  /** The proposal of the same that waits already; null: none does. */
  readonly waiting: string | null
  /** Null: it brings nothing that memory does not hold. */
  readonly confidence: number | null
  readonly reason: string
  readonly evidence: string
  /** What it rests on: rejected with it, that is not proposed again. */
  readonly lines: readonly { readonly path: string; readonly line: number | null; readonly text: string }[]
}

/** What a compaction shows, and what it would propose, in the order in which it is best decided. */
export interface Planned<View> {
  readonly view: View
  readonly proposals: readonly PlannedProposal[]
  /** Of logs: up to which day they count as compacted. */
  readonly upTo: string | null
  readonly considered: number
  readonly left: number
}

export function targetView({ target, project }: CompactionPlace, after: number | null) {
  const lines = target.head?.lines ?? textLines(target.text).length
  return {
    file: target.head?.id ?? null,
    path: target.path,
    project: project.slug,
    agent: target.agent,
    lines,
    after: after ?? lines,
    budget: target.head === null ? null : allowedLines(target.head),
    sections: openSections(target),
  }
}

/** Headings that an addition may stand under: neither the file's title nor its log of sessions. */
export function openSections({ reading, text }: Pick<Target, "reading" | "text">): string[] {
  const { sections } = reading.format.parse(text, reading.path)
  const isTitled = sections[0]?.level === 1 && sections.filter(({ level }) => level <= 1).length === 1
  return sections
    .slice(isTitled ? 1 : 0)
    .map(({ name }) => name)
    .filter((name) => name.trim().toLowerCase() !== "session log")
}

/** The lines that a file may have: its budget, else what its harness loads, else where that stops. Null: any number. */
export function allowedLines({
  limits: { budget, lines },
  cut,
}: {
  readonly limits: LoadLimits
  readonly cut: number | null
}): number | null {
  const loads = lines ?? (cut === null ? null : cut - 1)
  return budget === null ? loads : loads === null ? budget : Math.min(budget, loads)
}
