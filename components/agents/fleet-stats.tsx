import type { OutputOf } from "@/lib/http/contract"
import { formatCount } from "@/lib/memory/text/sentence"
import { Stats } from "@/components/charts/figures"

type Totals = OutputOf<"fleet.show">["totals"]

export function FleetStats({ totals }: { totals: Totals }) {
  return (
    <Stats
      stats={[
        {
          label: "Memory files",
          value: figure(totals.files),
          note: `for ${formatCount(totals.agents, "agent")}`,
        },
        { label: "Entries", value: figure(totals.entries), note: `${figure(totals.stale)} stale` },
        {
          label: "Truncated",
          value: figure(totals.pastCutFiles),
          note:
            totals.pastCutFiles === 0
              ? "all lines loaded"
              : `${totals.pastCutFiles === 1 ? "file" : "files"}, ${formatCount(totals.pastCutLines, "line")}`,
        },
        { label: "Cold agents", value: figure(totals.cold), note: coldNote(totals) },
        {
          label: "Malformed",
          value: figure(totals.broken),
          note: brokenNote(totals.broken),
        },
      ]}
    />
  )
}

function brokenNote(files: number): string {
  if (files === 0) return "all files parsed"
  return files === 1 ? "file" : "files"
}

/**
 * Returns the note below the number of cold agents: how many have a predecessor. Undefined if no agent is
 * cold.
 */
function coldNote({ cold, coldWithPredecessor: known }: Totals): string | undefined {
  if (cold === 0) return undefined
  if (known === 0) return "without a predecessor"
  return known === cold ? "with a predecessor" : `${figure(known)} with a predecessor`
}

function figure(number: number): string {
  return number.toLocaleString("en")
}
