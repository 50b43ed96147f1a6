import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import type { SortMethod } from "../coach/model-classification"
import type { PlannedCompaction } from "./planned"
import { planLogs } from "./plan-logs"
import { planRunCache } from "./plan-runs"
import { planFileTrim } from "./plan-trim"
import type { CompactionPlace } from "./target"
import type { CompactionKind, CompactionPreview } from "./compaction-outputs"

/** Plans a compaction of one kind. `only`: indexes of the parts to propose. Writes nothing. */
export async function planCompactionOfKind(
  place: CompactionPlace,
  kind: CompactionKind,
  {
    all,
    only,
    method,
  }: { readonly all: boolean; readonly only: readonly number[] | null; readonly method: SortMethod },
): Promise<Outcome<PlannedCompaction<CompactionPreview>>> {
  if (kind === "trim") return planFileTrim(place, only)
  if (
    kind === "logs" &&
    (place.workspace === null || (place.workspace.logs.length === 0 && place.target.format !== "kaizen"))
  )
    return refused(
      "invalid",
      `no daily logs found next to ${place.target.path}: expected memory/YYYY-MM-DD.md`,
    )
  const planned = kind === "logs" ? await planLogs(place, { all, method }) : await planRunCache(place)
  if (!planned.ok || only === null) return planned
  return done({
    ...planned.value,
    proposals: planned.value.proposals.flatMap((one) => {
      const chosen = one.index.map((index) => only.includes(index))
      if (!chosen.includes(true)) return []
      if (!chosen.includes(false)) return [one]
      const some = <Item>(items: readonly Item[]) => items.filter((_, at) => chosen[at] === true)
      return [{ ...one, index: some(one.index), changes: some(one.changes), lines: some(one.lines) }]
    }),
  })
}
