import { symlinkSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import type { Actor } from "@/lib/memory/teams/actor"
import { datePlusDays, DEFAULT_VERIFICATION, verifiedUntil } from "@/lib/memory/policies/effective-settings"
import { readEntries, showEntry } from "@/lib/operations/memory-files/entries"
import { forgetEntry } from "@/lib/operations/forgetting/forget"
import { restoreEntry } from "@/lib/operations/forgetting/restore"
import { importInto } from "@/lib/operations/samples/load-and-remove"
import { showMemoryFile } from "@/lib/operations/memory-files/files"
import { showFileEntry } from "@/lib/operations/memory-files/file-contents"
import { runOperation } from "@/lib/operations/operation"
import { changePolicySettings } from "@/lib/operations/policies/policies"
import { listCitations } from "@/lib/operations/verification/citations"
import { listDueEntries } from "@/lib/operations/verification/due"
import { vouchForEntries, vouchForEntry, withdrawVouch } from "@/lib/operations/verification/verify-entries"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { offerFiles, startAndWait } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson } from "../../support/data/people"
import { givenMemory, givenToken } from "../../support/proposals"

const PATH = memoryPath("billing")
const TODAY = new Date().toISOString().slice(0, 10)
const NEW = datePlusDays(TODAY, -3)

let memory: Awaited<ReturnType<typeof givenMemory>>
let lead: Actor
beforeEach(async () => {
  memory = await givenMemory({
    [PATH]: memoryOf("billing", [
      "[2022-01-02] Invoices are numbered by the ledger",
      "[2024-01-03] Retries need a key",
      `[${NEW}] Refunds are booked at midnight`,
      "[2024-01-05] ~~Cheques are scanned~~ ← STALE (no cheques)",
    ]),
  })
  lead = memory.lead
})

const entry = async (words: string) => {
  const found = (await memory.file(PATH)).entries.find((one) => one.text.includes(words))
  if (!found) throw new Error(`no entry says ${words}`)
  return found
}
const vouch = async (words: string, until?: string, actor = lead) =>
  runOperation(vouchForEntry, actor, { entry: (await entry(words)).id, ...(until ? { until } : {}) })
const vouchedNow = async (words: string) =>
  expectDone(await runOperation(showEntry, lead, { entry: (await entry(words)).id })).vouched
const due = async (more: object = {}) =>
  expectDone(await runOperation(listDueEntries, lead, { team: memory.team.slug, ...more }))
const revise = async (change: (text: string) => string) => {
  const { id, head, text } = await memory.file(PATH)
  return expectDone(
    await runOperation(reviseFile, lead, { file: id, base: head, text: change(text), reason: "by hand" }),
  )
}
const past = (days: number) =>
  database().vouch.updateMany({
    where: { teamId: memory.team.id },
    data: { until: new Date(`${datePlusDays(TODAY, -days)}T00:00:00Z`) },
  })

