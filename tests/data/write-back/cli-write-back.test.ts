import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import { type CommandResult, quarterdeck as run } from "../../support/commands/command-line"
import { importFolder, type Team } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { openedDoor } from "../../support/http/opened-door"
import { givenTeam } from "../../support/data/people"
import { decideText, git, givenRepository } from "../../support/sync/write-back"

const ANN = memoryPath("ann")
const token = `qd_${randomBytes(32).toString("base64url")}`
const FIRST = ["Ledger rounds to cents", "Retries are safe"]
const DECIDED = memoryOf("ann", [...FIRST, "Approved here"])

const door = openedDoor(token)
let team: Team
let folder: string
beforeEach(async () => {
  team = await givenTeam()
  folder = givenFolder({ [ANN]: memoryOf("ann", FIRST) })
})

const quarterdeck = (...args: readonly string[]): Promise<CommandResult> =>
  run([...args, "--team", team.slug], { env: { QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: token } })
const imported = async () => {
  await importFolder(team, folder, { project: "ledger" })
  await decideText(team, ANN, DECIDED)
}

describe("quarterdeck write-back", () => {
  it("previews changes, writes them, and finds nothing the next time", async () => {
    await imported()
    const dry = await quarterdeck("write-back", folder, "--dry-run", "--json")
    expect({ code: dry.code, ...dry.json() }).toMatchObject({
      code: 0,
      source: folder,
      way: "directory",
      files: [{ path: ANN, status: "write", added: 1, removed: 0, decisions: [{ words: "Approved" }] }],
      branch: null,
      commit: null,
    })
    expect(readFileSync(join(folder, ANN), "utf8")).toBe(memoryOf("ann", FIRST))
    expect((await quarterdeck("write-back", folder, "--json")).json()).toMatchObject({
      source: folder,
      files: [{ path: ANN, status: "written", added: 1, removed: 0 }],
      branch: null,
      commit: null,
    })
    expect(readFileSync(join(folder, ANN), "utf8")).toBe(DECIDED)
    const again = await quarterdeck("write-back", folder)
    expect(again).toMatchObject({ code: 0, stdout: `Nothing to write back to ${folder}\n` })
  })

  it("writes into a directory that was imported with the local command line", async () => {
    expect(await quarterdeck("import", folder, "--project", "ledger")).toMatchObject({ code: 0 })
    await decideText(team, ANN, DECIDED)
    expect((await quarterdeck("write-back", folder, "--json")).json()).toMatchObject({
      way: "directory",
      files: [{ path: ANN, status: "written" }],
    })
    expect(readFileSync(join(folder, ANN), "utf8")).toBe(DECIDED)
    expect((await quarterdeck("import", folder, "--project", "ledger", "--json")).json()).toMatchObject({
      files: { same: 1, changed: 0, new: 0 },
    })
  })

  it("exits with 0 if no source has pending changes", async () => {
    for (const one of [folder, givenFolder({ [ANN]: memoryOf("ann", FIRST) })])
      await importFolder(team, one, { project: one === folder ? "ledger" : "other" })
    expect(await quarterdeck("write-back")).toMatchObject({
      code: 0,
      stdout: "Nothing to write back to any source\n",
      stderr: "",
    })
  })

  it("commits to a branch, and prints a patch that git applies", async () => {
    givenRepository(folder)
    await imported()
    const patch = await quarterdeck("write-back", "--way", "patch")
    expect(patch.stdout).toContain(`+++ b/${ANN}`)
    const answer = (await quarterdeck("write-back", "--json")).json() as { branch: string; commit: string }
    expect(answer).toMatchObject({ files: [{ path: ANN, status: "written" }] })
    expect(git(folder, "rev-parse", answer.branch).trim()).toBe(answer.commit)
    expect(git(folder, "show", `${answer.branch}:${ANN}`)).toBe(DECIDED)
  })

  it("prints a patch of one project only", async () => {
    await imported()
    const named = await quarterdeck("write-back", "--way", "patch", "--project", "ledger")
    expect(named.stdout).toContain(`+++ b/${ANN}`)
    expect(await quarterdeck("write-back", "--way", "patch", "--project", "shop")).toMatchObject({
      code: 0,
      stdout: `Nothing to write back to ${folder}\n`,
    })
  })

  it("names the conflict that blocks a file, and lists the sources", async () => {
    await imported()
    await decideText(team, ANN, memoryOf("ann", ["Ledger rounds to whole cents", "Retries are safe"]))
    putFiles(folder, { [ANN]: memoryOf("ann", ["Ledger rounds half to even", "Retries are safe"]) })
    const kept = await quarterdeck("write-back", folder, "--json")
    expect(kept.json()).toMatchObject({
      files: [{ path: ANN, status: "conflict", conflict: expect.any(String) as string }],
      refused: { reason: "conflict" },
    })
    expect([kept.code, kept.stderr]).toEqual([
      1,
      expect.stringMatching(/nothing was written\. .*See quarterdeck conflicts/s),
    ])
    expect(readFileSync(join(folder, ANN), "utf8")).toContain("half to even")
    const wrong = await quarterdeck("write-back", "nowhere", "--json")
    expect(wrong).toMatchObject({ code: 1 })
    expect(wrong.json()).toMatchObject({
      refused: { reason: "not-found", message: expect.stringContaining(folder) as string },
    })
    expect(await quarterdeck("write-back", "--way", "pigeon")).toMatchObject({ code: 2 })
  })
})
