import { execFileSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, expect, it } from "vitest"
import type { Actor } from "@/lib/memory/teams/actor"
import { forgetEntry } from "@/lib/operations/forgetting/forget"
import { runOperation } from "@/lib/operations/operation"
import { importFolder, storedFile, type Team } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { decide, givenProposal, givenToken } from "../../support/proposals"
import {
  git,
  givenRepository,
  previewOf,
  standingsOf,
  statusesOf,
  writeBack,
} from "../../support/sync/write-back"

const ANN = memoryPath("ann")
const TEXT = memoryOf("ann", ["Ledger rounds to cents", "Retries are safe"])
const LEFT = memoryOf("ann", ["Ledger rounds to cents"])

let team: Team
let lead: Actor
beforeEach(async () => {
  team = await givenTeam()
  lead = await actorOf(await givenPerson({ owner: true }))
})

it("a branch removes forgotten text that returned to the source after a merge", async () => {
  const folder = givenFolder({ [ANN]: TEXT })
  givenRepository(folder)
  await importFolder(team, folder, { project: "ledger" })
  const entry = (await storedFile(team, ANN)).parts.find((one) => one.text === "Retries are safe")?.id ?? ""
  expectDone(await runOperation(forgetEntry, lead, { entry, reason: "not since May" }))
  const first = await writeBack(team, folder, { way: "branch", actor: lead })
  git(folder, "merge", "-q", "--ff-only", first.branch ?? "")
  await importFolder(team, folder, { project: "ledger" })
  putFiles(folder, { [ANN]: TEXT })
  git(folder, "commit", "-q", "-a", "-m", "Say it again")
  await importFolder(team, folder, { project: "ledger" })
  expect(standingsOf(await previewOf(team, folder, { way: "branch", actor: lead }))).toEqual({
    [ANN]: "write",
  })
  const second = await writeBack(team, folder, { way: "branch", actor: lead })
  expect(statusesOf(second)).toEqual({ [ANN]: "written" })
  expect(git(folder, "show", `${second.branch}:${ANN}`)).toBe(LEFT)
})

it("a file that was created in Quarterdeck removes no submodule from a commit", async () => {
  const inner = givenFolder({ "README.md": "Inner\n" })
  givenRepository(inner)
  const folder = givenFolder({ "README.md": "Outer\n" })
  givenRepository(folder)
  execFileSync(
    "git",
    ["-C", folder, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "inner"],
    { env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" } },
  )
  git(folder, "commit", "-q", "-m", "Add inner")
  mkdirSync(join(folder, "inner"), { recursive: true })
  putFiles(folder, { [`inner/${ANN}`]: TEXT })
  await importFolder(team, folder, { project: "ledger" })
  const { id } = await givenProposal(
    team,
    { project: "ledger", agent: "newcomer", content: "Newcomer begins" },
    givenToken(team, { agent: "newcomer" }),
  )
  expectDone(await decide(lead, id, { verdict: "approve" }))
  const made = `inner/${memoryPath("newcomer")}`
  const preview = await previewOf(team, folder, { way: "branch", actor: lead })
  expect(preview.ways.find((one) => one.way === "branch")?.why ?? standingsOf(preview)[made]).not.toBe("make")
  const run = await writeBack(team, folder, { way: "directory", actor: lead })
  expect(statusesOf(run)).toEqual({ [made]: "written" })
})
