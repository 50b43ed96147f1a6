import { beforeEach, describe, expect, it } from "vitest"
import { database } from "@/lib/db/infra/client"
import type { Actor } from "@/lib/memory/teams/actor"
import { forgetEntry, listForgottenEntries } from "@/lib/operations/forgetting/forget"
import { restoreEntry } from "@/lib/operations/forgetting/restore"
import { runOperation } from "@/lib/operations/operation"
import { changePolicy } from "@/lib/operations/policies/policies"
import { showProposal } from "@/lib/operations/proposals/proposals"
import { undoReview } from "@/lib/operations/proposals/decisions/review"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson } from "../../support/data/people"
import { addition, decide, givenMemory, givenProposal, givenToken, textOf } from "../../support/proposals"

const PATH = memoryPath("billing")
const FINDINGS = [
  "[2026-01-02] Invoices are numbered by the ledger",
  "[2026-01-03]  Retries need an idempotency key  ",
  "[2026-01-04] Refunds are booked at midnight",
  "[2026-01-05] Credit notes are blue",
]
/** With line breaks and spaces that no writer produces. */
const TEXT = memoryOf("billing", FINDINGS).replaceAll("\n", "\r\n")

let memory: Awaited<ReturnType<typeof givenMemory>>
let lead: Actor
beforeEach(async () => {
  memory = await givenMemory({ [PATH]: TEXT })
  lead = memory.lead
})

const entry = async (words: string) => {
  const found = (await memory.file(PATH)).entries.find((one) => one.text.includes(words))
  if (!found) throw new Error(`no entry says ${words}`)
  return found
}
const forget = async (words: string, { reason = "Not since May", actor = lead } = {}) => {
  const { id } = await entry(words)
  return expectDone(await runOperation(forgetEntry, actor, { entry: id, reason }))
}
const restore = (id: string, actor = lead) => runOperation(restoreEntry, actor, { entry: id })
const rows = () =>
  database().forgotten.findMany({ where: { teamId: memory.team.id }, orderBy: { createdAt: "asc" } })
const without = (text: string, ...words: string[]) =>
  text
    .split("\r\n")
    .filter((line) => !words.some((one) => line.includes(one)))
    .join("\r\n")
const revise = async (change: (text: string) => string) => {
  const { id, head, text } = await memory.file(PATH)
  return expectDone(
    await runOperation(reviseFile, lead, { file: id, base: head, text: change(text), reason: "by hand" }),
  )
}