describe("a verification", () => {
  it("has a name and an expiry date: set by the policy for the type and spread by entry id, or chosen by the user", async () => {
    const { id } = await entry("Invoices")
    expect(expectDone(await vouch("Invoices"))).toEqual({
      id,
      until: verifiedUntil({ id, type: null }, DEFAULT_VERIFICATION, TODAY),
    })
    expect(await vouchedNow("Invoices")).toEqual({
      by: lead.name,
      until: verifiedUntil({ id, type: null }, DEFAULT_VERIFICATION, TODAY),
    })
    expectDone(
      await runOperation(changePolicySettings, lead, {
        team: memory.team.slug,
        place: "scope:project",
        set: { verification: { other: 30 } },
      }),
    )
    expect(expectDone(await vouch("Invoices")).until).toBe(
      verifiedUntil({ id, type: null }, { other: 30 }, TODAY),
    )
    const day = datePlusDays(TODAY, 5)
    expect(expectDone(await vouch("Invoices", day)).until).toBe(day)
    expect((await vouchedNow("Invoices"))?.until).toBe(day)
  })

  it("is rejected for past and very distant dates", async () => {
    for (const day of [TODAY, datePlusDays(TODAY, -1), datePlusDays(TODAY, 4_000)])
      expect(await vouch("Invoices", day)).toMatchObject({
        ok: false,
        reason: "invalid",
        message: expect.stringContaining("until: ") as string,
      })
    expect(await vouch("Invoices", "tomorrow")).toMatchObject({ ok: false, reason: "invalid" })
  })

  it("requires a human user with the right to decide", async () => {
    const member = await actorOf(await givenPerson({ team: memory.team, role: "member" }))
    expect(await vouch("Invoices", undefined, member)).toMatchObject({ ok: false, reason: "forbidden" })
    for (const actor of [
      givenToken(null, { rights: ["admin"] }),
      givenToken(memory.team, { rights: ["admin"] }),
      systemActor(),
    ])
      expect(await vouch("Invoices", undefined, actor)).toMatchObject({ ok: false, reason: "forbidden" })
    expect(await vouchedNow("Invoices")).toBeNull()
  })

  it("is rejected for retired and unknown entries", async () => {
    expect(await vouch("Cheques")).toMatchObject({ ok: false, reason: "not-found" })
    expect(await runOperation(vouchForEntry, lead, { entry: "x" })).toMatchObject({
      ok: false,
      reason: "not-found",
    })
  })

  it("applies to the text that the user saw, like forgetting, and to the line in that revision", async () => {
    const seen = await entry("Retries")
    const { id: file, head } = await memory.file(PATH)
    await revise((text) => text.replace("Retries need a key", "Retries need a key and a clock"))
    expect(await runOperation(vouchForEntry, lead, { entry: seen.id, before: seen.text })).toMatchObject({
      ok: false,
      reason: "stale",
      details: { now: expect.stringContaining("and a clock") as string },
    })
    expect(
      await runOperation(forgetEntry, lead, { entry: seen.id, before: seen.text, reason: "old" }),
    ).toMatchObject({
      ok: false,
      reason: "stale",
    })
    expect(
      await runOperation(showFileEntry, lead, {
        team: memory.team.slug,
        file,
        line: seen.line,
        revision: head,
      }),
    ).toMatchObject({ ok: false, reason: "stale" })
    const now = expectDone(
      await runOperation(showFileEntry, lead, {
        team: memory.team.slug,
        file,
        line: seen.line,
        revision: head + 1,
      }),
    )
    expectDone(await runOperation(vouchForEntry, lead, { entry: seen.id, before: now.text }))
  })

  it("is not renewed by reading", async () => {
    expectDone(await vouch("Invoices", datePlusDays(TODAY, 5)))
    const before = await database().vouch.findMany({ where: { teamId: memory.team.id } })
    expectDone(
      await runOperation(readEntries, givenToken(memory.team, { rights: ["read"] }), {
        team: memory.team.slug,
      }),
    )
    await vouchedNow("Invoices")
    expect(await database().vouch.findMany({ where: { teamId: memory.team.id } })).toEqual(before)
  })

  it("expires when the entry is reworded, but not when only its layout or position changes", async () => {
    const until = datePlusDays(TODAY, 50)
    expectDone(await vouch("Retries", until))
    await revise((text) =>
      text
        .replace("- [2024-01-03] Retries need a key\n", "")
        .replace(
          "## Accumulated Findings\n",
          "## Accumulated Findings\n- First of all\n- [2024-01-03] retries need  a **key**.\n",
        ),
    )
    expect((await vouchedNow("etries"))?.until).toBe(until)
    const { id, text } = await memory.file(PATH)
    await startAndWait(
      memory.team,
      (
        await offerFiles(
          memory.team,
          "/srv/ledger",
          { [PATH]: text.replace("First of all", "Second of all") },
          { project: memory.project },
        )
      ).run,
    )
    expect((await memory.file(PATH)).id).toBe(id)
    expect((await vouchedNow("etries"))?.until).toBe(until)
    await revise((now) => now.replace("a **key**", "two keys"))
    expect(await vouchedNow("etries")).toBeNull()
  })

  it("is restored with its entry", async () => {
    const until = datePlusDays(TODAY, 50)
    expectDone(await vouch("Retries", until))
    const { id } = await entry("Retries")
    expectDone(await runOperation(forgetEntry, lead, { entry: id, reason: "wrong" }))
    expectDone(await runOperation(restoreEntry, lead, { entry: id }))
    expect((await vouchedNow("Retries"))?.until).toBe(until)
  })

  it("is withdrawn by its author, and an earlier verification by another user applies again", async () => {
    const second = await actorOf(await givenPerson({ team: memory.team, role: "lead" }))
    expectDone(await vouch("Invoices", datePlusDays(TODAY, 9), second))
    expectDone(await vouch("Invoices", datePlusDays(TODAY, 50)))
    const { id } = await entry("Invoices")
    expect(expectDone(await runOperation(withdrawVouch, lead, { entry: id }))).toEqual({ id, withdrawn: 1 })
    expect(await vouchedNow("Invoices")).toEqual({ by: second.name, until: datePlusDays(TODAY, 9) })
    expect(await runOperation(withdrawVouch, lead, { entry: id })).toMatchObject({
      ok: false,
      reason: "conflict",
    })
  })

  it("can be given to several entries at once, with one outcome each", async () => {
    const ids = [(await entry("Invoices")).id, (await entry("Cheques")).id, (await entry("Retries")).id]
    const { outcomes } = expectDone(await runOperation(vouchForEntries, lead, { entries: ids }))
    expect(outcomes.map((one) => [one.id, one.ok, one.refused?.reason ?? null])).toEqual([
      [ids[0], true, null],
      [ids[1], false, "not-found"],
      [ids[2], true, null],
    ])
    expect(
      (await database().auditEvent.findFirst({ where: { teamId: memory.team.id, kind: "entry.vouch" } }))
        ?.detail,
    ).toMatchObject({ entries: [ids[0], ids[2]] })
  })

  it("is shown with the entry in all views", async () => {
    expectDone(await vouch("Invoices", datePlusDays(TODAY, 5)))
    const said = { by: lead.name, until: datePlusDays(TODAY, 5) }
    expect(
      expectDone(await runOperation(readEntries, lead, { team: memory.team.slug })).entries.map(
        (one) => one.vouched,
      ),
    ).toEqual([said, null, null, null])
    expect(
      expectDone(
        await runOperation(showMemoryFile, lead, {
          team: memory.team.slug,
          file: (await memory.file(PATH)).id,
        }),
      ).entries.map((one) => one.vouched),
    ).toEqual([said, null, null, null])
  })
})

