import { createHash } from "node:crypto"
import { expect, it, onTestFinished } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { newId } from "@/lib/db/infra/identifiers"
import type { Actor } from "@/lib/memory/teams/actor"
import { showFleet } from "@/lib/operations/agents/fleet"
import { runOperation } from "@/lib/operations/operation"
import { appendRun, flush } from "@/lib/operations/sessions/flush-and-run-cache"
import { closeSession } from "@/lib/operations/sessions/close"
import { listReceipts, showReceipt } from "@/lib/operations/deliveries/receipts"
import { showDeliveryStatus } from "@/lib/operations/deliveries/delivery-status"
import { startSession } from "@/lib/operations/sessions/start"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { quarterdeck } from "../../support/commands/command-line"
import { openHttpDoor } from "../../support/http/api-server"
import { offerFiles, startAndWait } from "../../support/imports/import-folder"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { addition, givenMemory, givenSecret, givenToken } from "../../support/proposals"

const ANN = memoryPath("ann")
const BOB = memoryPath("bob")
const RUNS = ".sdd/cache/project_memory.json"
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex")

type Given = Awaited<ReturnType<typeof givenMemory>>
const memory = (more: Readonly<Record<string, string>> = {}) =>
  givenMemory({
    [ANN]: memoryOf("ann", ["[2026-01-05] Invoices are rounded to cents"]),
    [BOB]: memoryOf("bob", ["[2026-01-06] Ledgers are closed monthly"]),
    ...more,
  })

const start = async ({ team }: Given, agent: string, harness: string | undefined, more: object = {}) =>
  expectDone(
    await runOperation(startSession, givenToken(team), {
      team: team.slug,
      project: "ledger",
      agent,
      session: `s-${newId()}`,
      harness,
      ...more,
    }),
  )
const standing = async ({ team, lead }: Given, more: object = {}, actor: Actor = lead) =>
  expectDone(await runOperation(showDeliveryStatus, actor, { team: team.slug, ...more }))
const of = async (given: Given, agent: string, more: object = {}) => {
  const { agents } = await standing(given, { agent, ...more })
  return agents[0] as (typeof agents)[0]
}
/** Changes a file's text as a person. */
const revise = async (given: Given, path: string, text = `Learned ${newId()}`) => {
  const { id, head } = await given.file(path)
  return expectDone(
    await runOperation(reviseFile, given.lead, {
      file: id,
      base: head,
      reason: "why",
      changes: [addition(text)],
    }),
  ).revision
}

it("shows for each agent and harness if its memory is never delivered, current, outdated with file names, or opted out", async () => {
  const given = await memory({
    [memoryPath("mute")]: "---\nagent: mute\nmemory: disabled\n---\n\n- Kept to himself\n",
  })
  expect(
    (await standing(given)).agents.map(({ agent, standing: is, harnesses, at }) => [
      agent,
      is,
      harnesses,
      at,
    ]),
  ).toEqual([
    ["ann", "never", [], null],
    ["bob", "never", [], null],
    ["mute", "opted-out", [], null],
  ])
  const first = await start(given, "ann", "claude-code", { session: "s-1" })
  await start(given, "bob", "codex")
  expect(await of(given, "ann")).toMatchObject({
    standing: "current",
    known: true,
    project: { name: "ledger" },
    harnesses: [
      {
        harness: "claude-code",
        standing: "current",
        behind: 0,
        files: [],
        unknown: 0,
        last: { receipt: first.receipt, session: "s-1", tokens: first.tokens, sha256: hashOf(first.text) },
      },
    ],
  })
  expect(
    (await standing(given)).agents[0]?.harnesses.map(({ harness, standing: is }) => [harness, is]),
  ).toEqual([
    ["codex", "never"],
    ["claude-code", "current"],
  ])
  await revise(given, ANN)
  expect(await of(given, "ann")).toMatchObject({
    standing: "old",
    harnesses: [
      { harness: "claude-code", standing: "old", behind: 1, files: [{ path: ANN, revision: 1, head: 2 }] },
    ],
  })
  expect(await of(given, "bob")).toMatchObject({ standing: "current" })
  await start(given, "ann", "codex")
  expect(await of(given, "ann")).toMatchObject({
    standing: "old",
    harnesses: [
      { harness: "codex", standing: "current" },
      { harness: "claude-code", standing: "old" },
    ],
  })
  const [, behind] = (await of(given, "ann")).harnesses
  expect(
    expectDone(await runOperation(showFleet, given.lead, { team: given.team.slug })).agents.find(
      (one) => one.name === "ann",
    )?.loaded,
  ).toEqual({ standing: "old", at: behind?.last?.at })
  await start(given, "ann", "claude-code")
  const all = await standing(given)
  expect(all.totals).toEqual({ agents: 3, never: 0, old: 0, current: 2, "opted-out": 1 })
  expect(all.harnesses).toMatchObject([
    { harness: "claude-code", agents: 1 },
    { harness: "codex", agents: 2 },
  ])
  expect(all.agents.at(-1)).toMatchObject({
    agent: "mute",
    standing: "opted-out",
    harnesses: [{ standing: "opted-out", last: null }, { standing: "opted-out" }],
  })
})

