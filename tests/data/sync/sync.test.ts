import { createHash, randomBytes } from "node:crypto"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { showConflict } from "@/lib/operations/conflicts/conflicts"
import { resolveConflict } from "@/lib/operations/conflicts/resolve"
import { forgetEntry } from "@/lib/operations/forgetting/forget"
import { runOperation } from "@/lib/operations/operation"
import { takeFiles } from "@/lib/operations/sync/take-files"
import { storedFile, type Team, writesOf } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { openedDoor } from "../../support/http/opened-door"
import { expectDone, givenTeam } from "../../support/data/people"
import { decide, givenProposal, givenSecret, givenToken } from "../../support/proposals"
import { bytesBelow, givenMachine, type Machine } from "../../support/sync/sync"
import { decideText, temporaryFilesIn } from "../../support/sync/write-back"

const [ANN, BEN, CLEO] = [memoryPath("ann"), memoryPath("ben"), memoryPath("cleo")] as const
const FIRST = ["Ledger rounds to cents", "Retries are safe up to three times"]
const token = `qd_${randomBytes(32).toString("base64url")}`
/** With a byte order mark and CRLF line breaks. */
const MARKED = `\uFEFF${memoryOf("ben", ["Queues drain in order"]).replaceAll("\n", "\r\n")}`
const FILES = {
  [ANN]: memoryOf("ann", FIRST),
  [BEN]: MARKED,
  ".claude/agent-memory/dora/MEMORY.md": "# Dora\n\n## Notes\n\n- No line break ends this file",
  "src/app.ts": "export {}\n",
}

const door = openedDoor(token)
let team: Team
let here: Machine
let there: Machine
beforeEach(async () => {
  team = await givenTeam()
  const asked = { url: door.url, token, team: team.slug }
  ;[here, there] = [givenMachine("mara", FILES, asked), givenMachine("noah", FILES, asked)]
})

const conflictOf = async (path: string) =>
  (
    await database().conflict.findFirst({
      where: { teamId: team.id, kind: "file", state: "open", fileId: (await storedFile(team, path)).id },
    })
  )?.id ?? null
const headOf = async (path: string) => (await storedFile(team, path)).revisions.at(-1)?.text
async function resolve(path: string, verdict: "ours" | "theirs", text?: string): Promise<void> {
  const conflict = await conflictOf(path)
  const { shown } = expectDone(await runOperation(showConflict, systemActor(), { conflict })) as {
    shown: string
  }
  expectDone(
    await runOperation(resolveConflict, systemActor(), {
      conflict,
      shown,
      verdict,
      reason: "decided",
      ...(text === undefined ? {} : { text }),
    }),
  )
}
const NOTHING = { pushed: [], pulled: [], conflicts: [], gone: [], left: [], failed: [] }

