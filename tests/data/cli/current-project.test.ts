import { randomBytes } from "node:crypto"
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { registerMachineToken } from "@/lib/auth/machine-token"
import { quarterdeck as run } from "../../support/commands/command-line"
import { type HttpDoor, openHttpDoor } from "../../support/http/api-server"
import { importFolder, offerFiles, startAndWait } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { givenTeam } from "../../support/data/people"

/** Two teams and three projects, so that no project is the only one. */
const ANN = memoryPath("ann")
const machine = `qd_${randomBytes(32).toString("hex")}`
let door: HttpDoor
let folder: string
beforeAll(async () => {
  await registerMachineToken(machine)
  door = await openHttpDoor()
  folder = realpathSync(mkdtempSync(join(tmpdir(), "quarterdeck-current-")))
  putFiles(folder, { [ANN]: memoryOf("ann", ["Ledgers close at noon"]), "src/a.txt": "" })
  const team = await givenTeam("Acme")
  await importFolder(team, folder, { project: "ledger" })
  const other = await givenTeam("Other")
  for (const project of ["shop", "till"])
    await startAndWait(
      other,
      (
        await offerFiles(
          other,
          `/srv/${project}`,
          { [ANN]: memoryOf("ann", [`Said in ${project}`]) },
          { project },
        )
      ).run,
    )
})
afterAll(async () => {
  await door.close()
  rmSync(folder, { recursive: true })
})

const context = (cwd: string, env: Readonly<Record<string, string>> = {}, ...more: string[]) =>
  run(["context", "ann", ...more], {
    cwd,
    env: { QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: machine, ...env },
  })

describe("a command without a project uses", () => {
  it("the project named by QUARTERDECK_PROJECT", async () => {
    const ended = await context(folder, { QUARTERDECK_PROJECT: "shop" })
    expect(ended.stdout).toContain("Said in shop")
    expect(ended.stderr).toContain("Project shop, from QUARTERDECK_PROJECT")
  })

  it("the project that was imported from the current folder or a parent folder", async () => {
    for (const cwd of [folder, join(folder, "src")]) {
      const ended = await context(cwd)
      expect(ended.stdout, ended.stderr).toContain("Ledgers close at noon")
      expect(ended.stderr).toContain("Project ledger, imported from this folder")
    }
  })

  it("the project named by Kaizen memory in the folder, if it exists", async () => {
    const kaizen = (project: string) =>
      givenFolder({ [ANN]: memoryOf("ann", []).replace("project: ledger", `project: ${project}`) })
    const ended = await context(kaizen("till"))
    expect(ended.stdout).toContain("Said in till")
    expect((await context(kaizen("nowhere"))).stderr).toContain(
      "project: choose a project (ledger, shop, till)",
    )
  })

  it("no project without any of these, and an explicitly named project in any case", async () => {
    const elsewhere = givenFolder({})
    mkdirSync(join(elsewhere, "empty"))
    expect(await context(join(elsewhere, "empty"))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("project: choose a project (ledger, shop, till)"),
    })
    const named = await context(folder, { QUARTERDECK_PROJECT: "shop" }, "--project", "till")
    expect(named.stdout).toContain("Said in till")
    expect(named.stderr).toBe("")
  })
})
