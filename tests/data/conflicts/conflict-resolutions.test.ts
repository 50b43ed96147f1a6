import { describe, expect, it } from "vitest"
import { database } from "../../support/data/writable"
import type { Actor } from "@/lib/memory/teams/actor"
import {
  previewResolution,
  resolveConflict,
  resolveConflicts,
  undoResolution,
} from "@/lib/operations/conflicts/resolve"
import { showConflict } from "@/lib/operations/conflicts/conflicts"
import { runOperation } from "@/lib/operations/operation"
import { changePolicy } from "@/lib/operations/policies/policies"
import { listProposals } from "@/lib/operations/proposals/proposals"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import {
  importFiles,
  conflictsOf,
  givenConflicts,
  detectConflicts,
  memoryWith,
  PAIR,
  resolve,
  scopeMemory,
  scopePath,
  shownNow,
  entriesIn,
} from "../../support/conflicts/conflicts"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson } from "../../support/data/people"
import { givenProposal, givenToken, textOf } from "../../support/proposals"

const bare = (statement: string) => statement.replace(/^\[.*?\] /, "")
const [OLD, NEW] = PAIR(1).map(bare) as [string, string]
const [BILLING, SHIPPING, PRICING] = ["billing", "shipping", "pricing"].map(memoryPath) as [
  string,
  string,
  string,
]

/** The old statement is in two memories and the new one in two; one memory has both. */
const SPREAD = {
  [BILLING]: memoryOf("billing", [
    "[2026-01-01] Invoices are numbered by the ledger",
    ...PAIR(1),
    "[2026-03-03] Labels are printed last",
  ]),
  [SHIPPING]: memoryOf("shipping", [PAIR(1)[0], "[2026-01-04] Parcels are weighed twice"]),
  [PRICING]: memoryOf("pricing", [PAIR(1)[1]]),
}

async function givenSpread() {
  const given = await givenConflicts(SPREAD)
  const [conflict] = await conflictsOf(given.team)
  return { ...given, id: conflict?.id ?? "" }
}

const line = (path: string, text: string) =>
  (SPREAD[path] as string)
    .split("\n")
    .filter((one) => !one.includes(text))
    .join("\n")

