import { commit, type Tx } from "@/lib/db/infra/commit"
import { findRun, type RunSummary } from "@/lib/db/sources/import-runs"
import { lockImportRun, lockSource, rememberTakenAs } from "@/lib/db/sources/imports"
import type { Actor } from "@/lib/memory/teams/actor"
import { type FormatId, LEFT_OUT, type TakenAs } from "@/lib/memory/memory-files/format"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"

export interface Placement {
  readonly run: string
  readonly paths: readonly string[]
  readonly project?: string | undefined
  readonly agent?: string | null | undefined
  readonly category?: string | null | undefined
  readonly leaveOut?: boolean | undefined
  /** The source remembers that the files are left out, or taken as what they are. */
  readonly remember?: boolean | undefined
}

/** Changes where planned files go. A file moved to another project is new there, unless that project has it at the same path. */
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
      const where = { teamId, runId: run.id, path: { in: [...placement.paths] } }
      if (placement.remember) await remember(tx, run, { where, leaveOut: placement.leaveOut === true })
      if (placement.leaveOut) {
        const { count } = await tx.importItem.updateMany({
          where: { ...where, status: { in: ["new", "changed"] } },
          data: { status: "left-alone", reason: `left out by ${actor.name}`, content: null },
        })
        return done(count)
      }
      const { count } = await tx.importItem.updateMany({
        where: { ...where, status: { in: ["new", "changed"] } },
        data: {
          placed: true,
          ...(placement.project === undefined ? {} : { projectName: placement.project }),
          ...(placement.agent === undefined ? {} : { agent: placement.agent }),
          ...(placement.category === undefined ? {} : { category: placement.category }),
        },
      })
      if (placement.project !== undefined) {
        await tx.$executeRaw`
        UPDATE import_item i SET status = CASE WHEN EXISTS (
            SELECT 1 FROM memory_file f JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id
            WHERE f.team_id = i.team_id AND p.name = ${placement.project} AND f.path = i.path) THEN 'changed' ELSE 'new' END
        WHERE i.team_id = ${teamId}::uuid AND i.run_id = ${run.id}::uuid AND i.path = ANY(${[...placement.paths]}::text[]) AND i.status IN ('new', 'changed')`
      }
      return done(count)
    },
  )
}

interface Remembered {
  readonly where: { readonly teamId: string; readonly runId: string; readonly path: { in: string[] } }
  readonly leaveOut: boolean
}

async function remember(tx: Tx, run: RunSummary, { where, leaveOut }: Remembered): Promise<void> {
  const items = await tx.importItem.findMany({
    where: { ...where, status: { in: ["new", "changed"] }, format: { not: null } },
    select: { path: true, format: true },
  })
  const rules = items.map(({ path, format }): TakenAs => ({
    pattern: path,
    format: leaveOut ? LEFT_OUT : (format as FormatId),
  }))
  await rememberTakenAs(tx, where.teamId, run.sourceId, rules)
}
