import { z } from "zod"
import { commit } from "@/lib/db/infra/commit"
import { isFreshDatabase, deleteSampleTeams, sampleTeams } from "@/lib/db/samples/sample-teams"
import { createTeam } from "@/lib/db/teams/projects-and-agents"
import { visibleTeams } from "@/lib/db/teams/teams"
import { type Actor, can } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { importUnderWay, startImport } from "../import/background"
import { takeDirectory } from "../import/read-source"
import type { ImportRunView } from "../import/import-outputs"
import { showImportRun } from "../sources/imports"
import { writableTeam } from "../teams/team-and-project"
import { operation } from "../operation"

/**
 * True if the sample fleet must be loaded, because there are no teams yet or because loading was interrupted.
 */
export async function samplesWanted(): Promise<boolean> {
  return isFreshDatabase()
}

/** Returns the sample team with this name. Creates it if it does not exist. */
export async function sampleTeam(actor: Actor, name: string): Promise<{ id: string }> {
  const known = (await visibleTeams(actor)).find((team) => team.sample && team.name === name)
  if (known) return known
  return valueOf(
    await commit(actor, { kind: "samples.load", teamId: null, subject: name }, async (tx) =>
      done(await createTeam(tx, name, { sample: true })),
    ),
  )
}

/** Records that the samples are loaded. A restart then does not load them again. */
export async function samplesLoaded(actor: Actor): Promise<void> {
  valueOf(
    await commit(actor, { kind: "samples.done", teamId: null, subject: "samples" }, async () => done(null)),
  )
}

/** Imports a directory of this machine completely and returns the run. Throws if an operation refuses. */
export async function importInto(
  actor: Actor,
  what: { teamId: string | null; directory: string; projectName: string | null },
  tell?: (progress: string) => void,
): Promise<ImportRunView> {
  const teamId = what.teamId ?? valueOf(await writableTeam(actor, "sync", undefined)).id
  const run = valueOf(await takeDirectory(actor, { ...what, teamId }))
  valueOf(await startImport(actor, teamId, run))
  const show = async () => valueOf(await showImportRun.run(actor, { team: teamId, run }))
  const ticking =
    tell &&
    setInterval(
      () =>
        void show().then(
          ({ stored, offered }) => tell(`${stored.files} of ${offered} files, ${stored.entries} entries`),
          () => undefined,
        ),
      500,
    )
  await importUnderWay(run).finally(() => clearInterval(ticking))
  const ended = await show()
  if (ended.error !== null) throw new Error(ended.error)
  return ended
}

/** Returns the value of an outcome. Throws if it is a refusal. For work without a request. */
export function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.value
}

export const removeSamples = operation({
  name: "samples.remove",
  summary: "Delete the sample teams and everything in them. Your own teams are kept.",
  method: "DELETE",
  path: "/samples",
  right: "own",
  input: z.object({}),
  output: z.object({ teams: z.array(z.string()).describe("Names of the deleted teams") }),
  async run(actor) {
    if (!can(actor, "own", { teamId: null }))
      return refused("forbidden", "Only the Quarterdeck owner can remove the samples")
    const teams = await sampleTeams()
    const names = teams.map(({ name }) => name)
    if (teams.length === 0) return done({ teams: names })
    return commit(
      actor,
      { kind: "samples.remove", teamId: null, subject: names.join(", "), detail: { teams: names } },
      async (tx) => {
        await deleteSampleTeams(
          tx,
          teams.map(({ id }) => id),
        )
        return done({ teams: names })
      },
    )
  },
})