describe("two folders of one project on two machines", () => {
  it("end with the same bytes after edits on both and by a curator, and then have nothing to sync", async () => {
    expect(await here.sync()).toMatchObject({
      ...NOTHING,
      pushed: [".claude/agent-memory/dora/MEMORY.md", ANN, BEN].toSorted(),
    })
    expect(await there.sync()).toMatchObject({ ...NOTHING, same: 3 })
    putFiles(here.folder, { [ANN]: memoryOf("ann", ["Seen here", ...FIRST]) })
    putFiles(there.folder, {
      [ANN]: memoryOf("ann", [...FIRST, "Seen there"]),
      [BEN]: MARKED.replace("in order", "in the order of arrival"),
    })
    expect(await here.sync()).toMatchObject({ ...NOTHING, pushed: [ANN], same: 2 })
    await decideText(
      team,
      ANN,
      memoryOf("ann", ["Seen here", FIRST[0] as string, "Retries are safe up to five times"]),
    )
    expect(await there.sync()).toMatchObject({ ...NOTHING, pushed: [ANN, BEN], pulled: [ANN] })
    expect(await here.sync()).toMatchObject({ ...NOTHING, pulled: [ANN, BEN] })
    const text = memoryOf("ann", [
      "Seen here",
      FIRST[0] as string,
      "Retries are safe up to five times",
      "Seen there",
    ])
    expect([here.on(ANN), there.on(ANN), await headOf(ANN)]).toEqual([text, text, text])
    expect(bytesBelow(here.folder)).toEqual(bytesBelow(there.folder))
    const before = await writesOf(team)
    for (const machine of [here, there, here])
      expect(await machine.sync()).toMatchObject({ ...NOTHING, same: 3 })
    expect(await writesOf(team)).toEqual(before)
    expect([...temporaryFilesIn(here.folder), ...temporaryFilesIn(there.folder)]).toEqual([])
  })

  it("end with the same bytes after repeated concurrent syncs", async () => {
    await here.sync()
    await there.sync()
    putFiles(here.folder, {
      [ANN]: memoryOf("ann", ["Seen here", ...FIRST]),
      [BEN]: MARKED.replace("in order", "in the order of arrival"),
    })
    putFiles(there.folder, {
      [ANN]: memoryOf("ann", [...FIRST, "Seen there"]),
      [CLEO]: memoryOf("cleo", ["Cleo is new"]),
    })
    for (let round = 0; round < 3; round += 1) await Promise.all([here.sync(), there.sync()])
    expect(here.on(ANN)).toBe(memoryOf("ann", ["Seen here", ...FIRST, "Seen there"]))
    expect(bytesBelow(here.folder)).toEqual(bytesBelow(there.folder))
    expect([await here.look(), await there.look()]).toMatchObject([NOTHING, NOTHING])
  })

  it("never lose each other's edits by pushing an outdated text", async () => {
    await here.sync()
    await there.sync()
    putFiles(there.folder, { [ANN]: memoryOf("ann", [...FIRST, "Seen there"]) })
    await there.sync()
    expect(await here.sync({ pull: false })).toMatchObject(NOTHING)
    expect(await headOf(ANN)).toBe(memoryOf("ann", [...FIRST, "Seen there"]))
  })

  it("keep an entry that both reworded unchanged until the conflict in the inbox is decided", async () => {
    await here.sync()
    await there.sync()
    const [mine, theirs] = [
      memoryOf("ann", ["Ledger rounds to whole cents", FIRST[1] as string]),
      memoryOf("ann", ["Ledger rounds half to even", FIRST[1] as string]),
    ]
    putFiles(here.folder, { [ANN]: mine })
    putFiles(there.folder, { [ANN]: theirs })
    await here.sync()
    const met = await there.sync()
    expect(met).toMatchObject({
      ...NOTHING,
      conflicts: [{ path: ANN, conflict: await conflictOf(ANN) }],
      same: 2,
    })
    expect(await there.sync()).toMatchObject({ conflicts: [{ path: ANN }], pushed: [], pulled: [] })
    expect(await here.sync()).toMatchObject(NOTHING)
    expect([here.on(ANN), there.on(ANN)]).toEqual([mine, theirs])
    expect(
      expectDone(await runOperation(showConflict, systemActor(), { conflict: await conflictOf(ANN) })),
    ).toMatchObject({
      consequences: {
        ours: expect.stringMatching(/; the next sync adds 1 line and removes 1 in noah:/) as string,
      },
    })
    await resolve(ANN, "ours")
    expect(await there.sync()).toMatchObject({ ...NOTHING, pulled: [ANN] })
    expect(there.on(ANN)).toBe(mine)
    expect(await here.sync()).toMatchObject({ ...NOTHING, same: 3 })
  })

  it("bring both sides of a conflict to the other folder, and close the conflict when one folder reverts", async () => {
    await here.sync()
    await there.sync()
    putFiles(here.folder, { [ANN]: memoryOf("ann", ["Ledger rounds to whole cents"]) })
    putFiles(there.folder, { [ANN]: memoryOf("ann", ["Ledger rounds half to even"]) })
    await here.sync()
    await there.sync()
    await resolve(ANN, "theirs")
    expect(await here.sync()).toMatchObject({ ...NOTHING, pulled: [ANN] })
    expect(await there.sync()).toMatchObject({ ...NOTHING, same: 3 })
    putFiles(here.folder, { [ANN]: memoryOf("ann", ["Ledger rounds up"]) })
    putFiles(there.folder, { [ANN]: memoryOf("ann", ["Ledger rounds down"]) })
    await here.sync()
    await there.sync()
    putFiles(there.folder, { [ANN]: memoryOf("ann", ["Ledger rounds half to even"]) })
    expect(await there.sync()).toMatchObject({ ...NOTHING, pulled: [ANN] })
    expect(await conflictOf(ANN)).toBeNull()
  })

  it("merge additions on their first sync, and report different wordings as a conflict", async () => {
    putFiles(here.folder, {
      [ANN]: memoryOf("ann", [...FIRST, "Invoices are numbered without gaps"]),
      [BEN]: memoryOf("ben", ["Queues drain in order"]),
    })
    putFiles(there.folder, {
      [ANN]: memoryOf("ann", ["The broker restarts on Mondays", ...FIRST]),
      [BEN]: memoryOf("ben", ["Queues drain in no order"]),
    })
    await here.sync()
    expect(await there.sync()).toMatchObject({ pushed: [ANN], pulled: [ANN], conflicts: [{ path: BEN }] })
    expect(await here.sync()).toMatchObject({ ...NOTHING, pulled: [ANN] })
    expect(here.on(ANN)).toBe(
      memoryOf("ann", ["The broker restarts on Mondays", ...FIRST, "Invoices are numbered without gaps"]),
    )
    expect(here.on(ANN)).toBe(there.on(ANN))
    expect(there.on(BEN)).toBe(memoryOf("ben", ["Queues drain in no order"]))
    await here.sync()
    putFiles(there.folder, {
      [ANN]: memoryOf("ann", FIRST),
      [BEN]: memoryOf("ben", ["Queues drain in order"]),
    })
    const behind = givenMachine(
      "ida",
      { [ANN]: memoryOf("ann", [...FIRST, "Invoices are numbered without gaps"]) },
      { url: door.url, token, team: team.slug },
    )
    expect(await behind.sync()).toMatchObject({
      ...NOTHING,
      pulled: [".claude/agent-memory/dora/MEMORY.md", ANN, BEN],
    })
  })

  it("share new files of any kind between copies of one folder, and other files only in folders with memory of that kind", async () => {
    await here.sync()
    await there.sync()
    const [EVA, LOG] = ["packages/api/.kaizen/agents/eva/memory.md", "memory/2026-02-03.md"]
    putFiles(here.folder, {
      [CLEO]: memoryOf("cleo", ["Cleo is new"]),
      [EVA]: memoryOf("eva", ["Eva works below"]),
    })
    await here.sync()
    const elsewhere = givenMachine(
      "otto",
      {
        [LOG]: "# 2026-02-03\n\n- looked around\n",
        [memoryPath("otto")]: memoryOf("otto", ["Otto shares nothing"]),
      },
      { url: door.url, token, team: team.slug },
    )
    await elsewhere.sync({ pull: false })
    expect(await there.sync()).toMatchObject({
      ...NOTHING,
      pulled: [CLEO, memoryPath("otto"), EVA].toSorted(),
    })
    expect(there.on(CLEO)).toBe(memoryOf("cleo", ["Cleo is new"]))
    expect(await here.sync()).toMatchObject({ ...NOTHING, pulled: [memoryPath("otto")] })
    rmSync(join(elsewhere.folder, LOG))
    await elsewhere.sync({ pull: false })
    const empty = givenMachine("ida", {}, { url: door.url, token, team: team.slug })
    expect((await empty.sync()).pulled).toHaveLength(6)
    expect(bytesBelow(empty.folder)).toEqual({ ...bytesBelow(here.folder), "src/app.ts": undefined })
  })

  it("mark a file as removed if one folder removed it, keep the other's copy, and restore it on a change", async () => {
    await here.sync()
    await there.sync()
    rmSync(join(here.folder, ANN))
    expect(await here.sync()).toMatchObject({ ...NOTHING, gone: [ANN], same: 2 })
    expect(await storedFile(team, ANN)).toMatchObject({ state: "gone" })
    const kept = await there.sync()
    expect(kept).toMatchObject({
      ...NOTHING,
      left: [{ path: ANN, reason: expect.stringContaining("removed in another folder") as string }],
    })
    expect(there.has(ANN)).toBe(true)
    expect(await storedFile(team, ANN)).toMatchObject({ state: "gone" })
    putFiles(there.folder, { [ANN]: memoryOf("ann", [...FIRST, "Still needed"]) })
    expect(await there.sync()).toMatchObject({ ...NOTHING, pushed: [ANN] })
    expect(await here.sync()).toMatchObject({ ...NOTHING, pulled: [ANN] })
    rmSync(join(here.folder, BEN))
    await decideText(team, BEN, MARKED.replace("in order", "in the order of arrival"))
    expect(await here.sync()).toMatchObject({ gone: [], pulled: [BEN] })
    rmSync(join(here.folder, BEN))
    await here.sync()
    putFiles(here.folder, { [BEN]: MARKED.replace("in order", "in the order of arrival") })
    expect(await here.sync()).toMatchObject({ ...NOTHING, pushed: [BEN] })
    expect(await storedFile(team, BEN)).toMatchObject({ state: "present" })
  })
})

