import { rmSync, symlinkSync, unlinkSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import { database } from "@/lib/db/infra/client"
import { importFolder, type Team } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { givenTeam } from "../../support/data/people"
import { dayIn, givenSessions, inDays, notifyOf } from "../../support/alerts/watching"

let team: Team
let folder: string
beforeEach(async () => {
  team = await givenTeam()
  folder = givenFolder({ [memoryPath("ann")]: memoryOf("ann", ["Money is an integer"]) })
})

const load = () => importFolder(team, folder, { project: "ledger" })
const said = (kind: Parameters<typeof notifyOf>[1], now?: Date) => notifyOf({ team }, kind, now)

describe("an imported file with a secret", () => {
  const KEY = `AKIA${"Q3EXTHJ2WLNM5RKP"}`
  const path = memoryPath("ben")

  it("is quarantined and named by position and kind, follows the file's content, and resolves when the secret is removed", async () => {
    putFiles(folder, { [path]: memoryOf("ben", ["Reads rates", `Signs in with ${KEY}`]) })
    const { items } = await load()
    expect(items[path]).toMatchObject({
      status: "set-aside",
      reason: expect.stringContaining("contains an AWS access key ID at line 12, column 17") as string,
    })
    expect(await said("secret")).toEqual([
      `open  ${path} 1: ${path} was not imported from ${folder}: an AWS access key ID on line 12. Remove it from the file and replace it wherever it is used`,
    ])
    expect(await said("set-aside")).toEqual([])
    putFiles(folder, { [path]: memoryOf("ben", [`Signs in with ${KEY}`, "Reads rates", `And with ${KEY}`]) })
    await load()
    expect(await said("secret")).toEqual([
      expect.stringContaining(
        "an AWS access key ID on line 11 and an AWS access key ID on line 13. Remove them",
      ),
    ])
    expect(await everyText()).not.toContain(KEY)
    putFiles(folder, { [path]: memoryOf("ben", ["Reads rates"]) })
    expect((await load()).items[path]).toMatchObject({ status: "new" })
    expect(await said("secret")).toEqual([expect.stringMatching(/^resolved/)])
  })

  it("does not replace the stored text or mark its file as removed", async () => {
    putFiles(folder, { [path]: memoryOf("ben", ["Reads rates"]) })
    await load()
    putFiles(folder, { [path]: memoryOf("ben", [`Signs in with ${KEY}`]) })
    await load()
    expect(await said("secret")).toHaveLength(1)
    expect(await everyText()).toContain("Reads rates")
    expect(await said("gone")).toEqual([])
  })

  /** All texts stored for the team in any table, also the bytes of its imports. */
  async function everyText(): Promise<string> {
    const rows = await database().$queryRawUnsafe(
      `SELECT (SELECT string_agg(i::text || coalesce(encode(i.content, 'escape'), ''), ' ') FROM import_item i) || (SELECT string_agg(r::text, ' ') FROM revision r) || (SELECT string_agg(a::text, ' ') FROM alert a) || (SELECT string_agg(e::text, ' ') FROM audit_event e) AS said`,
    )
    return JSON.stringify(rows)
  }
})

describe("files that an import quarantined", () => {
  const latin = Uint8Array.from([0x23, 0x20, 0x61, 0x0a, 0xe9, 0x0a])

  it("raise an alert with reason and path, become one alert above twenty, and resolve when they are imported", async () => {
    putFiles(folder, { [memoryPath("ben")]: latin })
    await load()
    expect(await said("set-aside")).toEqual([
      expect.stringMatching(
        `^open  ${memoryPath("ben")} 1: ${memoryPath("ben")} was quarantined in the last import from ${folder}: `,
      ),
    ])
    const agents = Array.from({ length: 20 }, (_, place) => `a${place}`)
    putFiles(folder, Object.fromEntries(agents.map((agent) => [memoryPath(agent), latin])))
    await load()
    expect((await said("set-aside")).map((one) => one.split(":")[0])).toEqual([
      `open  ${folder}/ 1`,
      `resolved  ${memoryPath("ben")} 1`,
    ])
    for (const agent of [...agents, "ben"]) rmSync(join(folder, memoryPath(agent)))
    await load()
    expect((await said("set-aside")).map((one) => one.split(" ")[0])).toEqual(["resolved", "resolved"])
  })
})

describe("a link in place of a memory file", () => {
  it("raises an alert if the link is broken or leaves the folder, follows its target, and clears when a file replaces it", async () => {
    const outside = givenFolder({ "SOUL.md": "# Soul\n" })
    putFiles(folder, {
      "workspace/MEMORY.md": "# Memory\n\n- Rates are read once a day\n",
      "docs/notes.txt": "",
    })
    symlinkSync("../../shared/USER.md", join(folder, "workspace/USER.md"))
    symlinkSync(join(outside, "SOUL.md"), join(folder, "workspace/SOUL.md"))
    symlinkSync("nowhere", join(folder, "docs/handbook.html"))
    await load()
    expect(await said("link-broken")).toEqual([
      `open  workspace/SOUL.md 1: workspace/SOUL.md is a link to ${outside}/SOUL.md outside ${folder}. Quarterdeck does not check the target`,
      `open  workspace/USER.md 1: workspace/USER.md in ${folder} is a link to ../../shared/USER.md, but the target does not exist, so agents find no memory`,
    ])
    expect(await said("set-aside")).toEqual([])
    unlinkSync(join(folder, "workspace/USER.md"))
    symlinkSync("../USER.md", join(folder, "workspace/USER.md"))
    await load()
    expect((await said("link-broken"))[1]).toContain("is a link to ../USER.md, but")
    for (const name of ["SOUL.md", "USER.md"]) unlinkSync(join(folder, "workspace", name))
    putFiles(folder, { "workspace/USER.md": "# User\n" })
    await load()
    expect((await said("link-broken")).map((one) => one.split(" ")[0])).toEqual(["resolved", "resolved"])
  })
})

describe("a workspace", () => {
  const log = (days: number) => ({
    [`memory/${dayIn(days)}.md`]: `# ${dayIn(days)}\n\n- Learned on ${dayIn(days)}\n`,
  })
  beforeEach(() =>
    putFiles(folder, {
      "SOUL.md": "# Soul\n",
      "MEMORY.md": `# Memory\n\n- [${dayIn(-12)}] Rates are read once a day\n`,
    }),
  )

  it("without today's log raises an alert after a session, follows the sessions, and resolves with the log", async () => {
    putFiles(folder, log(-3))
    await load()
    expect(await said("log-missing")).toEqual([])
    await givenSessions({ team }, { agent: "cleo", harness: "codex", days: [0] })
    expect(await said("log-missing")).toEqual([
      `open   1: The workspace has no daily log for ${dayIn(-1)} or ${dayIn(0)} (UTC), although 1 session took place. The last log is from ${dayIn(-3)}`,
    ])
    await givenSessions({ team }, { agent: "cleo", harness: "codex", days: [0, 0] })
    await givenSessions({ team }, { agent: "ann", harness: "codex", days: [0] })
    expect(await said("log-missing")).toEqual([expect.stringContaining("though 3 sessions took place")])
    putFiles(folder, log(0))
    await load()
    expect(await said("log-missing")).toEqual([expect.stringMatching(/^resolved/)])
  })

  it("with an overdue log compaction raises an alert, follows the number of logs, and resolves when MEMORY.md has changed", async () => {
    putFiles(folder, { ...log(-20), ...log(-7), ...log(-1) })
    await load()
    expect(await said("compaction-overdue")).toEqual([])
    expect(await said("compaction-overdue", inDays(1))).toEqual([
      `open   1: The workspace has 2 daily logs since ${dayIn(-7)} with 2 entries to compact (MEMORY.md last changed on ${dayIn(-12)}). Compaction is due every 7 days`,
    ])
    putFiles(folder, log(0))
    await load()
    expect(await said("compaction-overdue", inDays(1))).toEqual([expect.stringContaining("3 daily logs")])
    putFiles(folder, {
      "MEMORY.md": `# Memory\n\n- [${dayIn(-12)}] Rates are read once a day\n- [${dayIn(-7)}] And kept for a week\n`,
    })
    await load()
    expect(await said("compaction-overdue", inDays(1))).toEqual([expect.stringMatching(/^resolved/)])
  })
})