describe("a resolution", () => {
  it("keeps the left side: forgets the other side in all files as one decision, with its reason", async () => {
    const { team, lead, id } = await givenSpread()
    const before = await entriesIn(team)
    expect(expectDone(await resolve(lead, id, { verdict: "keep-left", reason: "measured" }))).toMatchObject({
      id,
      state: "resolved",
      files: 2,
      conflict: { state: "resolved", decided: { verdict: "keep-left", reason: "measured" } },
    })
    expect(await textOf({ team }, BILLING)).toBe(line(BILLING, "9001"))
    expect(await textOf({ team }, PRICING)).toBe(line(PRICING, "9001"))
    expect(await textOf({ team }, SHIPPING)).toBe(SPREAD[SHIPPING])
    expect(await database().forgotten.count({ where: { teamId: team.id, restoredAt: null } })).toBe(2)
    expect(await detectConflicts(team)).toMatchObject({ found: 0 })
    expect(expectDone(await runOperation(undoResolution, lead, { conflict: id }))).toMatchObject({
      state: "open",
      files: 2,
      conflict: { state: "open", decided: null },
    })
    expect(await entriesIn(team)).toEqual(before)
    expect(await database().forgotten.count({ where: { teamId: team.id, restoredAt: null } })).toBe(0)
    expect((await conflictsOf(team)).map((one) => one.id)).toEqual([id])
  })

  it("keeps the right side, deletes both or merges them, and undoes each byte for byte", async () => {
    const { team, lead, id } = await givenSpread()
    const before = await entriesIn(team)
    const merged = "The service listens on port 9001, on 4001 until May"
    const say = (path: string, from: string, to: string) => (SPREAD[path] as string).replace(from, to)
    const expected: Record<string, Record<string, string>> = {
      "keep-right": {
        [BILLING]: line(BILLING, "4001"),
        [SHIPPING]: line(SHIPPING, "4001"),
        [PRICING]: SPREAD[PRICING] as string,
      },
      "delete-both": {
        [BILLING]: (SPREAD[BILLING] as string)
          .split("\n")
          .filter((one) => !one.includes("listens on port"))
          .join("\n"),
        [SHIPPING]: line(SHIPPING, "4001"),
        [PRICING]: line(PRICING, "9001"),
      },
      merge: {
        [BILLING]: line(BILLING, "9001").replace(OLD, merged),
        [SHIPPING]: say(SHIPPING, OLD, merged),
        [PRICING]: line(PRICING, "9001"),
      },
    }
    for (const [verdict, files] of Object.entries(expected)) {
      expectDone(await resolve(lead, id, { verdict, ...(verdict === "merge" ? { text: merged } : {}) }))
      for (const [path, text] of Object.entries(files))
        expect([verdict, path, await textOf({ team }, path)]).toEqual([verdict, path, text])
      expectDone(await runOperation(undoResolution, lead, { conflict: id }))
      expect(await entriesIn(team)).toEqual(before)
    }
    expect(
      await database().resolution.findMany({
        where: { teamId: team.id },
        select: { verdict: true, round: true },
        orderBy: { round: "asc" },
      }),
    ).toEqual(Object.keys(expected).map((verdict, round) => ({ verdict, round })))
  })

  it("keeps both with narrower wording or another section, and the pair is not reported again", async () => {
    const { team, lead, id } = await givenConflicts({
      [BILLING]: `${memoryOf("billing", [...PAIR(1)])}\n## Staging\n- [2026-01-05] The staging host is called Elbe\n`,
    }).then(async (given) => ({ ...given, id: (await conflictsOf(given.team))[0]?.id ?? "" }))
    const before = await entriesIn(team)
    const detail = expectDone(await runOperation(showConflict, lead, { conflict: id }))
    expect(detail.narrowing?.left.sections).toContain("Staging")
    expectDone(
      await resolve(lead, id, {
        verdict: "keep-both",
        left: { text: `In production: ${OLD}` },
        right: { section: "Staging" },
      }),
    )
    const text = await textOf({ team }, BILLING)
    expect(text).toContain(`- [2026-01-02] In production: ${OLD}`)
    expect(text.indexOf(NEW)).toBeGreaterThan(text.indexOf("## Staging"))
    expectDone(await runOperation(undoResolution, lead, { conflict: id }))
    expect(await entriesIn(team)).toEqual(before)
    expectDone(await resolve(lead, id, { verdict: "keep-both" }))
    expect(await entriesIn(team)).toEqual(before)
    expect(await detectConflicts(team, { everything: true })).toMatchObject({ found: 0 })
    expect(await conflictsOf(team)).toEqual([])
  })

  it("is previewed line by line, with the affected agents", async () => {
    const { lead, id } = await givenSpread()
    const preview = expectDone(
      await runOperation(previewResolution, lead, { conflict: id, verdict: "keep-left" }),
    )
    expect(preview.words).toBe("removes 2 entries from their files, which 2 agents load")
    expect(preview.files).toEqual([
      { fileId: expect.any(String), path: BILLING, line: 13, before: [`- ${PAIR(1)[1]}`], after: [] },
      { fileId: expect.any(String), path: PRICING, line: 11, before: [`- ${PAIR(1)[1]}`], after: [] },
    ])
    const detail = expectDone(await runOperation(showConflict, lead, { conflict: id }))
    expect(detail.consequences).toMatchObject({
      "keep-left": "removes 2 entries from their files, which 2 agents load",
      "keep-right": "removes 2 entries from their files, which 2 agents load",
      "delete-both": "removes 4 entries from their files, which 3 agents load",
    })
    expect(detail.consequences.override).toBeUndefined()
    expect(
      await runOperation(previewResolution, lead, { conflict: id, verdict: "merge", text: " " }),
    ).toMatchObject({
      ok: false,
      reason: "invalid",
    })
  })

  it("requires the conflict that the user opened and the right to decide", async () => {
    const { team, lead, id } = await givenSpread()
    const shown = await shownNow(lead, id)
    await importFiles(team, { ...SPREAD, [memoryPath("late")]: memoryOf("late", [PAIR(1)[0]]) })
    await detectConflicts(team)
    expect(
      await runOperation(resolveConflict, lead, { conflict: id, shown, verdict: "keep-left" }),
    ).toMatchObject({
      ok: false,
      reason: "stale",
      details: { conflict: { id } },
    })
    const member = await actorOf(await givenPerson({ team, role: "member" }))
    for (const actor of [member, givenToken(team, { rights: ["admin"] })] as Actor[])
      expect(
        await runOperation(resolveConflict, actor, {
          conflict: id,
          shown: await shownNow(lead, id),
          verdict: "keep-left",
        }),
      ).toMatchObject({ ok: false, reason: "forbidden" })
    expectDone(
      await runOperation(changePolicy, lead, {
        team: team.slug,
        place: "team",
        settings: { decider: "owner" },
      }),
    )
    expect(await resolve(lead, id, { verdict: "keep-left" })).toMatchObject({
      ok: false,
      reason: "forbidden",
    })
    expect((await conflictsOf(team)).map((one) => one.state)).toEqual(["open"])
  })

  it("is rejected as a whole if one file cannot be written, with the reason", async () => {
    const { team, lead, id } = await givenSpread()
    const before = await entriesIn(team)
    await database().agent.updateMany({
      where: { teamId: team.id, name: "pricing" },
      data: { optedOut: true },
    })
    expect(await resolve(lead, id, { verdict: "keep-left" })).toMatchObject({
      ok: false,
      reason: "conflict",
      message: expect.stringContaining("pricing has opted out"),
    })
    expect(await runOperation(previewResolution, lead, { conflict: id, verdict: "keep-left" })).toMatchObject(
      {
        ok: false,
        message: expect.stringContaining("pricing has opted out"),
      },
    )
    expect(await entriesIn(team)).toEqual(before)
    expect((await conflictsOf(team)).map((one) => one.id)).toEqual([id])
  })

  it("marks pending proposals for a removed entry as without a target", async () => {
    const { team, lead, id } = await givenSpread()
    const entry = (await conflictsOf(team))[0]?.right.entries.find((one) => one.agent === "pricing")
    await givenProposal(team, {
      file: PRICING,
      changes: [{ kind: "edit", entry: entry?.id ?? "", before: NEW, text: `${NEW} in Lyon` }],
    })
    expectDone(await resolve(lead, id, { verdict: "keep-left" }))
    expect(
      expectDone(await runOperation(listProposals, lead, { team: team.slug })).proposals.map(
        (one) => one.standing,
      ),
    ).toEqual(["target-gone"])
  })

  it("cannot be undone if its entry has changed since, and leaves the rest of the file unchanged", async () => {
    const { team, lead, id } = await givenSpread()
    const revise = async (path: string, from: string, to: string) => {
      const file = await database().memoryFile.findFirstOrThrow({ where: { teamId: team.id, path } })
      expectDone(
        await runOperation(reviseFile, lead, {
          file: file.id,
          base: file.head,
          text: (await textOf({ team }, path)).replace(from, to),
          reason: "why",
        }),
      )
    }
    expectDone(await resolve(lead, id, { verdict: "merge", text: "Both ports are open" }))
    await revise(SHIPPING, "weighed twice", "weighed thrice")
    expectDone(await runOperation(undoResolution, lead, { conflict: id }))
    expect(await textOf({ team }, SHIPPING)).toBe(
      (SPREAD[SHIPPING] as string).replace("weighed twice", "weighed thrice"),
    )
    expectDone(await resolve(lead, id, { verdict: "merge", text: "Both ports are open" }))
    await revise(SHIPPING, "Both ports are open", "No port is open")
    expect(await runOperation(undoResolution, lead, { conflict: id })).toMatchObject({
      ok: false,
      reason: "conflict",
      message: expect.stringMatching(/shipping.*since changed/),
    })
    expect(await textOf({ team }, PRICING)).toBe(line(PRICING, "9001"))
  })

  it("is applied to many conflicts at once, with one outcome each", async () => {
    const { team, lead } = await givenConflicts(memoryWith("billing", 1, 2, 3))
    const all = await conflictsOf(team)
    const items = all.map(({ id, shown }, place) => ({
      conflict: id,
      shown: place === 1 ? "0".repeat(64) : shown,
    }))
    const { outcomes } = expectDone(
      await runOperation(resolveConflicts, lead, { items, verdict: "keep-suggested" }),
    )
    expect(outcomes.map((one) => [one.ok, one.state, one.refused?.reason])).toEqual([
      [true, "resolved", undefined],
      [false, "open", "stale"],
      [true, "resolved", undefined],
    ])
    expect((await textOf({ team }, BILLING)).match(/port \d+/g)).toEqual([
      "port 9001",
      "port 4002",
      "port 9002",
      "port 9003",
    ])
    expect(
      expectDone(
        await runOperation(resolveConflicts, lead, {
          items: [{ conflict: all[1]?.id, shown: all[1]?.shown }],
          verdict: "not-a-conflict",
        }),
      ).outcomes,
    ).toMatchObject([{ ok: true, state: "dismissed" }])
  })
})