describe("a forgotten entry", () => {
  it("is removed from its file, and nothing else in the file changes", async () => {
    const { id, state, revision } = await forget("Retries")
    expect({ state, revision }).toEqual({ state: "forgotten", revision: 2 })
    expect(await textOf(memory, PATH)).toBe(without(TEXT, "Retries"))
    expect((await memory.file(PATH)).entries.map((one) => one.id)).not.toContain(id)
    expect(
      await database().revision.findFirst({ where: { teamId: memory.team.id, number: 2 } }),
    ).toMatchObject({ reason: "Forgotten: Not since May", actorName: lead.name })
    expect(await rows()).toMatchObject([
      {
        entryId: id,
        revision: 2,
        reason: "Not since May",
        byName: lead.name,
        byKind: "person",
        restoredAt: null,
        text: "Retries need an idempotency key",
      },
    ])
  })

  it("cannot be forgotten again, or through another scope or project", async () => {
    const { id } = await entry("Retries")
    expect(await runOperation(forgetEntry, lead, { entry: id, reason: "x", scope: "global" })).toMatchObject({
      ok: false,
      reason: "invalid",
    })
    expect(
      await runOperation(forgetEntry, lead, { entry: id, reason: "x", project: "elsewhere" }),
    ).toMatchObject({
      ok: false,
      reason: "invalid",
    })
    await forget("Retries")
    expect(await runOperation(forgetEntry, lead, { entry: id, reason: "again" })).toMatchObject({
      ok: false,
      reason: "conflict",
      message: expect.stringContaining(`by ${lead.name}: Not since May`) as string,
    })
  })

  it("is restored with its bytes, position and id", async () => {
    for (const words of ["Invoices", "Retries", "Credit"]) {
      const { id } = await forget(words)
      expect(expectDone(await restore(id))).toMatchObject({ id, state: "current" })
      expect(await textOf(memory, PATH)).toBe(TEXT)
      expect((await entry(words)).id).toBe(id)
    }
    expect((await rows()).map((one) => [one.restoredBy, one.restoredAt !== null])).toEqual([
      [lead.name, true],
      [lead.name, true],
      [lead.name, true],
    ])
  })

  it("is restored to its position after other lines changed", async () => {
    const { id } = await forget("Retries")
    await revise((text) => text.replace("Credit notes are blue", "Credit notes are green"))
    expectDone(await restore(id))
    expect(await textOf(memory, PATH)).toBe(TEXT.replace("notes are blue", "notes are green"))
  })

  it("is restored to its position after its neighbors were forgotten too, in any order", async () => {
    const ids = [await forget("Invoices"), await forget("Retries"), await forget("Refunds")].map(
      (one) => one.id,
    )
    expect(await textOf(memory, PATH)).toBe(without(TEXT, "Invoices", "Retries", "Refunds"))
    for (const id of ids) expectDone(await restore(id))
    expect((await memory.file(PATH)).entries.map((one) => one.text).toSorted()).toEqual([
      "Credit notes are blue",
      "Invoices are numbered by the ledger",
      "Refunds are booked at midnight",
      "Retries need an idempotency key",
    ])
    expect(new Set((await memory.file(PATH)).entries.map((one) => one.id))).toEqual(
      new Set([...ids, (await entry("Credit")).id]),
    )
  })

  it("is restored to its section if the rest of the file has changed", async () => {
    const { id } = await forget("Retries")
    await revise(() => memoryOf("billing", ["Quite another thing"]))
    expectDone(await restore(id))
    expect(await entry("Retries")).toMatchObject({ id, section: "Accumulated Findings" })
  })

  it("can be restored once", async () => {
    const { id } = await forget("Retries")
    expectDone(await restore(id))
    expect(await restore(id)).toMatchObject({
      ok: false,
      reason: "conflict",
      message: expect.stringContaining("is already current") as string,
    })
    expect(await restore("not-an-id")).toMatchObject({ ok: false, reason: "not-found" })
  })

  it("is restored when a curator writes its text again", async () => {
    await forget("Retries")
    await revise((text) =>
      text.replace(
        "Credit notes are blue",
        "Credit notes are blue\r\n- retries need an **idempotency key**.",
      ),
    )
    expect(await rows()).toMatchObject([{ restoredBy: lead.name, restoredAt: expect.any(Date) as Date }])
  })

  it("is also the result if a curator removes an entry by id in a write", async () => {
    const [{ id, text }, { id: file, head }] = [await entry("Retries"), await memory.file(PATH)]
    expectDone(
      await runOperation(reviseFile, lead, {
        file,
        base: head,
        changes: [{ kind: "remove", entry: id, before: text }],
        reason: "tidied",
      }),
    )
    expect(await rows()).toMatchObject([{ entryId: id, reason: "tidied", revision: 2 }])
    expectDone(await restore(id))
    expect(await textOf(memory, PATH)).toBe(TEXT)
  })

  it("stays forgotten after other writes", async () => {
    await forget("Retries")
    await revise((text) => text.replace("blue", "green"))
    expect(await rows()).toMatchObject([{ restoredAt: null }])
  })
})

describe("a member without the right to decide", () => {
  const agent = () => givenToken(memory.team, { agent: "billing" })

  it("proposes the removal of an entry, which is forgotten on approval and restored on undo", async () => {
    const { id, state, proposal } = { ...(await forget("Retries", { actor: agent() })) } as {
      id: string
      state: string
      proposal: string | null
    }
    expect(state).toBe("waiting")
    expect(await database().proposal.findFirst({ where: { id: proposal ?? "" } })).toMatchObject({
      kind: "remove",
      reason: "Not since May",
      authorAgent: "billing",
    })
    expect(await rows()).toEqual([])
    expectDone(await decide(lead, proposal ?? "", { verdict: "approve" }))
    expect(await textOf(memory, PATH)).toBe(without(TEXT, "Retries"))
    expect(await rows()).toMatchObject([
      { entryId: id, reason: "Not since May", byName: lead.name, restoredAt: null },
    ])
    expectDone(await runOperation(undoReview, lead, { proposal: proposal ?? "" }))
    expect(await textOf(memory, PATH)).toBe(TEXT)
    expect(await rows()).toMatchObject([{ restoredAt: expect.any(Date) as Date }])
  })

  it("proposes the restoration of an entry, which has its id again on approval", async () => {
    const { id } = await forget("Retries")
    const asked = expectDone(await restore(id, agent()))
    expect(asked).toMatchObject({ id, state: "waiting" })
    expectDone(await decide(lead, asked.proposal ?? "", { verdict: "approve" }))
    expect((await entry("Retries")).id).toBe(id)
    expect(await rows()).toMatchObject([{ restoredAt: expect.any(Date) as Date }])
    expectDone(await runOperation(undoReview, lead, { proposal: asked.proposal ?? "" }))
    expect(await textOf(memory, PATH)).toBe(without(TEXT, "Retries"))
    expect(await rows()).toMatchObject([{ entryId: id, restoredAt: null }])
  })
})

