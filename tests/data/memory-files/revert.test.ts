import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import type { Actor } from "@/lib/memory/teams/actor"
import { textLines } from "@/lib/memory/text/line-differences"
import { exportFiles } from "@/lib/operations/sources/exports"
import { runOperation } from "@/lib/operations/operation"
import { showProposal } from "@/lib/operations/proposals/proposals"
import { undoReview } from "@/lib/operations/proposals/decisions/review"
import { previewRevert } from "@/lib/operations/reverts/preview"
import { listReverts, listWrites, showRevert } from "@/lib/operations/reverts/reverts"
import { runRevert } from "@/lib/operations/reverts/run"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { offerFiles, startAndWait } from "../../support/imports/import-folder"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { addition, decide, givenMemory, givenProposal, givenToken } from "../../support/proposals"

const NAMES = Array.from({ length: 8 }, (_, at) => `agent-${String(at).padStart(2, "0")}`)
const FILES = Object.fromEntries(
  NAMES.map((name, at) => [
    memoryPath(name),
    memoryOf(name, [`[2026-01-02] ${name} reads ledger ${at}`, `[2026-01-03] ${name} writes ledger ${at}`]),
  ]),
)

let memory: Awaited<ReturnType<typeof givenMemory>>
let lead: Actor
let scout: Actor
beforeEach(async () => {
  memory = await givenMemory(FILES)
  lead = memory.lead
  scout = givenToken(memory.team, { agent: "scout" })
})

/** All files with their bytes. */
const texts = async () =>
  Object.fromEntries(
    expectDone(await runOperation(exportFiles, systemActor(), { team: memory.team.slug })).files.map(
      (file) => [file.path, file.text],
    ),
  )
const approve = async (actor: Actor, file: string, change: Parameters<typeof addition>[0] | object) => {
  const { id } = await givenProposal(
    memory.team,
    {
      file,
      project: "ledger",
      changes: [typeof change === "string" ? addition(change) : change],
      author: undefined,
    } as never,
    actor,
  )
  expectDone(await decide(lead, id, { verdict: "approve" }))
  return id
}
const edit = async (path: string, place: number, text: string) => {
  const { id: file, head, entries } = await memory.file(path)
  const entry = entries[place] as { id: string; text: string }
  expectDone(
    await runOperation(reviseFile, lead, {
      file,
      base: head,
      changes: [{ kind: "edit", entry: entry.id, before: entry.text, text }],
      reason: "by hand",
    }),
  )
}
const of = { agent: "scout" }
const preview = async (input: object = { of }) =>
  expectDone(await runOperation(previewRevert, lead, { team: memory.team.slug, ...input }))
const run = async (input: { of: object; shown: string } & Record<string, unknown>) =>
  runOperation(runRevert, lead, { team: memory.team.slug, reason: "it was poisoned", ...input })

/** A text with the lines of a preview applied. */
function applied(
  text: string,
  hunks: readonly { line: number; before: readonly string[]; after: readonly string[] }[],
): string {
  const lines = text.split("\n")
  for (const { line, before, after } of hunks.toReversed()) {
    expect(lines.slice(line - 1, line - 1 + before.length)).toEqual(before)
    lines.splice(line - 1, before.length, ...after)
  }
  return lines.join("\n")
}

