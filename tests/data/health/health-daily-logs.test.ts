import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { showHealth } from "@/lib/operations/health/health"
import { runOperation } from "@/lib/operations/operation"
import { importFolder, type Team } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { expectDone, givenTeam } from "../../support/data/people"
import { dayIn } from "../../support/alerts/watching"

let team: Team
let folder: string
beforeEach(async () => {
  team = await givenTeam()
  folder = join(givenFolder(), "ada")
  mkdirSync(folder)
  putFiles(folder, {
    "SOUL.md": "# Soul\n",
    "MEMORY.md": `# Memory\n\n- [${dayIn(-30)}] Rates are read daily\n`,
  })
})

const log = (days: number) => ({ [`memory/${dayIn(days)}.md`]: `- Learned on ${dayIn(days)}\n` })
const checks = async () => {
  const { checks: all, score } = expectDone(
    await runOperation(showHealth, systemActor(), { team: team.slug }),
  )
  const of = (name: string) => all.find((one) => one.name === name)
  return { gaps: of("daily-logs"), compaction: of("compaction"), score }
}

describe("the health of daily logs", () => {
  it("lists days without a log between two logs, one item for each agent", async () => {
    putFiles(folder, { ...log(-20), ...log(-12), ...log(-6), ...log(-1), ...log(0) })
    await importFolder(team, folder)
    expect((await checks()).gaps).toMatchObject({
      ok: false,
      severity: "info",
      message: `No log for 4 days between ${dayIn(-6)} and ${dayIn(-1)}, and 2 earlier gaps`,
      project: "ada",
      subjects: [{ agent: "ada", severity: "info" }],
      more: 0,
    })
  })

  it("reports no gaps with a log for each day, or with logs on demand", async () => {
    putFiles(folder, { ...log(-2), ...log(-1), ...log(0) })
    await importFolder(team, folder)
    const kaizen = givenFolder({
      [memoryPath("ann")]: memoryOf("ann", ["Rates are read once a day"]),
      [`.kaizen/agents/ann/memory/${dayIn(-9)}.md`]: "- Flushed\n",
      [`.kaizen/agents/ann/memory/${dayIn(-1)}.md`]: "- Flushed\n",
    })
    await importFolder(team, kaizen, { project: "ledger" })
    expect((await checks()).gaps).toBeUndefined()
  })

  it("reports a due compaction before its alert is raised", async () => {
    putFiles(folder, log(-1))
    await importFolder(team, folder)
    expect((await checks()).compaction).toMatchObject({ ok: true })
    putFiles(folder, log(-9))
    await importFolder(team, folder)
    expect((await checks()).compaction).toMatchObject({
      ok: false,
      message: "1 due",
      subjects: [
        {
          agent: "ada",
          path: "MEMORY.md",
          message: `Due: 2 daily logs since ${dayIn(-9)}, none read yet; due every 7 days`,
        },
      ],
    })
  })
})