describe("a file that a user marked as memory", () => {
  it("is imported as memory by the next sync and later ones", async () => {
    const notes = "notes/team.md"
    putFiles(here.folder, { [notes]: "# Team notes\n\n- Retries are capped at three\n" })
    expect((await here.sync()).pushed).not.toContain(notes)
    const source = await database().source.findFirstOrThrow({
      where: { teamId: team.id, kind: "client", name: { startsWith: "mara:" } },
    })
    await database().source.update({
      where: { teamId_id: { teamId: team.id, id: source.id } },
      data: { takenAs: [{ pattern: "notes/**", format: "claude-auto-memory" }] },
    })
    expect(await here.look()).toMatchObject({ pushed: [notes] })
    expect(await here.sync()).toMatchObject({ ...NOTHING, pushed: [notes] })
    expect(await storedFile(team, notes)).toMatchObject({ format: "claude-auto-memory" })
    expect(await here.sync()).toMatchObject(NOTHING)
    putFiles(here.folder, { [notes]: "# Team notes\n\n- Retries are capped at five\n" })
    expect(await here.sync()).toMatchObject({ ...NOTHING, pushed: [notes] })
  })

  it("keeps the format or the exclusion that sync --as sets", async () => {
    const [notes, drafts] = ["notes/team.md", "notes/draft.md"]
    putFiles(here.folder, { [notes]: "- Retries are capped at three\n", [drafts]: "- Retries may go\n" })
    await here.sync({ takenAs: [{ pattern: "notes/**", format: "claude-auto-memory" }] })
    expect(await storedFile(team, drafts)).toMatchObject({ format: "claude-auto-memory" })
    expect(await here.sync({ takenAs: [{ pattern: drafts, format: "none" }] })).toMatchObject({ pushed: [] })
    putFiles(here.folder, { [notes]: "- Retries end\n", [drafts]: "- Retries stay\n" })
    expect(await here.sync()).toMatchObject({ ...NOTHING, pushed: [notes] })
  })
})

