import { visibilityOf } from "@/lib/memory/teams/visibility"
import { commit } from "@/lib/db/infra/commit"
import { findRun } from "@/lib/db/sources/import-runs"
import { type ItemPlacement, leaveOutItems, moveItems } from "@/lib/db/sources/planned-import-files"
import { lockImportRun } from "@/lib/db/sources/running-imports"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"

export interface Placement extends ItemPlacement {
  readonly run: string
  readonly paths: readonly string[]
  readonly leaveOut?: boolean | undefined
}

/**
 * Changes the destination of planned files. Returns the number of changed files. A file that moves to another
 * project is new there, unless that project has the path already.
 */
export async function placeItems(
  actor: Actor,
  teamId: string,
  placement: Placement,
): Promise<Outcome<number>> {
  const run = await findRun(visibilityOf(actor, teamId), placement.run)
  if (!run) return refused("not-found", "import not found")
  return commit(
    actor,
    { kind: "import.place", teamId, subject: run.sourceName, detail: { files: placement.paths.length } },
    async (tx) => {
      const state = await lockImportRun(tx, teamId, run.id)
      if (state !== "planned")
        return refused("conflict", `this import is ${state}. Only a planned import can be changed`)
      const items = { teamId, id: run.id, paths: placement.paths }
      return done(
        placement.leaveOut
          ? await leaveOutItems(tx, items, `left out by ${actor.name}`)
          : await moveItems(tx, items, placement),
      )
    },
  )
}