describe("a pair that was dismissed in several projects", () => {
  it("is open again in all of them when the dismissal is undone", async () => {
    const { team, lead } = await givenConflicts(memoryWith("billing", 1))
    await importFiles(team, memoryWith("billing", 1), { project: "dispatch" })
    await detectConflicts(team)
    const [first, second] = await conflictsOf(team)
    expectDone(await resolve(lead, first?.id ?? "", { verdict: "not-a-conflict" }))
    expectDone(await runOperation(undoResolution, lead, { conflict: second?.id }))
    expect((await conflictsOf(team)).map((one) => one.id).toSorted()).toEqual(
      [first?.id, second?.id].toSorted(),
    )
    expect(await runOperation(undoResolution, lead, { conflict: first?.id })).toMatchObject({
      ok: false,
      reason: "conflict",
    })
  })
})

describe("a rejected entry that was written again", () => {
  it("is a conflict again, and the old decision cannot be undone any more", async () => {
    const { team, lead } = await givenConflicts(memoryWith("billing", 1))
    const [{ id } = { id: "" }] = await conflictsOf(team)
    expectDone(await resolve(lead, id, { verdict: "keep-left" }))
    const file = await database().memoryFile.findFirstOrThrow({ where: { teamId: team.id } })
    expectDone(
      await runOperation(reviseFile, lead, {
        file: file.id,
        base: file.head,
        text: memoryWith("billing", 1)[BILLING],
        reason: "on purpose",
      }),
    )
    await detectConflicts(team)
    const again = await conflictsOf(team)
    expect(again.map((one) => one.id === id)).toEqual([false])
    expect(await runOperation(undoResolution, lead, { conflict: id })).toMatchObject({
      ok: false,
      reason: "conflict",
    })
  })
})

describe("overlapping scopes", () => {
  it("cannot have an override within one scope, or an override of the entry that already outranks the other", async () => {
    const { team, lead } = await givenConflicts({
      ...memoryWith("billing", 1),
      [scopePath("project")]: scopeMemory([bare(PAIR(2)[0])]),
      [scopePath("global")]: scopeMemory([bare(PAIR(2)[1])]),
    })
    const all = await conflictsOf(team)
    const [same, cross] = [
      all.find((one) => one.kind === "same-scope"),
      all.find((one) => one.kind === "cross-scope"),
    ]
    expect(await resolve(lead, same?.id ?? "", { verdict: "override" })).toMatchObject({
      ok: false,
      reason: "invalid",
      message: expect.stringContaining("entries of the same scope cannot override each other"),
    })
    expect(await resolve(lead, cross?.id ?? "", { verdict: "override", side: "left" })).toMatchObject({
      ok: false,
      reason: "invalid",
      message: expect.stringContaining("left already takes precedence because of its scope"),
    })
    expect(await resolve(lead, cross?.id ?? "", { verdict: "ours" })).toMatchObject({
      ok: false,
      reason: "invalid",
    })
  })
})