it("is not outdated by the agent's own writes, and is by writes of others", async () => {
  const given = await memory({ [RUNS]: `{"runs": []}\n` })
  const onRuns = { onDisk: [{ path: RUNS, sha256: hashOf(`{"runs": []}\n`) }] }
  await start(given, "ann", "claude-code", { session: "s-1", ...onRuns })
  await start(given, "bob", "claude-code", { session: "s-2", ...onRuns })
  const token = givenToken(given.team)
  expectDone(
    await runOperation(closeSession, token, {
      team: given.team.slug,
      project: "ledger",
      agent: "ann",
      session: "s-1",
      summary: "Read the ledger",
    }),
  )
  expectDone(
    await runOperation(flush, token, {
      team: given.team.slug,
      project: "ledger",
      agent: "ann",
      session: "s-1",
      content: "Batches of a hundred are fastest",
    }),
  )
  expect((await given.file(ANN)).head).toBe(2)
  expect(await of(given, "ann")).toMatchObject({ standing: "current" })
  expectDone(
    await runOperation(appendRun, givenToken(given.team, { agent: "ann" }), {
      team: given.team.slug,
      project: "ledger",
      goal: "Close the books",
      outcome: "success",
      lesson: "Close them twice",
    }),
  )
  expect((await given.file(RUNS)).head).toBe(2)
  expect([(await of(given, "ann")).standing, await of(given, "bob")]).toEqual([
    "current",
    expect.objectContaining({
      standing: "old",
      harnesses: [
        expect.objectContaining({ files: [expect.objectContaining({ path: RUNS, revision: 1, head: 2 })] }),
      ],
    }),
  ])
  await revise(given, ANN)
  expect(await of(given, "ann")).toMatchObject({
    standing: "old",
    harnesses: [{ behind: 1, files: [{ path: ANN, revision: 1, head: 3 }] }],
  })
})

it("records the harness's files with the matching revision, and counts unknown content", async () => {
  const given = await memory()
  const { text } = await given.file(ANN)
  await revise(given, ANN, "Retries are safe")
  const sent = [
    { path: ANN, sha256: hashOf(text) },
    { path: "MEMORY.md", sha256: hashOf("of nobody") },
    { path: BOB, sha256: hashOf("changed on the disk") },
  ]
  const { receipt } = await start(given, "ann", "claude-code", { onDisk: sent })
  const [ann, bob] = await Promise.all([given.file(ANN), given.file(BOB)])
  const kept = [
    { ...sent[0], file: ann.id, revision: 1 },
    { ...sent[1], file: null, revision: null },
    { ...sent[2], file: bob.id, revision: null },
  ]
  expect(
    expectDone(await runOperation(listReceipts, given.lead, { team: given.team.slug, agent: "ann" }))
      .receipts[0]?.onDisk,
  ).toEqual(kept)
  expect(await of(given, "ann")).toMatchObject({
    standing: "old",
    harnesses: [{ behind: 1, unknown: 2, files: [{ path: ANN, revision: 1, head: 2 }] }],
  })
  expect(expectDone(await runOperation(showReceipt, given.lead, { receipt }))).toMatchObject({
    files: [{ path: ANN, revision: 2, head: 2, behind: false }],
    onDisk: [
      { ...kept[0], head: 2, behind: true },
      { ...kept[1], head: null, behind: false },
      { ...kept[2], head: 1, behind: false },
    ],
    missed: [],
    given: [
      { text: "Retries are safe", file: ann.id, state: "current" },
      { text: "Invoices are rounded to cents" },
    ],
  })
  expect(
    expectDone(await runOperation(showReceipt, givenToken(given.team), { receipt })).given[0],
  ).toMatchObject({
    text: null,
  })
  const refusedWith = async (onDisk: object[]) =>
    runOperation(startSession, givenToken(given.team), {
      team: given.team.slug,
      project: "ledger",
      agent: "ann",
      session: "s-1",
      onDisk,
    })
  for (const path of ["/etc/passwd", "../MEMORY.md", "a/../../b", "a\\b", ""])
    expect(await refusedWith([{ path, sha256: hashOf("x") }]), path).toMatchObject({
      ok: false,
      reason: "invalid",
      message: expect.stringContaining("onDisk.0.path") as string,
    })
  expect(await refusedWith([{ path: "a", sha256: "XYZ" }])).toMatchObject({
    ok: false,
    message: expect.stringContaining("SHA-256") as string,
  })
  expect(
    await refusedWith(
      Array.from({ length: 21 }, (_, place) => ({ path: `m-${place}`, sha256: hashOf("x") })),
    ),
  ).toMatchObject({ ok: false, message: expect.stringContaining("at most 20") as string })
})

