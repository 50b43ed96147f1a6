import { commit, type Tx } from "@/lib/db/infra/commit"
import { findRun, type RunSummary } from "@/lib/db/sources/import-runs"
import {
  type ImportItemKeys,
  type ItemPlacement,
  leaveOutItems,
  moveItems,
  plannedFormats,
} from "@/lib/db/sources/import-items"
import { lockImportRun, lockSource, rememberTakenAs } from "@/lib/db/sources/imports"
import type { Actor } from "@/lib/memory/teams/actor"
import { LEFT_OUT, type TakenAs } from "@/lib/memory/memory-files/format"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"

export interface Placement extends ItemPlacement {
  readonly run: string
  readonly paths: readonly string[]
  readonly leaveOut?: boolean | undefined
  /** True: the source remembers the exclusion or the format. */
  readonly remember?: boolean | undefined
}

/**
 * Changes where planned files go. A file moved to another project is new there, unless that project has the
 * path already.
 */
export async function placeItems(
  actor: Actor,
  teamId: string,
  placement: Placement,
): Promise<Outcome<number>> {
  const run = await findRun(teamId, placement.run)
  if (!run) return refused("not-found", "import not found")
  return commit(
    actor,
    { kind: "import.place", teamId, subject: run.sourceName, detail: { files: placement.paths.length } },
    async (tx) => {
      if (placement.remember) await lockSource(tx, teamId, run.sourceId)
      const state = await lockImportRun(tx, teamId, run.id)
      if (state !== "planned")
        return refused("conflict", `this import is ${state}. Only a planned import can be changed`)
      const items = { teamId, id: run.id, paths: placement.paths }
      if (placement.remember) await remember(tx, run, items, placement)
      return done(
        placement.leaveOut
          ? await leaveOutItems(tx, items, `left out by ${actor.name}`)
          : await moveItems(tx, items, placement),
      )
    },
  )
}

/** Stores the formats of files as rules of their source, or that they are left out. */
async function remember(
  tx: Tx,
  run: RunSummary,
  items: ImportItemKeys,
  { leaveOut }: Placement,
): Promise<void> {
  const formats = await plannedFormats(tx, items)
  const rules = formats.map(({ path, format }): TakenAs => ({
    pattern: path,
    format: leaveOut ? LEFT_OUT : format,
  }))
  await rememberTakenAs(tx, items.teamId, run.sourceId, rules)
}
