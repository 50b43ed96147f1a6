import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { commit } from "@/lib/db/infra/commit"
import { evaluateTeam } from "@/lib/operations/alerts/evaluate"
import {
  type FileVerdict,
  previewFileResolution,
  resolveFileConflict,
  undoFileResolution,
  viewFileConflict,
} from "@/lib/operations/conflicts/resolve-file"
import { importFolder, storedFile, type Team, writesOf } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { expectDone, givenTeam } from "../../support/data/people"
import {
  baseOf,
  decideText,
  previewOf,
  sha256,
  standingsOf,
  statusesOf,
  writeBack,
} from "../../support/sync/write-back"

const ANN = memoryPath("ann")
const FIRST = ["Ledger rounds to cents", "Retries are safe"]
const BASE = memoryOf("ann", FIRST)
const OURS = memoryOf("ann", ["Ledger rounds to whole cents", "Retries are safe"])
const THEIRS = memoryOf("ann", ["Ledger rounds half to even", "Retries are safe"])

let team: Team
let folder: string
beforeEach(async () => {
  team = await givenTeam()
  folder = givenFolder({ [ANN]: BASE })
  await importFolder(team, folder, { project: "ledger" })
  await decideText(team, ANN, OURS)
  putFiles(folder, { [ANN]: THEIRS })
  await importFolder(team, folder, { project: "ledger" })
})

const conflicts = () =>
  database().conflict.findMany({ where: { teamId: team.id, kind: "file" }, orderBy: { id: "asc" } })
const onlyOne = async () => (await conflicts())[0]?.id ?? ""
const textHere = async () => (await storedFile(team, ANN)).revisions.at(-1)?.text

async function resolve(verdict: FileVerdict, text?: string, shown?: string) {
  const id = await onlyOne()
  const seen = shown ?? (await viewFileConflict(wholeTeamUnchecked(team.id), id))?.shown ?? ""
  return commit(systemActor(), { kind: "conflict.resolve", teamId: team.id, subject: id }, (tx) =>
    resolveFileConflict(
      tx,
      systemActor(),
      {
        teamId: team.id,
        conflict: id,
        verdict,
        shown: seen,
        reason: "",
        ...(text === undefined ? {} : { text }),
      },
      new Date(),
    ),
  )
}

const undo = async () => {
  const id = await onlyOne()
  return commit(systemActor(), { kind: "conflict.undo", teamId: team.id, subject: id }, (tx) =>
    undoFileResolution(tx, systemActor(), { teamId: team.id, id }, new Date()),
  )
}

describe("a file that an import quarantines because both sides changed it", () => {
  it("is one open conflict with three texts, and shows the current text of its source", async () => {
    expect(await conflicts()).toMatchObject([
      {
        state: "open",
        base: BASE,
        ours: OURS,
        theirs: THEIRS,
        foundBy: "import",
        evidence: { message: expect.stringContaining("changed here") as string },
      },
    ])
    const again = memoryOf("ann", ["Ledger rounds half up", "Retries are safe"])
    putFiles(folder, { [ANN]: again })
    await importFolder(team, folder, { project: "ledger" })
    expect(await conflicts()).toMatchObject([{ state: "open", base: BASE, ours: OURS, theirs: again }])
    expect(await textHere()).toBe(OURS)
  })

  it.each([
    ["its source says what is said here", OURS],
    ["its source went back", BASE],
  ])("resolves once %s", async (_, text) => {
    putFiles(folder, { [ANN]: text })
    await importFolder(team, folder, { project: "ledger" })
    expect(await conflicts()).toMatchObject([{ state: "gone", openKey: null }])
    expect(await textHere()).toBe(OURS)
  })
})