describe("decisions in Quarterdeck", () => {
  it("write a new file to each folder once, including a folder of memory itself", async () => {
    const asked = { url: door.url, token, team: team.slug }
    const root = givenFolder()
    const inside = givenMachine(
      "ida",
      { "agents/ann/memory.md": memoryOf("ann", FIRST) },
      { ...asked, folder: join(root, ".kaizen") },
    )
    await inside.sync()
    const { id } = await givenProposal(team, { project: "ledger", agent: "eva", content: "Eva begins" })
    expectDone(await decide(systemActor(), id, { verdict: "approve" }))
    expect(
      await inside
        .sync({
          onDone: () => {
            throw new Error("cut off before it was said")
          },
        })
        .catch((cause: Error) => cause.message),
    ).toContain("cut off")
    expect(inside.on("agents/eva/memory.md")).toContain("Eva begins")
    expect(await inside.sync()).toMatchObject({ ...NOTHING, same: 2 })
    expect(await inside.sync()).toMatchObject({ ...NOTHING, same: 2 })
    expect(await database().memoryFile.count({ where: { teamId: team.id } })).toBe(2)
  })

  it("remove a forgotten line from every folder, and no folder restores it", async () => {
    await here.sync()
    await there.sync()
    putFiles(there.folder, { [ANN]: memoryOf("ann", [...FIRST, "Seen there"]) })
    const entry = (await storedFile(team, ANN)).parts.find((one) => one.text === FIRST[0])?.id
    expectDone(await runOperation(forgetEntry, systemActor(), { entry, reason: "wrong" }))
    await there.sync()
    await here.sync()
    const text = memoryOf("ann", [FIRST[1] as string, "Seen there"])
    expect([here.on(ANN), there.on(ANN)]).toEqual([text, text])
    putFiles(here.folder, { [ANN]: memoryOf("ann", [...FIRST, "Seen there"]) })
    await here.sync()
    expect(here.on(ANN)).toBe(text)
  })
})

