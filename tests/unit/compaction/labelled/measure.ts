import { scoreLog } from "@/lib/memory/compaction/score-log"
import type { ScoredLog } from "@/lib/memory/compaction/scored-log-entry"
import type { LabelledLine } from "./line"

/** The labelled lines as log entries. */
export const entriesOfLines = (lines: readonly LabelledLine[]) =>
  lines.map(([day, section, , text], place) => ({
    id: `e${place}`,
    text,
    section,
    file: day,
    path: `memory/${day}.md`,
    line: place + 1,
    day,
  }))

export function measureCompaction(lines: readonly LabelledLine[], today: string) {
  const scored = scoreLog({
    entries: entriesOfLines(lines),
    curated: [],
    instructions: [],
    refused: [],
    today,
  })
  const told = (one: ScoredLog, place: number) => ({ ...one, label: lines[place]?.[2] })
  const all = scored.map(told)
  const promoted = all.filter(({ verdict }) => verdict === "promote")
  const right = promoted.filter(({ label }) => label === "P")
  return {
    precision: right.length / promoted.length,
    recall: right.length / all.filter(({ label }) => label === "P").length,
    promoted: promoted.length,
    wrong: promoted.filter(({ label }) => label === "K"),
    missed: all.filter(({ label, verdict }) => label === "P" && verdict !== "promote"),
  }
}