describe("due verifications", () => {
  it("are old unverified entries and expiring ones, without new, retired or verified entries", async () => {
    expect((await due()).entries.map((one) => [one.text, one.vouched])).toEqual([
      ["Invoices are numbered by the ledger", null],
      ["Retries need a key", null],
    ])
    expectDone(await vouch("Invoices"))
    expect((await due()).entries.map((one) => one.text)).toEqual(["Retries need a key"])
    await past(1)
    expect((await due()).entries.map((one) => [one.text, one.vouched?.by ?? null])).toEqual([
      ["Retries need a key", null],
      ["Invoices are numbered by the ledger", lead.name],
    ])
    expect((await due({ within: 3_650 })).total).toBe(3)
  })

  it("are due again after a rewording, as if never verified", async () => {
    expectDone(await vouch("Invoices"))
    await revise((text) => text.replace("numbered by the ledger", "numbered by the tax office"))
    expect((await due()).entries.map((one) => [one.text, one.vouched])).toContainEqual([
      "Invoices are numbered by the tax office",
      null,
    ])
  })

  it("follow the effective policy, and can be filtered by agent", async () => {
    expectDone(
      await runOperation(changePolicySettings, lead, {
        team: memory.team.slug,
        place: "scope:project",
        set: { verification: { other: 3_000 } },
      }),
    )
    expect((await due()).total).toBe(0)
    expectDone(
      await runOperation(changePolicySettings, lead, {
        team: memory.team.slug,
        place: "scope:project",
        set: { verification: { other: 2 } },
      }),
    )
    expect((await due()).total).toBe(3)
    expect((await due({ agent: "billing" })).total).toBe(3)
    expect((await due({ agent: "shipping" })).total).toBe(0)
  })

  it("include every memory file with entries, of any kind, but no logs", async () => {
    const said = "- [2021-01-02] The broker hangs\n"
    const files = {
      ".claude/agent-memory/ann/MEMORY.md": `# Index\n\n${said}`,
      ".claude/agent-memory/ann/topic.md": `# Topic\n\n${said}`,
      "memory/2021-01-02.md": `# Day\n\n${said}`,
      "MEMORY.md": `# Memory\n\n${said}`,
      "SOUL.md": `# Soul\n\n${said}`,
    }
    await startAndWait(
      memory.team,
      (await offerFiles(memory.team, "/srv/more", files, { project: "more" })).run,
    )
    expect((await due({ project: "more" })).entries.map((one) => one.path).toSorted()).toEqual([
      ".claude/agent-memory/ann/MEMORY.md",
      ".claude/agent-memory/ann/topic.md",
      "MEMORY.md",
    ])
  })

  it("come in pages, each with the day that a new verification would expire", async () => {
    const first = await due({ limit: 1 })
    const second = await due({ limit: 1, after: first.next })
    expect([first.total, second.next, [...first.entries, ...second.entries].map((one) => one.text)]).toEqual([
      2,
      null,
      ["Invoices are numbered by the ledger", "Retries need a key"],
    ])
    const [only] = first.entries
    expect(expectDone(await runOperation(vouchForEntry, lead, { entry: only?.id ?? "" })).until).toBe(
      only?.until,
    )
    expect(only).toMatchObject({ from: { by: "Quarterdeck" }, path: PATH, line: 11, agent: "billing" })
  })
})