it("is current again if a file returns to its old text, and outdated if a file is removed or a cold agent is seeded", async () => {
  const given = await memory({
    "memory/projects/ledger/memory.json": `{"version": "1.0", "entries": [{"id": "m1", "type": "decision", "content": "Amounts are integers"}]}\n`,
  })
  await start(given, "ann", "claude-code")
  const { entries } = await given.file(ANN)
  const reword = async (before: string, text: string) => {
    const { id, head } = await given.file(ANN)
    return expectDone(
      await runOperation(reviseFile, given.lead, {
        file: id,
        base: head,
        reason: "why",
        changes: [{ kind: "edit", entry: entries[0]?.id, before, text }],
      }),
    )
  }
  await reword("Invoices are rounded to cents", "Invoices are never rounded")
  expect((await of(given, "ann")).standing).toBe("old")
  await reword("Invoices are never rounded", "Invoices are rounded to cents")
  expect((await of(given, "ann")).standing).toBe("current")
  await start(given, "bob", "claude-code")
  await database().memoryFile.updateMany({
    where: { teamId: given.team.id, path: BOB },
    data: { state: "gone" },
  })
  expect(await of(given, "bob")).toMatchObject({
    standing: "old",
    harnesses: [{ files: [{ path: BOB, revision: 1, head: null }] }],
  })
  const { receipt } = await start(given, "cleo", "claude-code")
  expect(await of(given, "cleo")).toMatchObject({ standing: "current", known: false, category: null })
  await startAndWait(
    given.team,
    (
      await offerFiles(
        given.team,
        "/srv/seed",
        { [memoryPath("cleo")]: memoryOf("cleo", ["[2026-01-07] Books are kept"]) },
        { project: "ledger" },
      )
    ).run,
  )
  expect(await of(given, "cleo")).toMatchObject({
    standing: "old",
    known: true,
    harnesses: [{ files: [{ path: memoryPath("cleo"), revision: null, head: 1 }] }],
  })
  expect(expectDone(await runOperation(showReceipt, given.lead, { receipt }))).toMatchObject({
    missed: [{ path: memoryPath("cleo"), head: 1 }],
  })
})

it("filters by project, harness and state, and pages with deliveries that need attention first", async () => {
  const given = await memory({ [memoryPath("cleo")]: memoryOf("cleo", ["[2026-01-07] Books are kept"]) })
  await start(given, "ann", "claude-code")
  await start(given, "bob", undefined)
  await revise(given, BOB)
  await start(given, "stranger", "codex")
  const names = async (more: object = {}) => (await standing(given, more)).agents.map((one) => one.agent)
  expect(await names()).toEqual(["cleo", "bob", "ann", "stranger"])
  expect(await names({ state: "current" })).toEqual(["ann", "stranger"])
  expect(await names({ harness: "claude-code" })).toEqual(["bob", "cleo", "ann"])
  expect(await of(given, "bob", { harness: "unnamed" })).toMatchObject({
    harnesses: [{ harness: null, standing: "old" }],
  })
  expect((await standing(given, { state: "old" })).totals).toEqual({
    agents: 4,
    never: 1,
    old: 1,
    current: 2,
    "opted-out": 0,
  })
  const page = await standing(given, { limit: 3 })
  expect([
    page.agents.length,
    (await standing(given, { limit: 3, after: page.next })).agents.map((one) => one.agent),
  ]).toEqual([3, ["stranger"]])
  expect(
    await runOperation(showDeliveryStatus, given.lead, { team: given.team.slug, project: "nowhere" }),
  ).toMatchObject({
    ok: false,
    reason: "not-found",
  })
})