describe("deciding a file conflict", () => {
  it("is listed in the inbox as one conflict, and not again once it is decided", async () => {
    const setAside = async () => {
      await evaluateTeam(systemActor(), team.id, { everything: true, now: new Date() })
      return database().alert.findMany({
        where: { teamId: team.id, kind: "set-aside", state: { not: "resolved" } },
      })
    }
    expect(await setAside()).toEqual([])
    expectDone(await resolve("ours"))
    expect(await setAside()).toEqual([])
  })

  it("ours: keeps the text, and the next write-back replaces the source's text", async () => {
    expect((await viewFileConflict(wholeTeamUnchecked(team.id), await onlyOne()))?.consequences.ours).toBe(
      `keeps Quarterdeck's text; the next write-back adds 1 line and removes 1 in ${folder}`,
    )
    expect(expectDone(await resolve("ours"))).toMatchObject({ state: "resolved", revision: null })
    expect(await baseOf(team, ANN)).toBe(sha256(THEIRS))
    const before = await writesOf(team)
    await importFolder(team, folder, { project: "ledger" })
    expect(await writesOf(team)).toEqual(before)
    expect(standingsOf(await previewOf(team, folder))).toEqual({ [ANN]: "write" })
    expect(statusesOf(await writeBack(team, folder))).toEqual({ [ANN]: "written" })
    expect(readFileSync(join(folder, ANN), "utf8")).toBe(OURS)
  })

  it("ours: merges later changes elsewhere in the source on the base of the rejected text", async () => {
    expectDone(await resolve("ours"))
    putFiles(folder, {
      [ANN]: memoryOf("ann", ["Ledger rounds half to even", "Retries are safe", "Learnt there"]),
    })
    expect((await importFolder(team, folder, { project: "ledger" })).items[ANN]).toMatchObject({
      status: "changed",
    })
    expect(await textHere()).toBe(
      memoryOf("ann", ["Ledger rounds to whole cents", "Retries are safe", "Learnt there"]),
    )
  })

  it("theirs: makes the source's text the next revision, so that both are in sync", async () => {
    expect(expectDone(await resolve("theirs"))).toMatchObject({ revision: 3 })
    expect(await textHere()).toBe(THEIRS)
    expect(await baseOf(team, ANN)).toBe(sha256(THEIRS))
    expect((await previewOf(team, folder)).files).toEqual([])
    expect((await storedFile(team, ANN)).revisions.at(-1)?.reason).toBe(
      `Resolved: used the text from ${folder}`,
    )
  })

  it("merge: makes the given text the next revision, and writes it back to the source", async () => {
    const merged = memoryOf("ann", ["Ledger rounds half to even, to whole cents", "Retries are safe"])
    expect(
      expectDone(
        await previewFileResolution(wholeTeamUnchecked(team.id), {
          conflict: await onlyOne(),
          verdict: "merge",
          text: merged,
        }),
      ),
    ).toMatchObject({
      files: [
        {
          path: ANN,
          line: 11,
          before: ["- Ledger rounds to whole cents"],
          after: ["- Ledger rounds half to even, to whole cents"],
        },
      ],
    })
    expect(await resolve("merge")).toMatchObject({ ok: false, reason: "invalid" })
    expectDone(await resolve("merge", merged))
    expect(await textHere()).toBe(merged)
    expect(statusesOf(await writeBack(team, folder))).toEqual({ [ANN]: "written" })
    expect(readFileSync(join(folder, ANN), "utf8")).toBe(merged)
  })

  it("requires the conflict that the user opened", async () => {
    const shown = (await viewFileConflict(wholeTeamUnchecked(team.id), await onlyOne()))?.shown ?? ""
    await decideText(
      team,
      ANN,
      memoryOf("ann", ["Ledger rounds to whole cents", "Retries are safe", "Approved later"]),
    )
    expect(await resolve("theirs", undefined, shown)).toMatchObject({ ok: false, reason: "stale" })
    expectDone(await resolve("theirs"))
    expect(await resolve("ours")).toMatchObject({ ok: false, reason: "conflict" })
  })
})

describe("undoing the decision", () => {
  it.each(["ours", "theirs"] as const)(
    "%s: restores the file and its entry ids, and reopens the conflict",
    async (verdict) => {
      const before = await storedFile(team, ANN)
      expectDone(await resolve(verdict))
      expect(expectDone(await undo())).toMatchObject({ state: "open" })
      const now = await storedFile(team, ANN)
      expect(now.revisions.at(-1)?.text).toBe(OURS)
      expect(now.parts.map((entry) => entry.id)).toEqual(before.parts.map((entry) => entry.id))
      expect(Buffer.from(now.base)).toEqual(Buffer.from(before.base))
      expect(await conflicts()).toMatchObject([{ state: "open", round: 1 }])
      expectDone(await resolve("theirs"))
      expect(await conflicts()).toMatchObject([{ state: "resolved" }])
    },
  )

  it("is rejected if the file was changed or written back since", async () => {
    expectDone(await resolve("theirs"))
    await decideText(team, ANN, memoryOf("ann", ["Something else"]))
    expect(await undo()).toMatchObject({ ok: false, reason: "conflict" })
  })

  it("is rejected after a write-back", async () => {
    expectDone(await resolve("ours"))
    await writeBack(team, folder)
    expect(await undo()).toMatchObject({ ok: false, reason: "conflict" })
  })
})
