import { spawn } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import { text } from "node:stream/consumers"
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { bundleForTests } from "../../support/isolated/bundles"
import { importFolder, storedFile, type Team, writesOf } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { expectDone, givenTeam } from "../../support/data/people"
import { addition, decide, givenProposal } from "../../support/proposals"
import { sampleOf } from "../../support/thorough"
import {
  baseOf,
  decideText,
  type DirectWay,
  git,
  givenRepository,
  temporaryFilesIn,
  previewOf,
  sha256,
  writeBack,
} from "../../support/sync/write-back"

const ANN = memoryPath("ann")
const DORA = memoryPath("dora")
const FIRST = ["Ledger rounds to cents", "Retries are safe", "The nightly job runs at four"]
const THEIRS = memoryOf("ann", [...FIRST, "Learnt there"])
const BOTH = memoryOf("ann", ["Ledger rounds to whole cents", ...FIRST.slice(1), "Learnt there"])

let child = ""
beforeAll(async () => {
  child = await bundleForTests("tests/support/sync/write-back-child.ts")
})

/** A file to merge with a change in its source, and a file to create. */
async function prepare(folder: string): Promise<Team> {
  const team = await givenTeam()
  rmSync(folder, { recursive: true })
  putFiles(folder, { [ANN]: memoryOf("ann", FIRST) })
  await importFolder(team, folder, { project: "ledger" })
  await decideText(team, ANN, memoryOf("ann", ["Ledger rounds to whole cents", ...FIRST.slice(1)]))
  const { id } = await givenProposal(team, {
    project: "ledger",
    agent: "dora",
    changes: [addition("Learnt by Dora", null)],
  })
  expectDone(await decide(systemActor(), id, { verdict: "approve" }))
  putFiles(folder, { [ANN]: THEIRS })
  return team
}

async function steps(team: Team, folder: string, way: DirectWay, dies = 0): Promise<string[]> {
  const other = spawn(process.execPath, [child, team.id, folder, way, String(dies)], {
    stdio: ["ignore", "pipe", "inherit"],
    env: process.env,
  })
  return (await text(other.stdout)).split("\n").filter(Boolean)
}

/** The numbers of the steps after which a write-back can be killed. */
const stepsIn = (all: readonly string[]) => all.slice(1).map((_, place) => place + 1)

const on = (folder: string, path: string): string | null => {
  try {
    return readFileSync(join(folder, path), "utf8")
  } catch {
    return null
  }
}

describe("a write-back that is killed with -9", () => {
  it(
    "into a directory, after each step: every file is old or new, and the next one ends like an undisturbed one",
    { timeout: 400_000 },
    async () => {
      const folder = givenFolder()
      const undisturbed = await prepare(folder)
      const all = await steps(undisturbed, folder, "directory")
      expect(all).toEqual(
        expect.arrayContaining([
          "opened",
          "taken in",
          "held",
          "folders made",
          "begun beside",
          "half written",
          "written",
          "synced",
          "compared",
          "in place",
          "folder synced",
          "marked",
          "kept",
          "finished",
        ]),
      )
      expect(on(folder, ANN)).toBe(BOTH)
      const made = on(folder, DORA)
      for (const dies of sampleOf(stepsIn(all), 24)) {
        const team = await prepare(folder)
        const where = `killed after step ${dies}, ${all[dies - 1]}`
        expect(await steps(team, folder, "directory", dies), where).toEqual(all.slice(0, dies))
        expect([THEIRS, BOTH], where).toContain(on(folder, ANN))
        expect([null, made], where).toContain(on(folder, DORA))

        await writeBack(team, folder)
        expect({ ann: on(folder, ANN), dora: on(folder, DORA) }, where).toEqual({ ann: BOTH, dora: made })
        expect(temporaryFilesIn(folder), where).toEqual([])
        const stored = await storedFile(team, ANN)
        expect(
          stored.revisions.map((one) => one.text),
          where,
        ).toHaveLength(3)
        expect(stored.revisions.at(-1)?.text, where).toBe(BOTH)
        expect([await baseOf(team, ANN), await baseOf(team, DORA)], where).toEqual([
          sha256(BOTH),
          sha256(made ?? ""),
        ])
        expect((await previewOf(team, folder)).files, where).toEqual([])
        const before = await writesOf(team)
        await importFolder(team, folder, { project: "ledger" })
        expect(await writesOf(team), where).toEqual(before)
      }
    },
  )

  it(
    "to a branch, after each step: the next one ends with one branch and one commit of the changes",
    { timeout: 200_000 },
    async () => {
      const folder = givenFolder()
      const decided = memoryOf("ann", [...FIRST, "Approved here"])
      const prepareGit = async () => {
        const team = await givenTeam()
        rmSync(folder, { recursive: true })
        putFiles(folder, { [ANN]: memoryOf("ann", FIRST) })
        givenRepository(folder)
        await importFolder(team, folder, { project: "ledger" })
        await decideText(team, ANN, decided)
        return team
      }
      const all = await steps(await prepareGit(), folder, "branch")
      expect(all).toEqual([
        "opened",
        "blobs kept",
        "tree made",
        "commit made",
        "noted",
        "branch moved",
        "finished",
      ])
      for (const dies of sampleOf(stepsIn(all), 12)) {
        const team = await prepareGit()
        const where = `killed after step ${dies}, ${all[dies - 1]}`
        await steps(team, folder, "branch", dies)
        expect(git(folder, "status", "--porcelain"), where).toBe("")
        await writeBack(team, folder, { way: "branch" })
        const branches = git(folder, "branch", "--list", "quarterdeck/*", "--format=%(refname:short)")
          .trim()
          .split("\n")
        expect(branches, where).toHaveLength(1)
        expect(git(folder, "show", `${branches[0]}:${ANN}`), where).toBe(decided)
        expect(
          git(folder, "log", "--format=%s", `main..${branches[0]}`).trim().split("\n"),
          where,
        ).toHaveLength(1)
        expect(git(folder, "status", "--porcelain"), where).toBe("")
        expect(await writeBack(team, folder, { way: "branch" }), where).toMatchObject({ id: null })
      }
    },
  )
})
