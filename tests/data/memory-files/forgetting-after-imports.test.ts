import { rmSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import { database } from "@/lib/db/infra/client"
import type { Actor } from "@/lib/memory/teams/actor"
import { resolveConflict, resolveConflicts } from "@/lib/operations/conflicts/resolve"
import { showConflict } from "@/lib/operations/conflicts/conflicts"
import { forgetEntry } from "@/lib/operations/forgetting/forget"
import { restoreEntry } from "@/lib/operations/forgetting/restore"
import { restoreFile } from "@/lib/operations/history/restore-and-rewind"
import { runOperation } from "@/lib/operations/operation"
import { showProposal } from "@/lib/operations/proposals/proposals"
import { previewRestore, restoreTeam } from "@/lib/operations/reverts/point-in-time-restore"
import { previewRevert } from "@/lib/operations/reverts/preview"
import { runRevert } from "@/lib/operations/reverts/run"
import { vouchForEntry } from "@/lib/operations/verification/verify-entries"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import {
  importFiles,
  conflictsOf,
  givenConflicts,
  detectConflicts,
  memoryWith,
  scopeMemory,
  scopePath,
} from "../../support/conflicts/conflicts"
import { importFolder, storedFile, type Team } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { givenProposal, givenToken } from "../../support/proposals"
import { baseOf, decideText, sha256, writeBack } from "../../support/sync/write-back"

const [ANN, BEN] = [memoryPath("ann"), memoryPath("ben")]
const FIRST = ["Ledger rounds to cents", "Retries are safe", "The nightly job runs at four"]
const LEFT = FIRST.filter((one) => !one.includes("Retries"))
const TEXT = memoryOf("ann", FIRST)

let team: Team
let lead: Actor
let folder: string
beforeEach(async () => {
  team = await givenTeam()
  lead = await actorOf(await givenPerson({ team, role: "lead" }))
  folder = givenFolder({ [ANN]: TEXT })
  await importFolder(team, folder, { project: "ledger" })
})

const textHere = async (path = ANN) => (await storedFile(team, path)).revisions.at(-1)?.text
const entryOf = async (text: string, path = ANN) =>
  (await storedFile(team, path)).parts.find((entry) => entry.text === text)?.id ?? ""
const forget = async (path = ANN) => {
  const entry = await entryOf("Retries are safe", path)
  expectDone(await runOperation(forgetEntry, lead, { entry, reason: "Not since May" }))
  return entry
}
const forgotten = async () =>
  (
    await database().forgotten.findMany({
      where: { teamId: team.id, restoredAt: null },
      orderBy: { createdAt: "asc" },
    })
  ).map((one) => one.entryId)
const again = async (files: Record<string, string>) => {
  putFiles(folder, files)
  return importFolder(team, folder, { project: "ledger" })
}
const revert = async (of: object) => {
  const { shown } = expectDone(await runOperation(previewRevert, lead, { team: team.slug, of }))
  return expectDone(await runOperation(runRevert, lead, { team: team.slug, of, shown, reason: "taken back" }))
    .revert
}

describe("a forgotten entry", () => {
  it("needs no new decision if its source has the line again", async () => {
    await forget()
    await writeBack(team, folder)
    await decideText(team, ANN, memoryOf("ann", [...LEFT, "Decided here"]))
    const { items } = await again({ [ANN]: TEXT })
    expect(items[ANN]).toMatchObject({
      reason: expect.stringContaining("1 line left out (forgotten here)") as string,
    })
    expect(await textHere()).toBe(memoryOf("ann", [...LEFT, "Decided here"]))
    expect(await baseOf(team, ANN)).toBe(sha256(TEXT))
    await writeBack(team, folder)
    expect((await importFolder(team, folder, { project: "ledger" })).items[ANN]?.status).toBe("same")
    expect(await textHere()).toBe(memoryOf("ann", [...LEFT, "Decided here"]))
  })

  it("stays in another file, even if that file moves", async () => {
    await again({ [BEN]: memoryOf("ben", ["One of Ben's", "Retries are safe"]) })
    await forget()
    rmSync(join(folder, BEN))
    const moved = memoryPath("cleo")
    const { items } = await again({ [moved]: memoryOf("ben", ["One of Ben's", "Retries are safe"]) })
    expect(items).toMatchObject({ [BEN]: { status: "gone" }, [moved]: { status: "new", reason: null } })
    expect(await textHere(moved)).toBe(memoryOf("ben", ["One of Ben's", "Retries are safe"]))
    await again({ [memoryPath("dora")]: memoryOf("dora", FIRST) })
    expect(await textHere(memoryPath("dora"))).toBe(memoryOf("dora", LEFT))
  })

  it("does not return when the other side of a file conflict is accepted", async () => {
    const entry = await forget()
    await decideText(team, ANN, memoryOf("ann", ["Ledger rounds to whole cents", LEFT[1] ?? ""]))
    const theirs = memoryOf("ann", ["Ledger rounds half to even", ...FIRST.slice(1)])
    await again({ [ANN]: theirs })
    const conflict = (
      await database().conflict.findFirstOrThrow({ where: { teamId: team.id, kind: "file", state: "open" } })
    ).id
    const { shown } = expectDone(await runOperation(showConflict, lead, { conflict })) as { shown: string }
    expectDone(await runOperation(resolveConflict, lead, { conflict, shown, verdict: "theirs" }))
    expect(await textHere()).toBe(memoryOf("ann", ["Ledger rounds half to even", LEFT[1] ?? ""]))
    expect(await baseOf(team, ANN)).toBe(sha256(theirs))
    expect(await forgotten()).toEqual([entry])
  })

  it("is forgotten again when the revert that restored it is undone", async () => {
    const entry = await forget()
    const reverted = await revert({ person: lead.id })
    expect([await textHere(), await forgotten()]).toEqual([TEXT, []])
    await revert({ revert: reverted })
    expect(await textHere()).toBe(memoryOf("ann", LEFT))
    expect(await forgotten()).toEqual([entry])
    expectDone(await runOperation(restoreEntry, lead, { entry }))
    expect(await textHere()).toBe(TEXT)
  })

  it("is forgotten again when the revision that forgot it is restored", async () => {
    const entry = await forget()
    expectDone(await runOperation(restoreEntry, lead, { entry }))
    const { id: file, head } = await storedFile(team, ANN)
    expectDone(await runOperation(restoreFile, lead, { file, revision: head - 1, base: head }))
    expect([await textHere(), await forgotten()]).toEqual([memoryOf("ann", LEFT), [entry]])
  })

  it("is forgotten again by a restore to a time, even if another file has restored it since", async () => {
    await again({ [BEN]: memoryOf("ben", ["One of Ben's"]) })
    const entry = await forget()
    const [{ at } = { at: "" }] = await database().$queryRaw<
      { at: string }[]
    >`SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at`
    const { id: file, head } = await storedFile(team, BEN)
    expectDone(
      await runOperation(reviseFile, lead, {
        file,
        base: head,
        text: memoryOf("ben", ["One of Ben's", "Retries are safe"]),
        reason: "said by Ben",
      }),
    )
    expect(await forgotten()).toEqual([])
    const { shown } = expectDone(await runOperation(previewRestore, lead, { team: team.slug, at }))
    expectDone(await runOperation(restoreTeam, lead, { team: team.slug, at, shown, reason: "as it was" }))
    expect(await forgotten()).toEqual([entry])
  })
})

it("an import of the same bytes does not restore a file that a revert removed", async () => {
  const fresh = { [ANN]: TEXT, [BEN]: memoryOf("ben", ["Poisoned"]) }
  const { run } = await again(fresh)
  await revert({ run: run.run })
  expect((await storedFile(team, BEN)).state).toBe("gone")
  const { items } = await again(fresh)
  expect(items[BEN]).toMatchObject({
    status: "same",
    reason: expect.stringContaining("reverted here, and identical content is not imported again") as string,
  })
  expect((await storedFile(team, BEN)).state).toBe("gone")
  await again({ [BEN]: memoryOf("ben", ["Poisoned", "Something new"]) })
  expect((await storedFile(team, BEN)).state).toBe("present")
})

it("a bulk decision skips a conflict whose suggestion has changed since it was shown", async () => {
  const given = await givenConflicts(memoryWith("ann", 1))
  const [conflict] = await conflictsOf(given.team)
  if (!conflict?.suggested) throw new Error("no suggestion")
  const { id, shown, suggested } = conflict
  const { entries } = suggested.side === "left" ? conflict.right : conflict.left
  expectDone(await runOperation(vouchForEntry, given.lead, { entry: entries[0]?.id ?? "" }))
  expect((await conflictsOf(given.team))[0]?.suggested?.side).not.toBe(suggested.side)
  const { outcomes } = expectDone(
    await runOperation(resolveConflicts, given.lead, {
      items: [{ conflict: id, shown }],
      verdict: "keep-suggested",
    }),
  )
  expect(outcomes).toMatchObject([{ ok: false, refused: { reason: "stale" } }])
})

it("a project token cannot see agents of other projects that load a team memory", async () => {
  await importFiles(team, {
    [scopePath("team", team.slug)]: scopeMemory(["The broker service listens on port 4001"]),
    [ANN]: memoryOf("ann", ["[2026-02-03] The broker service listens on port 9001"]),
  })
  await importFiles(
    team,
    { [memoryPath("elsewhere")]: memoryOf("elsewhere", ["Nothing here"]) },
    { project: "vault" },
  )
  await detectConflicts(team)
  const { projectId } = await storedFile(team, scopePath("team", team.slug))
  const bound = givenToken(team, { projectId })
  const [conflict] = await conflictsOf(team, {}, bound)
  expect((await conflictsOf(team))[0]?.agents).toEqual(["ann", "elsewhere"])
  expect(conflict?.agents).toEqual(["ann"])
  expect(
    JSON.stringify(expectDone(await runOperation(showConflict, bound, { conflict: conflict?.id ?? "" }))),
  ).not.toContain("elsewhere")
  const { id } = await givenProposal(
    team,
    { project: "ledger", scope: "team", content: "Brokers are restarted on Mondays" },
    bound,
  )
  expect(expectDone(await runOperation(showProposal, bound, { proposal: id })).readers).toEqual(["ann"])
})