describe("files cited by an entry", () => {
  const text = memoryOf("ann", [
    "Rounding lives in `lib/money.ts:2`, once in `lib/old.ts`, see [the plan](plan.md) and `lib/money.ts:40`",
    "Nothing is cited here",
    "`../outside.txt` and `secret/link.txt` lead out, `nothing.md` is nobody's",
  ])
  const given = async (files: Record<string, string>) => {
    const folder = givenFolder({
      [memoryPath("ann")]: text,
      ".kaizen/agents/ann/plan.md": "a plan",
      ...files,
    })
    await importInto(systemActor(), { teamId: memory.team.id, directory: folder, projectName: "tree" })
    const { entries } = await memory.file(memoryPath("ann"))
    return {
      folder,
      check: async (place: number) =>
        expectDone(await runOperation(listCitations, lead, { entry: entries[place]?.id ?? "" })),
    }
  }

  it("are looked up in the project's source tree, with their lines", async () => {
    const { check } = await given({ "lib/money.ts": "one\ntwo" })
    expect(await check(0)).toEqual({
      reachable: true,
      why: null,
      words: "2 of 4 cited files found; lib/old.ts was removed; lib/money.ts has only 2 lines",
      citations: expect.arrayContaining([
        { path: "lib/money.ts", line: 2, found: true, where: "lib/money.ts", why: null },
        { path: "lib/old.ts", line: null, found: false, where: null, why: "lib/old.ts was removed" },
        { path: "plan.md", line: null, found: true, where: ".kaizen/agents/ann/plan.md", why: null },
        {
          path: "lib/money.ts",
          line: 40,
          found: false,
          where: "lib/money.ts",
          why: "lib/money.ts has only 2 lines",
        },
      ]) as unknown,
    })
    expect(await check(1)).toEqual({ reachable: true, why: null, citations: [], words: null })
  })

  it("are never looked up outside of it, by `..` or through a symbolic link", async () => {
    const { folder, check } = await given({ "lib/money.ts": "one" })
    const outside = givenFolder({ "link.txt": "not yours" })
    symlinkSync(outside, join(folder, "secret"))
    expect(await check(2)).toMatchObject({
      citations: [{ path: "secret/link.txt", found: false, where: null }],
      words: "0 of 1 cited file found; secret/link.txt was removed",
    })
  })

  it("are not reported as missing if they cannot be checked", async () => {
    expect(await (await given({})).check(0)).toMatchObject({
      reachable: false,
      why: "the source tree is not reachable because the directory contains only memory files",
      citations: [{ found: false, why: null }, {}, {}, {}],
    })
    await database().source.updateMany({
      where: { teamId: memory.team.id, kind: "directory" },
      data: { kind: "client" },
    })
    const { entries } = await memory.file(memoryPath("ann"))
    expect(
      expectDone(await runOperation(listCitations, lead, { entry: entries[0]?.id ?? "" })),
    ).toMatchObject({
      reachable: false,
      why: "the source tree is not reachable because this memory was not imported from a directory on this server",
    })
  })
})