describe("one agent's writes of a week, over eight files", () => {
  it("are reverted in two actions that match the preview, and other agents' writes stay", async () => {
    const proposals: string[] = []
    for (const [at, name] of NAMES.entries()) {
      const path = memoryPath(name)
      await approve(givenToken(memory.team, { agent: name }), path, `${name} found an index of ${at}`)
      proposals.push(await approve(scout, path, `Scout says part ${at} is to be skipped`))
      if (at % 3 === 0)
        await approve(givenToken(memory.team, { agent: name }), path, `${name} came back to ${at}`)
      if (at % 4 === 0) {
        const entry = (await memory.file(path)).entries[0] as { id: string; text: string }
        proposals.push(
          await approve(scout, path, {
            kind: "edit",
            entry: entry.id,
            before: entry.text,
            text: `${name} never reads ledger ${at}`,
          }),
        )
      }
      if (at % 5 === 0) proposals.push(await approve(scout, path, `Scout adds ${at} to it`))
    }
    const waiting = await givenProposal(
      memory.team,
      { file: memoryPath("agent-01"), changes: [addition("Scout wants more")] },
      scout,
    )
    const before = await texts()
    const { writers } = expectDone(
      await runOperation(listWrites, lead, { team: memory.team.slug, by: "agent" }),
    )
    expect(writers.find((one) => one.id === "scout")).toMatchObject({
      kind: "agent",
      files: NAMES.length,
      proposals: proposals.length,
    })

    const seen = await preview()
    expect(seen).toMatchObject({
      name: "scout",
      totals: { files: NAMES.length, writes: proposals.length, left: 0, gone: 0 },
      proposals: { waiting: 1 },
    })
    expect(await texts()).toEqual(before)
    const ran = expectDone(await run({ of, shown: seen.shown, alsoReject: true }))
    expect(ran).toMatchObject({ rejected: 1, totals: seen.totals })

    const after = await texts()
    for (const [at, name] of NAMES.entries()) {
      const path = memoryPath(name)
      const file = seen.files.find((one) => one.path === path)
      expect(applied(before[path] ?? "", file?.hunks ?? [])).toBe(after[path])
      expect(after[path]).not.toMatch(/Scout|never reads/)
      expect(after[path]).toContain(`${name} found an index of ${at}`)
      expect(after[path]).toContain(`${name} reads ledger ${at}`)
      if (at % 3 === 0) expect(after[path]).toContain(`${name} came back to ${at}`)
    }
    expect(expectDone(await runOperation(showProposal, lead, { proposal: waiting.id }))).toMatchObject({
      state: "rejected",
    })
    expect(
      expectDone(await runOperation(showProposal, lead, { proposal: proposals[0] as string })),
    ).toMatchObject({
      state: "approved",
      decided: { verdict: "approved", reverted: { by: lead.name } },
    })
    expect(await runOperation(undoReview, lead, { proposal: proposals[0] })).toMatchObject({
      ok: false,
      reason: "conflict",
      message: expect.stringMatching(/^the decision was reverted by .+\. Undo the revert first$/) as string,
    })
    expect(
      expectDone(await runOperation(listWrites, lead, { team: memory.team.slug, by: "agent" })).writers.find(
        (one) => one.id === "scout",
      ),
    ).toBeUndefined()
    expect((await preview()).totals).toMatchObject({ files: 0, writes: 0 })

    const back = await preview({ of: { revert: ran.revert } })
    expect(back.totals.files).toBe(NAMES.length)
    const undone = expectDone(await run({ of: { revert: ran.revert }, shown: back.shown }))
    expect(await texts()).toEqual(before)
    expect(
      expectDone(await runOperation(showRevert, lead, { team: memory.team.slug, revert: ran.revert })),
    ).toMatchObject({ undone: undone.revert, files: NAMES.length })
    expect(expectDone(await runOperation(undoReview, lead, { proposal: proposals.at(-1) }))).toMatchObject({
      ok: true,
    })
    expect((await preview()).totals.writes).toBe(proposals.length - 1)
    expect(
      expectDone(await runOperation(listReverts, lead, { team: memory.team.slug })).reverts,
    ).toHaveLength(2)
  })
})

