import { visibilityOf } from "@/lib/memory/teams/visibility"
import { createHash } from "node:crypto"
import { findRun, heldContent, type RunSummary, runPaths } from "@/lib/db/sources/import-runs"
import { formatRuleOf } from "@/lib/formats/assigned-format"
import { done, type Outcome } from "@/lib/memory/inputs/outcome"
import type { Actor } from "@/lib/memory/teams/actor"
import { groupBy } from "@/lib/memory/text/group"
import { teamOf } from "../teams/team-of"
import { startImport } from "./background"
import { openImport } from "./open"
import { receiveFiles } from "./receive"

/**
 * Imports files that a rule assigns to other teams, each into its team. Must be called before the run starts,
 * because the run deletes their content. Skips teams that the actor may not import into.
 */
export async function importIntoOtherTeams(
  actor: Actor,
  teamId: string,
  runId: string,
): Promise<Outcome<null>> {
  const run = await findRun(visibilityOf(actor, teamId), runId)
  if (run === null || (run.state !== "collecting" && run.state !== "planned")) return done(null)
  const files = (await runPaths(visibilityOf(actor, teamId), runId)).flatMap(({ path }) => {
    const to = formatRuleOf(run.takenAs, path)?.team
    return to === undefined ? [] : [{ path, to }]
  })
  for (const [to, ofTeam] of groupBy(files, (file) => file.to)) {
    const team = await teamOf(actor, "sync", to)
    if (!team.ok) continue
    const given = await heldContent(
      visibilityOf(actor, teamId),
      runId,
      ofTeam.map(({ path }) => path),
    )
    const imported = await importInto(actor, team.value.id, run, given)
    if (!imported.ok) return imported
  }
  return done(null)
}

async function importInto(
  actor: Actor,
  teamId: string,
  { sourceKind, sourceName, projectName, sync }: RunSummary,
  files: Awaited<ReturnType<typeof heldContent>>,
): Promise<Outcome<null>> {
  const opened = await openImport(actor, {
    teamId,
    source: { kind: sourceKind, name: sourceName },
    // The other files of the source are not offered to this team, and must not count as removed.
    complete: false,
    sync,
    projectName,
    files: files.map(({ path, content, modifiedAt }) => ({
      path,
      size: content.length,
      sha256: createHash("sha256").update(content).digest("hex"),
      modifiedAt: modifiedAt ?? undefined,
    })),
    refused: [],
  })
  if (!opened.ok) return opened
  const { run, wanted } = opened.value
  const needed = files.filter(({ path }) => wanted.includes(path))
  const received = await receiveFiles(
    actor,
    teamId,
    run,
    needed.map(({ path, content }) => ({ path, bytes: content })),
  )
  return received.ok ? startImport(actor, teamId, run) : received
}