describe("an access token with the right to sync", () => {
  it("confirms a folder's content by an earlier version's bytes under the same path, and reveals nothing else", async () => {
    await here.sync()
    await there.sync()
    putFiles(here.folder, { [ANN]: memoryOf("ann", ["Ledger rounds to whole cents"]) })
    putFiles(there.folder, { [ANN]: memoryOf("ann", ["Ledger rounds half to even"]) })
    await here.sync()
    await there.sync()
    const { id } = await givenProposal(team, { project: "ledger", agent: "eva", content: "Eva begins" })
    expectDone(await decide(systemActor(), id, { verdict: "approve" }))
    const [ann, eva] = [await storedFile(team, ANN), await storedFile(team, memoryPath("eva"))]
    const { name: source } = await database().source.findFirstOrThrow({
      where: { teamId: team.id, kind: "client", name: { startsWith: "noah:" } },
    })
    const actor = givenToken(team, { rights: ["sync"] })
    const said = (files: object[]) => runOperation(takeFiles, actor, { team: team.slug, source, files })
    expect(expectDone(await said([{ file: ann.id, path: ANN, sha256: "0".repeat(64) }]))).toEqual({
      taken: 0,
    })
    expect(await conflictOf(ANN)).not.toBeNull()
    const sha256 = createHash("sha256")
      .update(eva.revisions.at(-1)?.text ?? "")
      .digest("hex")
    expect(expectDone(await said([{ file: eva.id, path: "../../.bashrc", sha256 }]))).toEqual({ taken: 1 })
    expect((await storedFile(team, memoryPath("eva"))).id).toBe(eva.id)
  })

  it("for a project syncs with that project only", async () => {
    await here.sync()
    const { projectId } = await storedFile(team, ANN)
    const secret = await givenSecret(team, { rights: ["sync"], projectId })
    const bound = givenMachine(
      "ci",
      { [ANN]: memoryOf("ann", [...FIRST, "From CI"]) },
      { url: door.url, token: secret, team: team.slug, project: undefined },
    )
    expect(await bound.look()).toMatchObject({
      pushed: [],
      both: [{ path: ANN, meeting: "merges" }],
      pulled: [".claude/agent-memory/dora/MEMORY.md", BEN],
    })
    expect(await bound.sync()).toMatchObject({
      pushed: [ANN],
      pulled: [".claude/agent-memory/dora/MEMORY.md", BEN],
      projects: ["ledger"],
    })
    expect(await headOf(ANN)).toContain("From CI")
    await expect(bound.sync({ project: "other" })).rejects.toThrow("project not found")
    const reader = givenMachine(
      "ci",
      { [ANN]: "" },
      { url: door.url, token: await givenSecret(team, { rights: ["read"] }), team: team.slug },
    )
    await expect(reader.sync()).rejects.toThrow("permission to sync")
  })
})