describe("a revert", () => {
  const path = memoryPath("agent-00")

  it("is rejected as stale if the preview has changed, and writes nothing", async () => {
    await approve(scout, path, "Scout was here")
    const { shown } = await preview()
    await edit(path, 0, "Somebody else was here too")
    const before = await texts()
    expect(await run({ of, shown })).toMatchObject({ ok: false, reason: "stale" })
    expect(await texts()).toEqual(before)
    expect(await database().revert.count({ where: { teamId: memory.team.id } })).toBe(0)
  })

  it("keeps later changes by others, names their position and author, and reverts the rest", async () => {
    await approve(scout, path, "Scout was here first")
    await approve(scout, path, "Scout was here again")
    await edit(path, 2, "Scout was never here")
    const seen = await preview()
    expect(seen.files[0]).toMatchObject({
      left: [
        { why: "it has since been changed", text: "- [2026-11-21] Scout was never here", by: lead.name },
      ],
      hunks: [{ before: ["- [2026-11-21] Scout was here again"], after: [] }],
    })
    expectDone(await run({ of, shown: seen.shown }))
    const text = (await texts())[path] ?? ""
    expect([text.includes("Scout was never here"), text.includes("Scout was here again")]).toEqual([
      true,
      false,
    ])
    expect((await preview()).totals).toMatchObject({ files: 0, left: 1 })
  })

  it("of a time range keeps writes before and after it", async () => {
    await approve(scout, path, "Scout came early")
    const { now: from } = (
      await database().$queryRaw<
        { now: string }[]
      >`SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`
    )[0] as { now: string }
    await approve(scout, path, "Scout came late")
    const seen = await preview({ of, from })
    expectDone(await run({ of, from, shown: seen.shown }))
    const text = (await texts())[path] ?? ""
    expect([text.includes("came early"), text.includes("came late")]).toEqual([true, false])
  })

  it("of a session reverts only what the session proposed", async () => {
    const say = async (session: string, content: string) =>
      expectDone(
        await decide(lead, (await givenProposal(memory.team, { file: path, content, session }, scout)).id, {
          verdict: "approve",
        }),
      )
    await say("one", "First session was here")
    await say("two", "Second session was here")
    const seen = await preview({ of: { session: "two" } })
    expectDone(await run({ of: { session: "two" }, shown: seen.shown }))
    const text = (await texts())[path] ?? ""
    expect([text.includes("First session"), text.includes("Second session")]).toEqual([true, false])
  })

  it("of one revision undoes a manual write or an approval, and keeps later changes", async () => {
    const before = (await texts())[path]
    await edit(path, 0, "Written by hand")
    const { id, head: byHand } = await memory.file(path)
    await approve(scout, path, "Scout was here")
    const approved = byHand + 1
    const undo = async (revision: string) => {
      const seen = await preview({ of: { revision } })
      return { seen, ran: expectDone(await run({ of: { revision }, shown: seen.shown })) }
    }
    const { seen, ran } = await undo(`${id}/${byHand}`)
    expect(seen).toMatchObject({ name: `revision ${byHand} of ${path}`, totals: { writes: 1, files: 1 } })
    const kept = (await texts())[path] ?? ""
    expect([kept.includes("Written by hand"), kept.includes("Scout was here")]).toEqual([false, true])
    expect((await preview({ of: { revision: `${id}/${byHand}` } })).totals.writes).toBe(0)
    await undo(`${id}/${approved}`)
    expect((await texts())[path]).toBe(before)
    const back = await preview({ of: { revert: ran.revert } })
    expectDone(await run({ of: { revert: ran.revert }, shown: back.shown }))
    expect((await texts())[path]).toContain("Written by hand")

    const other = await givenMemory({})
    expect(
      await runOperation(previewRevert, other.lead, {
        team: other.team.slug,
        of: { revision: `${id}/${byHand}` },
      }),
    ).toMatchObject({ ok: false, reason: "not-found" })
  })

  it("of a user reverts the user's manual writes, including a revert", async () => {
    await edit(path, 0, "Written by hand")
    const before = await texts()
    await approve(scout, path, "Scout was here")
    const seen = await preview()
    expectDone(await run({ of, shown: seen.shown }))
    expect(await texts()).toEqual(before)
    const mine = await preview({ of: { person: lead.id } })
    expect(mine).toMatchObject({ name: lead.name, totals: { writes: 2 } })
    expectDone(await run({ of: { person: lead.id }, shown: mine.shown }))
    const text = (await texts())[path] ?? ""
    expect([text.includes("Written by hand"), text.includes("Scout was here")]).toEqual([false, true])
    expect((await preview()).totals.writes).toBe(1)
  })

  it("removes a file without other authors, and restores it when the revert is undone", async () => {
    const { id } = await givenProposal(
      memory.team,
      { agent: "newcomer", project: "ledger", content: "Newcomer begins" },
      scout,
    )
    expectDone(await decide(lead, id, { verdict: "approve" }))
    const before = await texts()
    expect(Object.keys(before)).toHaveLength(NAMES.length + 1)
    const seen = await preview()
    const cut = textLines(before[seen.files[0]?.path ?? ""] ?? "").length
    expect(cut).toBeGreaterThan(0)
    expect(seen).toMatchObject({
      totals: { files: 1, gone: 1, added: 0, cut },
      files: [{ becomes: "gone", added: 0, cut, hunks: null }],
    })
    const { revert } = expectDone(await run({ of, shown: seen.shown }))
    expect(Object.keys(await texts())).toHaveLength(NAMES.length)
    const back = await preview({ of: { revert } })
    expect(back.totals).toMatchObject({ back: 1, added: cut, cut: 0 })
    expectDone(await run({ of: { revert }, shown: back.shown }))
    expect(await texts()).toEqual(before)
  })

  it("of an import restores every file to its earlier state", async () => {
    const before = await texts()
    const next = {
      ...FILES,
      [memoryPath("fresh")]: memoryOf("fresh", ["New here"]),
      [path]: memoryOf("agent-00", ["All is different"]),
    }
    delete next[memoryPath("agent-01")]
    const { run: imported } = await offerFiles(memory.team, "/srv/ledger", next, { project: "ledger" })
    await startAndWait(memory.team, imported)
    await approve(scout, path, "Scout was here")
    expect(
      expectDone(await runOperation(listWrites, lead, { team: memory.team.slug, by: "run" })).writers,
    ).toContainEqual(expect.objectContaining({ id: imported, name: "/srv/ledger", files: 2 }))
    const seen = await preview({ of: { run: imported } })
    expect(seen).toMatchObject({ name: "the import of /srv/ledger", totals: { files: 3, gone: 1, back: 1 } })
    const { revert } = expectDone(await run({ of: { run: imported }, shown: seen.shown }))
    const after = await texts()
    expect(Object.keys(after)).toEqual(Object.keys(before))
    expect({ ...after, [path]: "" }).toEqual({ ...before, [path]: "" })
    expect(after[path]).toContain("Scout was here")
    expect(after[path]).not.toContain("All is different")
    const back = await preview({ of: { revert } })
    expectDone(await run({ of: { revert }, shown: back.shown }))
    expect((await texts())[memoryPath("fresh")]).toBe(next[memoryPath("fresh")])
  })

  it("keeps entries that are approved at the same time, and never deadlocks", async () => {
    const paths = NAMES.slice(0, 4).map(memoryPath)
    for (const file of paths) await approve(scout, file, "Scout was here")
    const other = givenToken(memory.team, { agent: "other" })
    const proposed = await Promise.all(
      paths.flatMap((file) =>
        [1, 2, 3].map((place) =>
          givenProposal(memory.team, { file, changes: [addition(`Other ${place} was here`)] }, other),
        ),
      ),
    )
    const more = await Promise.all(
      paths.map((file) =>
        givenProposal(memory.team, { file, changes: [addition("Scout comes again")] }, scout),
      ),
    )
    const reverting = async (): Promise<void> => {
      const { shown } = await preview()
      const ran = await run({ of, shown, alsoReject: true })
      if (!ran.ok && ran.reason === "stale") return reverting()
      expectDone(ran)
    }
    await Promise.all([
      reverting(),
      ...proposed.map(async ({ id }) => expectDone(await decide(lead, id, { verdict: "approve" }))),
      ...more.map(({ id }) => decide(lead, id, { verdict: "approve" })),
    ])
    const after = await texts()
    for (const file of paths) {
      expect(after[file]).not.toContain("Scout was here")
      for (const place of [1, 2, 3]) expect(after[file]).toContain(`Other ${place} was here`)
    }
    const states = await Promise.all(
      more.map(async ({ id }, at) => [
        expectDone(await runOperation(showProposal, lead, { proposal: id })).state,
        after[paths[at] as string]?.includes("Scout comes again"),
      ]),
    )
    for (const one of states)
      expect([
        ["approved", true],
        ["approved", false],
        ["rejected", false],
      ]).toContainEqual(one)
  })

  it("requires a curator, known ids and a single author", async () => {
    expect(await runOperation(previewRevert, scout, { team: memory.team.slug, of })).toMatchObject({
      ok: false,
      reason: "forbidden",
    })
    expect(
      await runOperation(previewRevert, lead, {
        team: memory.team.slug,
        of: { person: "00000000-0000-4000-8000-000000000000" },
      }),
    ).toMatchObject({ ok: false, reason: "not-found" })
    expect(
      await runOperation(previewRevert, lead, { team: memory.team.slug, of: { agent: "a", session: "b" } }),
    ).toMatchObject({ ok: false, reason: "invalid" })
    const { shown } = await preview()
    expect(await run({ of, shown })).toMatchObject({ ok: false, reason: "conflict" })
  })
})
