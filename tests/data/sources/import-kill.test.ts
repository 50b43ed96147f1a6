import { spawn } from "node:child_process"
import { once } from "node:events"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { beforeAll, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { importUnderWay, resumeImports } from "@/lib/operations/import/background"
import { bundleForTests, useIsolatedWorker } from "../../support/isolated/bundles"
import { contentOf, importFolder, type Team } from "../../support/imports/import-folder"
import { fleetOf, givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { givenTeam } from "../../support/data/people"
import { expireLeases } from "../../support/jobs/leases"
import { THOROUGH } from "../../support/thorough"

// Fewer kills do not reach both states of a run.
const KILLS = THOROUGH ? 50 : 2

let child = ""
beforeAll(async () => {
  await useIsolatedWorker()
  child = await bundleForTests("tests/support/imports/import-child.ts")
})

it(
  `an import that is killed with -9 at ${KILLS} moments ends in the same state as an undisturbed one`,
  { timeout: 240_000 },
  async () => {
    const files = fleetOf(THOROUGH ? 200 : 120)
    const folder = givenFolder()
    // Stored before: files that the killed import changes, keeps and removes.
    const earlier = {
      ...Object.fromEntries(
        Object.entries(files)
          .slice(0, 50)
          .map(([path, text], place) => [path, place % 3 === 0 ? `${text}- an older line\n` : text]),
      ),
      [memoryPath("gone")]: memoryOf("gone", ["x"]),
    }
    const prepare = async (): Promise<Team> => {
      const team = await givenTeam()
      rmSync(folder, { recursive: true })
      putFiles(folder, earlier)
      await importFolder(team, folder, { project: "p" })
      putFiles(folder, files)
      rmSync(join(folder, memoryPath("gone")))
      return team
    }
    const undisturbed = await prepare()
    const commits = await importInChild(undisturbed, folder)
    const expected = await contentOf(undisturbed)

    const reached = new Set<string>()
    for (let kill = 0; kill < KILLS; kill += 1) {
      const team = await prepare()
      await importInChild(team, folder, 1 + ((commits - 1) * kill) / KILLS)
      const before = await database().importRun.findMany({
        where: { teamId: team.id, state: { in: ["collecting", "running"] } },
      })
      reached.add(before[0]?.state ?? "done")
      if (kill % 2 === 0) await takeUpAgain(team)
      const { run } = await importFolder(team, folder, { project: "p" })
      expect(run, `kill ${kill}`).toMatchObject({ state: "done", error: null })
      expect(await contentOf(team), `kill ${kill}`).toEqual(expected)
    }
    expect([...reached]).toEqual(expect.arrayContaining(["collecting", "running"]))
  },
)

/**
 * Runs an import in a process that is killed after `diesAfter` commits, for later ones with a delay of some
 * milliseconds. Returns the number of commits.
 */
async function importInChild(team: Team, folder: string, diesAfter = Infinity): Promise<number> {
  const other = spawn(process.execPath, [child, team.id, folder], {
    stdio: ["ignore", "pipe", "inherit"],
    env: process.env,
  })
  const ended = once(other, "close")
  const before = await commitsOf(team)
  if (Number.isFinite(diesAfter)) {
    while (other.exitCode === null && (await commitsOf(team)) - before < diesAfter) await pause(2)
    await pause(((diesAfter - 1) * 35) % 20)
    other.kill("SIGKILL")
  }
  await ended
  return (await commitsOf(team)) - before
}

async function commitsOf(team: Team): Promise<number> {
  return database().auditEvent.count({ where: { teamId: team.id } })
}

/** Resumes a run of a dead process like the server does. */
async function takeUpAgain(team: Team): Promise<void> {
  await expireLeases()
  await resumeImports(systemActor())
  for (const run of await database().importRun.findMany({ where: { teamId: team.id } }))
    await importUnderWay(run.id)
}