describe("a proposal with forgotten text", () => {
  const proposed = (text = "- retries need an **idempotency key**.") =>
    givenProposal(memory.team, { agent: "billing", content: text, confidence: 0.95 })

  it("shows who forgot the text, when and why", async () => {
    await forget("Retries")
    const { id, findings } = await proposed()
    const found = {
      kind: "forgotten-before",
      severity: "warning",
      message: expect.stringMatching(
        new RegExp(`^Forgotten on \\d{4}-\\d{2}-\\d{2} by ${lead.name}: Not since May$`),
      ) as string,
    }
    expect(findings).toMatchObject(expect.arrayContaining([expect.objectContaining(found)]) as object)
    expect(expectDone(await runOperation(showProposal, lead, { proposal: id })).findings).toMatchObject(
      expect.arrayContaining([expect.objectContaining(found)]) as object,
    )
    expect((await proposed("Credit notes are never blue")).findings.map((one) => one.kind)).not.toContain(
      "forgotten-before",
    )
  })

  it("shows that also if it was pending when the entry was forgotten", async () => {
    const { id } = await givenProposal(memory.team, {
      agent: "shipping",
      content: "Retries need an idempotency key",
    })
    await forget("Retries")
    expect(
      expectDone(await runOperation(showProposal, lead, { proposal: id })).findings.map((one) => one.kind),
    ).toContain("forgotten-before")
  })

  it("is never approved by a rule", async () => {
    const owner = await actorOf(await givenPerson({ team: memory.team, role: "owner" }))
    expectDone(
      await runOperation(changePolicy, owner, {
        team: memory.team.slug,
        place: "scope:project",
        settings: { rule: { kinds: ["add"], leastConfidence: 0.5 } },
      }),
    )
    await forget("Retries")
    expect((await proposed("Cheques are scanned twice before they leave")).state).toBe("approved")
    expect((await proposed()).state).toBe("waiting")
  })
})

describe("the list of forgotten entries", () => {
  const list = async (more: object = {}) =>
    expectDone(await runOperation(listForgottenEntries, lead, { team: memory.team.slug, ...more }))

  it("shows who forgot each entry, when and why, by team, project, file and words", async () => {
    await forget("Retries")
    const { id } = await forget("Credit", { reason: "They are green now" })
    const { id: file } = await memory.file(PATH)
    expect((await list()).forgotten).toMatchObject([
      {
        entry: id,
        text: "Credit notes are blue",
        section: "Accumulated Findings",
        path: PATH,
        fileId: file,
        reason: "They are green now",
        by: lead.name,
        revision: 3,
        project: { name: "ledger" },
      },
      { text: "Retries need an idempotency key", revision: 2 },
    ])
    expect((await list({ q: "green" })).forgotten.map((one) => one.entry)).toEqual([id])
    expect((await list({ q: "100%_" })).total).toBe(0)
    expect([
      (await list({ file })).total,
      (await list({ file: id })).total,
      (await list({ file: "x" })).total,
      (await list({ project: "ledger" })).total,
    ]).toEqual([2, 0, 0, 2])
    const first = await list({ limit: 1 })
    expect([
      first.total,
      first.next,
      (await list({ limit: 1, after: first.next })).forgotten[0]?.text,
    ]).toEqual([2, "1", "Retries need an idempotency key"])
    expectDone(await restore(id))
    expect((await list()).total).toBe(1)
  })
})

describe("an approval", () => {
  it("of a retirement forgets nothing: the line stays, struck through", async () => {
    const { id, text } = await entry("Retries")
    const proposed = await givenProposal(memory.team, {
      agent: "billing",
      changes: [{ kind: "retire", entry: id, before: text, why: "wrong" }],
    })
    expectDone(await decide(lead, proposed.id, { verdict: "approve" }))
    expect(await rows()).toEqual([])
    expect(await entry("Retries")).toMatchObject({ state: "retired" })
    expect(expectDone(await restore(id))).toMatchObject({ state: "current", revision: 3 })
  })

  it("of forgotten text restores the entry with its id", async () => {
    const { id } = await forget("Retries")
    const proposed = await givenProposal(memory.team, {
      agent: "billing",
      changes: [addition("Retries need an idempotency key")],
    })
    expectDone(await decide(lead, proposed.id, { verdict: "approve" }))
    expect((await entry("Retries")).id).toBe(id)
    expect(await rows()).toMatchObject([{ restoredAt: expect.any(Date) as Date }])
  })
})
