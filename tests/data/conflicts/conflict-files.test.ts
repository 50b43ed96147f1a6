import { expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { commit } from "@/lib/db/infra/commit"
import { openFileConflict } from "@/lib/db/conflicts/file-conflicts"
import { done } from "@/lib/memory/inputs/outcome"
import {
  previewResolution,
  resolveConflict,
  resolveConflicts,
  undoResolution,
} from "@/lib/operations/conflicts/resolve"
import { showConflict } from "@/lib/operations/conflicts/conflicts"
import { runOperation } from "@/lib/operations/operation"
import { changePolicy } from "@/lib/operations/policies/policies"
import { conflictsOf, resolve } from "../../support/conflicts/conflicts"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson } from "../../support/data/people"
import { givenMemory, textOf } from "../../support/proposals"

const PATH = memoryPath("billing")
const [BASE, OURS, THEIRS] = [
  "Invoices are numbered",
  "Invoices are numbered by the ledger",
  "Invoices are numbered by hand",
].map((line) => memoryOf("billing", [line])) as [string, string, string]

async function givenFileConflict() {
  const memory = await givenMemory({ [PATH]: OURS })
  const file = await database().memoryFile.findFirstOrThrow({ where: { teamId: memory.team.id, path: PATH } })
  const found = {
    fileId: file.id,
    projectId: file.projectId,
    sourceId: file.sourceId ?? "",
    base: BASE,
    ours: OURS,
    theirs: THEIRS,
    message: "Both sides changed line 11",
    foundBy: "import" as const,
  }
  await commit(systemActor(), { kind: "test", teamId: memory.team.id, subject: PATH }, async (tx) =>
    done(await openFileConflict(tx, memory.team.id, found)),
  )
  const [conflict] = await conflictsOf(memory.team)
  return { ...memory, conflict, id: conflict?.id ?? "" }
}

it("is listed with the difference and the affected agents, and shows the three texts", async () => {
  const { lead, conflict, id } = await givenFileConflict()
  expect(conflict).toMatchObject({
    kind: "file",
    finding: "file",
    path: PATH,
    left: { text: "- Invoices are numbered by the ledger", entries: [] },
    right: { text: "- Invoices are numbered by hand" },
    agents: ["billing"],
    prevails: null,
    suggested: null,
  })
  const detail = expectDone(await runOperation(showConflict, lead, { conflict: id }))
  expect(detail).toMatchObject({
    shown: conflict?.shown,
    file: { base: BASE, ours: OURS, theirs: THEIRS },
    narrowing: null,
    consequences: { ours: expect.any(String), theirs: expect.any(String), merge: expect.any(String) },
  })
})

it("accepts ours, theirs or a combined text, and undoes the decision byte for byte", async () => {
  const { team, lead, id } = await givenFileConflict()
  for (const [verdict, text] of [
    ["ours", OURS],
    ["theirs", THEIRS],
    ["merge", memoryOf("billing", ["Invoices are numbered by the ledger, by hand in May"])],
  ] as const) {
    const asked = { conflict: id, verdict, ...(verdict === "merge" ? { text } : {}) }
    expectDone(await runOperation(previewResolution, lead, asked))
    expect(expectDone(await resolve(lead, id, asked))).toMatchObject({
      id,
      state: "resolved",
      files: verdict === "ours" ? 0 : 1,
      conflict: { decided: { verdict } },
    })
    expect(await textOf({ team }, PATH)).toBe(text)
    expect(expectDone(await runOperation(undoResolution, lead, { conflict: id })).state).toBe("open")
    expect(await textOf({ team }, PATH)).toBe(OURS)
  }
})

it("rejects verdicts for entries, a secret in a merged text, and decisions without the right to decide", async () => {
  const { team, lead, conflict, id } = await givenFileConflict()
  expect(await resolve(lead, id, { verdict: "keep-left" })).toMatchObject({
    ok: false,
    reason: "invalid",
    message: expect.stringContaining("ours, theirs, merge"),
  })
  expect(
    expectDone(
      await runOperation(resolveConflicts, lead, {
        items: [{ conflict: id, shown: conflict?.shown }],
        verdict: "keep-suggested",
      }),
    ).outcomes,
  ).toMatchObject([{ ok: false, refused: { reason: "invalid" } }])
  const secret = ["AKIA", "Q3EGRIZ7", "XM2PLW4T"].join("")
  expect(
    await resolve(lead, id, { verdict: "merge", text: memoryOf("billing", [`The key is ${secret}`]) }),
  ).toMatchObject({ ok: false, reason: "invalid", message: expect.not.stringContaining(secret) })
  expectDone(
    await runOperation(changePolicy, lead, {
      team: team.slug,
      place: "team",
      settings: { decider: "owner" },
    }),
  )
  for (const actor of [lead, await actorOf(await givenPerson({ team, role: "member" }))])
    expect(
      await runOperation(resolveConflict, actor, { conflict: id, shown: conflict?.shown, verdict: "theirs" }),
    ).toMatchObject({ ok: false, reason: "forbidden" })
  expect(await textOf({ team }, PATH)).toBe(OURS)
})