it("is listed at the command line, one line for each harness that loaded memory", async () => {
  const given = await memory()
  await start(given, "ann", "claude-code", { session: "s-7" })
  await revise(given, ANN)
  const door = await openHttpDoor()
  onTestFinished(() => door.close())
  const run = async (...args: string[]) =>
    quarterdeck(["receipts", "--team", given.team.slug, ...args], {
      env: { QUARTERDECK_URL: door.url, QUARTERDECK_TOKEN: await givenSecret(null, { rights: ["admin"] }) },
    })
  const { stdout } = await run()
  expect(stdout).toMatch(
    /^AGENT +PROJECT +HARNESS +STATE +LOADED +SESSION\nbob +ledger +never loaded\nann +ledger +claude-code +changed files: 1 +\d{4}-\d\d-\d\d \d\d:\d\d +s-7\n\n1 never loaded, 1 outdated\n$/,
  )
  expect((await run("--state", "old", "--json")).json()).toMatchObject({
    agents: [{ agent: "ann", harnesses: [{ behind: 1 }] }],
    totals: { agents: 2 },
  })
  expect(await run("--state", "older")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("expected one of never, old, current, opted-out") as string,
  })
})

it("shows receipts of the user's teams and of the token's project only", async () => {
  const given = await memory()
  await startAndWait(
    given.team,
    (
      await offerFiles(
        given.team,
        "/srv/other",
        { [memoryPath("dan")]: memoryOf("dan", ["[2026-01-07] Books are kept"]) },
        { project: "other" },
      )
    ).run,
  )
  const { receipt } = await start(given, "ann", "claude-code")
  const ledger = await database().project.findFirstOrThrow({
    where: { teamId: given.team.id, name: "ledger" },
  })
  const other = await database().project.findFirstOrThrow({ where: { teamId: given.team.id, name: "other" } })
  const bound = (projectId: string) => givenToken(given.team, { rights: ["read"], projectId })
  expect((await standing(given, {}, bound(ledger.id))).agents.map((one) => one.agent)).toEqual(["bob", "ann"])
  expect(
    (await standing(given, {}, bound(other.id))).agents.map(({ agent, harnesses }) => [agent, harnesses]),
  ).toEqual([["dan", []]])
  expect(
    await runOperation(showDeliveryStatus, bound(other.id), { team: given.team.slug, project: "ledger" }),
  ).toMatchObject({ ok: false, reason: "not-found" })
  const elsewhere = await givenTeam()
  const foreign = await actorOf(await givenPerson({ team: elsewhere, role: "lead" }))
  expect(await runOperation(showDeliveryStatus, foreign, { team: given.team.slug })).toMatchObject({
    ok: false,
    reason: "not-found",
  })
  expect(await runOperation(showDeliveryStatus, foreign, {})).toMatchObject({
    ok: true,
    value: { agents: [], harnesses: [] },
  })
  const nothing = await runOperation(showReceipt, systemActor(), { receipt: newId() })
  for (const actor of [foreign, bound(other.id)])
    expect(await runOperation(showReceipt, actor, { receipt })).toMatchObject({
      ok: false,
      reason: "not-found",
    })
  expect(nothing).toMatchObject({ ok: false, reason: "not-found" })
})

it("is current for an agent whose harness reported before a dozen others", async () => {
  const given = await memory()
  await start(given, "ann", "claude-code")
  for (const harness of Array.from({ length: 13 }, (_, place) => `made-up-${place}`))
    await start(given, "bob", harness)
  expect((await standing(given)).totals).toMatchObject({ agents: 2, never: 0, current: 2 })
  expect(
    (await standing(given)).agents
      .find((one) => one.agent === "ann")
      ?.harnesses.filter((one) => one.last !== null),
  ).toMatchObject([{ harness: "claude-code", standing: "current" }])
  expect(
    (await standing(given, { harness: "made-up-1" })).agents.map((one) => [one.agent, one.standing]),
  ).toEqual([
    ["ann", "never"],
    ["bob", "current"],
  ])
})
