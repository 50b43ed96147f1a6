import { z } from "zod"
import { dayOf } from "@/lib/memory/alerts/day"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { SORT_METHODS, type SortMethod } from "../coach/available-coaches"
import { operation } from "../operation"
import { proposalPlace } from "../proposals/proposal-place"
import { compactionTarget, type CompactionPlace } from "./target"
import { COMPACTION_KINDS, preview, type CompactionKind, type CompactionPreview } from "./compaction-outputs"
import type { PlannedCompaction } from "./compaction-proposals"
import { planLogs } from "./plan-logs"
import { planRunCache } from "./plan-runs"
import { planFileTrim } from "./plan-trim"

/** Input fields that identify a compaction. */
export const compactionInput = {
  team: z.string().optional(),
  project: z.string().optional(),
  file: z.string().max(2_000).optional().describe("ID or path of the memory file"),
  path: z
    .string()
    .max(2_000)
    .optional()
    .describe("Path of the memory file to create, for daily logs without a memory file"),
  agent: z.string().max(200).optional().describe("An agent's name, instead of a file"),
  kind: z
    .enum(COMPACTION_KINDS)
    .describe("logs: compact daily logs into memory. trim: shorten a long file. runs: prune a run cache"),
  method: z
    .enum(SORT_METHODS)
    .default("rules")
    .describe("Only for logs. model: also ask the configured language model"),
  all: z.boolean().optional().describe("Read all logs, including those already read"),
}

export const previewCompaction = operation({
  name: "compaction.preview",
  summary:
    "Preview a compaction with the source lines and reasons: additions from daily logs, steps that shorten a file, or runs to remove. Writes nothing.",
  method: "POST",
  path: "/compaction/preview",
  right: "read",
  input: z.object(compactionInput),
  output: preview,
  async run(actor, input) {
    const found = await proposalPlace(actor, input, "read")
    if (!found.ok) return found
    const place = await compactionTarget(found.value, input, dayOf(new Date()))
    if (!place.ok) return place
    const planned = await planCompactionOfKind(place.value, input.kind, {
      all: input.all === true,
      only: null,
      method: input.method,
    })
    return planned.ok ? done(planned.value.view) : planned
  },
})

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
