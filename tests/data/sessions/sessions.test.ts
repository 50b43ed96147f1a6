import { createHash } from "node:crypto"
import { expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { flushDelivered } from "@/lib/db/context/delivery-counts"
import { newId } from "@/lib/db/infra/identifiers"
import type { Actor } from "@/lib/memory/teams/actor"
import { showContext } from "@/lib/operations/context/context"
import { forgetEntry } from "@/lib/operations/forgetting/forget"
import { listFileRevisions } from "@/lib/operations/history/file-history"
import { runOnce } from "@/lib/operations/infra/idempotent"
import { runOperation, type Operation } from "@/lib/operations/operation"
import { showProposal } from "@/lib/operations/proposals/proposals"
import { reviewProposal } from "@/lib/operations/proposals/decisions/review"
import { listWrites } from "@/lib/operations/reverts/reverts"
import { previewRevert } from "@/lib/operations/reverts/preview"
import { runRevert } from "@/lib/operations/reverts/run"
import { appendRun, flush } from "@/lib/operations/sessions/flush-and-run-cache"
import { closeSession } from "@/lib/operations/sessions/close"
import { deleteExpiredMemory } from "@/lib/operations/sessions/session-memory-deletion"
import { listReceipts } from "@/lib/operations/deliveries/receipts"
import { startSession } from "@/lib/operations/sessions/start"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { offerFiles, startAndWait } from "../../support/imports/import-folder"
import { expectDone } from "../../support/data/people"
import { rejectRows } from "../../support/data/rejected-rows"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { givenMemory, givenProposal, givenToken, textOf } from "../../support/proposals"

const ANN = memoryPath("ann")
const TODAY = new Date().toISOString().slice(0, 10)
const LOG = `.kaizen/agents/ann/memory/${TODAY}.md`
const memory = (more: Readonly<Record<string, string>> = {}) =>
  givenMemory({ [ANN]: memoryOf("ann", ["[2026-01-05] Invoices are rounded to cents"]), ...more })
/** Condition for a closed session that is about to store its complete answer, after the learnings were proposed. */
const WHOLE_ANSWER = "NEW.answer ? 'answer'"
const session = () => `s-${newId().slice(-8)}`

/** Closes a session as ann. */
const close = (
  of: { team: { id: string; slug: string } },
  name: string,
  more: object = {},
  actor: Actor = givenToken(of.team, { agent: "ann" }),
) =>
  runOperation(closeSession, actor, {
    team: of.team.slug,
    project: "ledger",
    session: name,
    summary: "Read the\nledger",
    outcome: "done",
    ...more,
  })

it("each session start returns the context with a new receipt, and reopens a closed session", async () => {
  const given = await memory({
    [memoryPath("bob")]: "---\nagent: bob\nmemory: disabled\n---\n\n- Kept to himself\n",
  })
  const token = givenToken(given.team, { rights: ["read"], agent: "ann" })
  const start = (more: object = {}) =>
    runOperation(startSession, token, { project: "ledger", session: "s-1", harness: "claude-code", ...more })
  const first = expectDone(await start())
  expect(first).toMatchObject({
    agent: "ann",
    project: "ledger",
    optedOut: false,
    entries: [{ text: "Invoices are rounded to cents", path: ANN }],
  })
  expect(first.text).toContain("Invoices are rounded to cents")
  expectDone(await close(given, "s-1"))
  const second = expectDone(await start({ task: "round invoices", budget: 500 }))
  expect(second.receipt).not.toBe(first.receipt)
  expect(expectDone(await close(given, "s-1", { summary: "Went on" }))).toMatchObject({ revision: 3 })
  expect(await database().agentSession.count({ where: { teamId: given.team.id } })).toBe(1)
  const read = async (more: object = {}) =>
    expectDone(await runOperation(listReceipts, given.lead, { team: given.team.slug, agent: "ann", ...more }))
  const page = await read({ limit: 1 })
  expect(page).toMatchObject({
    receipts: [
      {
        receipt: second.receipt,
        agent: "ann",
        session: "s-1",
        harness: "claude-code",
        files: [{ path: ANN, revision: 2 }],
      },
    ],
    next: second.receipt,
  })
  expect(await read({ after: page.next })).toMatchObject({
    receipts: [
      {
        receipt: first.receipt,
        sha256: createHash("sha256").update(first.text).digest("hex"),
        files: [{ path: ANN, revision: 1 }],
      },
    ],
    next: null,
  })
  expect(await start({ agent: "bob" })).toMatchObject({ ok: false, reason: "forbidden" })
  const silent = expectDone(
    await runOperation(startSession, givenToken(given.team), {
      project: "ledger",
      agent: "bob",
      session: "s-1",
    }),
  )
  expect(silent).toMatchObject({
    receipt: null,
    optedOut: true,
    text: "",
    entries: [],
    message: expect.stringContaining("bob has opted out") as string,
  })
  expect(await read({ agent: "bob" })).toEqual({ receipts: [], next: null })
})

it("an approved entry is included from the next session on despite frequently read entries, and views by users do not count as reads", async () => {
  const { team, lead } = await memory({
    [ANN]: memoryOf(
      "ann",
      Array.from({ length: 14 }, (_, place) => `[${TODAY}] Long known ${place}`),
    ),
  })
  const start = async () =>
    expectDone(
      await runOperation(startSession, givenToken(team), {
        project: "ledger",
        agent: "ann",
        session: session(),
      }),
    ).entries.map(({ text }) => text)
  for (let time = 0; time < 20; time += 1) await start()
  await flushDelivered()
  const machine = givenToken(null, { rights: ["admin"] })
  for (const actor of [lead, machine])
    expectDone(await runOperation(showContext, actor, { team: team.slug, project: "ledger", agent: "ann" }))
  await flushDelivered()
  expect(
    (await database().delivered.findMany({ where: { teamId: team.id }, select: { count: true } })).map(
      ({ count }) => count,
    ),
  ).toEqual(Array.from({ length: 10 }, () => 20))
  const approve = async (content: string) => {
    const { id } = await givenProposal(team, { project: "ledger", agent: "ann", content })
    const { shown } = expectDone(await runOperation(showProposal, lead, { proposal: id }))
    expectDone(await runOperation(reviewProposal, lead, { proposal: id, verdict: "approve", shown }))
  }
  await approve("Never log the authorization header")
  expect(await start()).toContain("Never log the authorization header")
})

it("closing a session writes one line, counts and dates in one revision, and proposes the learnings", async () => {
  const given = await memory({
    "memory/sessions/s-1.json": `{"version": "1.0", "entries": [{"id": "m1", "type": "decision", "content": "Only for now"}]}\n`,
  })
  const before = await textOf(given, ANN)
  const learnings = [
    { content: "Retries are safe", section: "What Worked", confidence: 0.9 },
    { content: "The key is AKIAIOSFODNN7EXAMPLE" },
    { content: "Invoices are rounded to cents" },
  ]
  const closed = expectDone(await close(given, "s-1", { learnings }))
  expect(closed).toMatchObject({
    revision: 2,
    path: ANN,
    proposals: [{ state: "waiting", path: ANN }],
    refused: [
      { reason: "invalid", message: expect.stringContaining("learnings.1.content") as string },
      { reason: "conflict" },
    ],
  })
  expect(JSON.stringify(closed)).not.toContain("AKIAIOSFODNN7EXAMPLE")
  expect(await textOf(given, ANN)).toBe(
    before
      .replace("last_updated: 2026-02-01", `last_updated: ${TODAY}`)
      .replace("session_count: 2", "session_count: 3")
      .replace("read the ledger · done\n", `read the ledger · done\n- ${TODAY} · Read the ledger · done\n`),
  )
  expect(await database().proposal.findFirst({ where: { teamId: given.team.id } })).toMatchObject({
    session: "s-1",
    authorAgent: "ann",
    section: "What Worked",
    confidence: 0.9,
  })
  expect(
    JSON.stringify(await database().agentSession.findFirst({ where: { teamId: given.team.id } })),
  ).not.toContain("AKIAIOSFODNN7EXAMPLE")
  expect(
    await database().memoryFile.findMany({ where: { teamId: given.team.id, scope: "session" } }),
  ).toEqual([])
  expect(
    await database().revision.count({ where: { teamId: given.team.id, text: { contains: "Only for now" } } }),
  ).toBe(0)
  expect(
    await close(given, "s-1", { summary: "Something else", learnings: [{ content: "Never proposed" }] }),
  ).toEqual({
    ok: true,
    value: {
      ...closed,
      message: expect.stringMatching(
        /^s-1 was already closed at \d{4}-\d\d-\d\dT.*Z. Nothing was changed$/,
      ) as string,
    },
  })
  expect(await close(given, "s-1", { learnings })).toEqual({ ok: true, value: closed })
  expect((await given.file(ANN)).head).toBe(2)
  expect(await database().proposal.count({ where: { teamId: given.team.id } })).toBe(1)
})

it("concurrent closes take effect once and return the same answer", async () => {
  const given = await memory()
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() =>
      close(given, "s-2", {
        learnings: [{ content: "Batches of a hundred are fastest" }, { content: "Retries are safe" }],
      }),
    ),
  )
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(expectDone(answers[0] as (typeof answers)[0]).proposals).toHaveLength(2)
  expect((await given.file(ANN)).head).toBe(2)
  expect(await database().proposal.count({ where: { teamId: given.team.id } })).toBe(2)
})

it("a close that was interrupted before its answer is completed by another close", async () => {
  const given = await memory()
  const accept = await rejectRows("agent_session", { when: WHOLE_ANSWER })
  await expect(close(given, "s-3", { learnings: [{ content: "Retries are safe" }] })).rejects.toThrow(
    "rejected by the test",
  )
  await accept()
  expect((await given.file(ANN)).head).toBe(2)
  const finished = expectDone(await close(given, "s-3", { summary: "again" }))
  expect(finished).toMatchObject({ revision: 2, proposals: [{ state: "waiting" }] })
  expect(await close(given, "s-3")).toEqual({ ok: true, value: finished })
  expect(await database().proposal.count({ where: { teamId: given.team.id } })).toBe(1)
})

it("a repeated close under one key is the same close, also after an interruption", async () => {
  const given = await memory()
  const token = givenToken(given.team, { agent: "ann" })
  const send = (key: string, more: object = {}) =>
    runOnce(
      closeSession as unknown as Operation,
      token,
      {
        team: given.team.slug,
        project: "ledger",
        session: key,
        summary: "Read the ledger",
        learnings: [{ content: "Retries are safe" }],
        ...more,
      },
      key,
    )
  const accept = await rejectRows("agent_session", { when: WHOLE_ANSWER })
  await expect(send("k-1")).rejects.toThrow("rejected by the test")
  await accept()
  const finished = expectDone(await send("k-1"))
  expect(finished).toMatchObject({ revision: 2, proposals: [{ state: "waiting" }] })
  expect([await send("k-1"), await send("k-1", { summary: "Another" })]).toEqual([
    { ok: true, value: finished },
    expect.objectContaining({ ok: false, reason: "invalid" }),
  ])
  expect(expectDone(await send("k-2", { learnings: [] }))).toEqual(
    expectDone(await send("k-2", { learnings: [] })),
  )
  expect(await send("k-2", { learnings: [], summary: "Another" })).toMatchObject({
    ok: false,
    reason: "invalid",
  })
  expect((await given.file(ANN)).head).toBe(3)
  expect(await database().proposal.count({ where: { teamId: given.team.id } })).toBe(1)
})

it("sessions that close during a curator's edits lose nothing", async () => {
  const given = await memory()
  const { id, head, text } = await given.file(ANN)
  const [edit, ...closes] = await Promise.all([
    runOperation(reviseFile, given.lead, {
      file: id,
      base: head,
      reason: "clearer",
      text: text.replace("rounded to cents", "rounded to whole cents"),
    }),
    ...[1, 2, 3, 4, 5].map((place) => close(given, `s-${place}`, { summary: `Session ${place}` })),
  ])
  closes.forEach(expectDone)
  const now = await textOf(given, ANN)
  for (const place of [1, 2, 3, 4, 5]) expect(now).toContain(`${TODAY} · Session ${place} · done`)
  expect(now).toContain("session_count: 7")
  if (edit.ok) expect(now).toContain("rounded to whole cents")
  else
    expect(edit).toMatchObject({
      reason: "stale",
      details: { yours: expect.stringContaining("whole cents") as string },
    })
})

it("an agent without memory gets one with its first session, and an agent that opted out is rejected by name", async () => {
  const given = await memory({ [memoryPath("bob")]: "---\nagent: bob\nmemory: disabled\n---\n" })
  expect(expectDone(await close(given, session(), { agent: "carol" }, givenToken(given.team)))).toMatchObject(
    { revision: 1, path: memoryPath("carol") },
  )
  expect(await textOf(given, memoryPath("carol"))).toMatch(
    /session_count: 1[^]*## Session Log\n<!--[^\n]*-->\n+\d{4}-\d\d-\d\d · Read the ledger · done\n/,
  )
  for (const one of [
    await close(given, session(), { agent: "bob" }, givenToken(given.team)),
    await runOperation(flush, givenToken(given.team), { project: "ledger", agent: "bob", content: "x" }),
  ])
    expect(one).toMatchObject({
      ok: false,
      reason: "forbidden",
      message: expect.stringContaining("bob has opted out") as string,
    })
})

it("an access token for an agent cannot write for another agent, and a project token cannot write in another project", async () => {
  const given = await memory()
  const others = givenToken(given.team, { agent: "bob" })
  for (const one of [
    await close(given, session(), { agent: "ann" }, others),
    await runOperation(flush, others, { project: "ledger", agent: "ann", content: "x" }),
  ])
    expect(one).toMatchObject({
      ok: false,
      reason: "forbidden",
      message: expect.stringContaining("ann: this access token belongs to bob") as string,
    })
  const elsewhere = givenToken(given.team, { projectId: newId() })
  for (const one of [
    await close(given, session(), { agent: "ann" }, elsewhere),
    await runOperation(appendRun, elsewhere, {
      project: "ledger",
      goal: "g",
      outcome: "success",
      lesson: "l",
    }),
  ])
    expect(one).toMatchObject({ ok: false, reason: "not-found" })
})

it("sessions and flushes in a workspace write to today's log", async () => {
  const given = await givenMemory({
    "MEMORY.md": "# Memory\n\n- Mail goes out at nine\n",
    "SOUL.md": "Calm.\n",
    [`memory/${TODAY}.md`]: `# ${TODAY}\n\n## Morning\n\n- Sorted the mail\n\n## Evening\n\n- Read the news\n`,
  })
  const path = `memory/${TODAY}.md`
  expect(expectDone(await close(given, "s-9", { agent: "clerk" }, givenToken(given.team)))).toMatchObject({
    revision: 2,
    path,
  })
  expect(
    expectDone(
      await runOperation(flush, givenToken(given.team, { agent: "clerk" }), {
        project: "ledger",
        content: "# Half way\n\n- two letters\n- one bill\n\n```\nmake bill\n```\n",
      }),
    ),
  ).toMatchObject({ path, line: 11 })
  expect(await textOf(given, path)).toContain(
    "- Read the news\n- Session s-9 by clerk: Read the ledger · done\n- ",
  )
  expect((await given.file(path)).entries).toHaveLength(4)
})

it("concurrent flushes are all written to one log, and identical ones only once", async () => {
  const given = await memory()
  const words = Array.from({ length: 20 }, (_, place) => `Flushed number ${place * 7919}`)
  const places = await Promise.all(
    words.map(async (content) =>
      expectDone(
        await runOperation(flush, givenToken(given.team, { agent: "ann" }), {
          project: "ledger",
          content,
          session: "s-7",
        }),
      ),
    ),
  )
  expect(new Set(places.map((one) => one.path))).toEqual(new Set([LOG]))
  const lines = (await textOf(given, LOG)).split("\n")
  expect(places.map((one) => lines[one.line - 1])).toEqual(words.map((one) => `- ${one}`))
  expect(
    expectDone(
      await runOperation(flush, givenToken(given.team, { agent: "ann" }), {
        project: "ledger",
        content: words[3],
      }),
    ),
  ).toMatchObject({ line: places[3]?.line, revision: 20 })
  expect(
    await database().memoryFile.findFirst({
      where: { teamId: given.team.id, path: LOG },
      include: { agent: true },
    }),
  ).toMatchObject({ format: "openclaw-workspace", role: "log", agent: { name: "ann" } })
})

it("a flush rejects secrets by name, future dates, and forgotten text", async () => {
  const given = await memory()
  const token = givenToken(given.team, { agent: "ann" })
  const flushed = (content: string, more: object = {}) =>
    runOperation(flush, token, { project: "ledger", content, ...more })
  expect(await flushed("use AKIAIOSFODNN7EXAMPLE")).toMatchObject({
    ok: false,
    reason: "invalid",
    message: expect.stringContaining("content") as string,
  })
  expect(await flushed("x", { date: "2099-01-01" })).toMatchObject({
    ok: false,
    reason: "invalid",
    message: expect.stringContaining("2099-01-01 is in the future") as string,
  })
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  expect(expectDone(await flushed("Written yesterday", { date: yesterday })).path).toBe(
    `.kaizen/agents/ann/memory/${yesterday}.md`,
  )
  expectDone(
    await runOperation(forgetEntry, given.lead, {
      entry: (await given.file(ANN)).entries[0]?.id ?? "",
      reason: "wrong",
    }),
  )
  expect(await flushed("Invoices are rounded to cents")).toMatchObject({
    ok: false,
    reason: "conflict",
    message: expect.stringContaining("(wrong)") as string,
  })
})

it("runs are appended concurrently, truncated and pruned, in the file's own layout", async () => {
  const given = await memory({
    ".sdd/cache/project_memory.json": `{\n\t"runs": [${Array.from({ length: 19 }, (_, place) => `\n\t\t{ "timestamp": "2026-01-01T00:00:00Z", "goal": "g${place}", "outcome": "success", "lesson": "lesson ${place}" }`).join(",")}\n\t],\n\t"notes": ["kept"]\n}\n`,
  })
  const run = (lesson: string) =>
    runOperation(appendRun, givenToken(given.team), {
      project: "ledger",
      goal: "x".repeat(130),
      outcome: "partial",
      lesson,
      ticket: "T-1",
    })
  const answers = await Promise.all(
    ["Tests are\nflaky", "Cold caches are slow", "Locks are held long"].map(run),
  )
  expect(answers.map((one) => expectDone(one).runs)).toEqual([20, 20, 20])
  const text = await textOf(given, ".sdd/cache/project_memory.json")
  const { runs, notes } = JSON.parse(text) as {
    runs: { goal: string; lesson: string; ticketId: string }[]
    notes: string[]
  }
  expect([runs.length, runs[0]?.lesson, notes]).toEqual([20, "lesson 2", ["kept"]])
  expect(
    runs
      .slice(-3)
      .map((one) => one.lesson)
      .toSorted(),
  ).toEqual(["Cold caches are slow", "Locks are held long", "Tests are flaky"])
  expect(runs.at(-1)).toMatchObject({ goal: "x".repeat(100), ticketId: "T-1" })
  expect(text).toMatch(/\n\t\t\{ "timestamp": "2026-01-01T00:00:00Z", "goal": "g2"/)
  const elsewhere = await givenMemory({ "MEMORY.md": "# M\n" })
  expect(
    expectDone(
      await runOperation(appendRun, givenToken(elsewhere.team), {
        project: "ledger",
        goal: "g",
        outcome: "failed",
        lesson: "l",
      }),
    ),
  ).toEqual({
    path: ".sdd/cache/project_memory.json",
    runs: 1,
    revision: 1,
    made: ".sdd/cache/project_memory.json",
  })
})

it("history shows the session of each write, and all writes of a session can be undone at once", async () => {
  const given = await memory()
  expectDone(
    await runOperation(flush, givenToken(given.team, { agent: "ann" }), {
      project: "ledger",
      content: "Poison",
      session: "s-12",
    }),
  )
  expectDone(await close(given, "s-12"))
  const log = await given.file(LOG)
  const { revisions } = expectDone(
    await runOperation(listFileRevisions, given.lead, { team: given.team.slug, file: log.id }),
  )
  expect(revisions[0]).toMatchObject({ reason: "Flushed in session s-12 by ann" })
  const { writers } = expectDone(await runOperation(listWrites, given.lead, { team: given.team.slug }))
  expect(writers).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: "session", id: "s-12", files: 2, revisions: 2 }),
      expect.objectContaining({ kind: "agent", id: "ann", revisions: 2 }),
    ]),
  )
  const of = { session: "s-12" }
  const { shown } = expectDone(await runOperation(previewRevert, given.lead, { team: given.team.slug, of }))
  expectDone(
    await runOperation(runRevert, given.lead, { team: given.team.slug, of, reason: "poisoned", shown }),
  )
  expect(await textOf(given, LOG)).not.toContain("Poison")
  expect(await textOf(given, ANN)).not.toContain("Read the ledger")
})

it("session memory is deleted when it expires, and no import restores it after the session closed", async () => {
  const given = await memory({
    "memory/sessions/old.json": `{"version": "1.0", "entries": []}\n`,
    "memory/sessions/new.json": `{"version": "1.0", "entries": []}\n`,
  })
  await database().memoryFile.updateMany({
    where: { teamId: given.team.id, subject: "old" },
    data: { changedAt: new Date(Date.now() - 8 * 86_400_000) },
  })
  const left = async () =>
    (await database().memoryFile.findMany({ where: { teamId: given.team.id, scope: "session" } })).map(
      (one) => one.subject,
    )
  expect(await deleteExpiredMemory(systemActor(), new Date())).toBe(1)
  expect(await left()).toEqual(["new"])
  expectDone(await close(given, "new"))
  const again = { "memory/sessions/new.json": `{"version": "1.0", "entries": []}\n` }
  const { items } = await startAndWait(
    given.team,
    (await offerFiles(given.team, "/srv/ledger", again, { project: "ledger" })).run,
  )
  expect(items["memory/sessions/new.json"]).toMatchObject({
    status: "left-alone",
    reason: "the session is closed, and session memory ends with the session",
  })
  expect(await left()).toEqual([])
})

it("session memory is deleted early only when the owner of its session closes it", async () => {
  const kept = Object.fromEntries(
    ["a", "b", "c"].map((name) => [`memory/sessions/${name}.json`, `{"version": "1.0", "entries": []}\n`]),
  )
  const given = await memory(kept)
  const left = async () =>
    (
      await database().memoryFile.findMany({
        where: { teamId: given.team.id, scope: "session" },
        orderBy: { subject: "asc" },
      })
    ).map((one) => one.subject)
  const [stranger, starter] = [givenToken(given.team), givenToken(given.team)]
  const learnings = [{ content: "Retries are safe" }]
  expect(expectDone(await close(given, "a", { agent: "ann", learnings }, stranger))).toMatchObject({
    revision: 2,
    message: expect.stringMatching(/^memory\/sessions\/a\.json will be kept for 7 days/) as string,
  })
  for (const one of [starter, stranger])
    expectDone(await runOperation(startSession, one, { project: "ledger", agent: "ann", session: "b" }))
  expect(expectDone(await close(given, "b", { agent: "ann" }, stranger)).message).toMatch(
    /^memory\/sessions\/b\.json will be kept/,
  )
  expectDone(await runOperation(startSession, starter, { project: "ledger", agent: "ann", session: "b" }))
  expect(expectDone(await close(given, "b", { agent: "ann" }, starter))).toMatchObject({
    revision: 4,
    message: null,
  })
  expectDone(await close(given, "c"))
  expect(await left()).toEqual(["a"])
  expect(await deleteExpiredMemory(systemActor(), new Date())).toBe(0)
  expect(await left()).toEqual(["a"])
})

it("a write for an unknown agent returns one warning with a suggested name", async () => {
  const given = await memory({
    [memoryPath("unit-tester")]: memoryOf("unit-tester", ["[2026-01-05] Seeds are fixed"]),
  })
  const token = givenToken(given.team)
  const written = async (agent: string) =>
    expectDone(await runOperation(flush, token, { project: "ledger", agent, content: `Half way, ${agent}` }))
  const path = `.kaizen/agents/unit-testr/memory/${TODAY}.md`
  expect(await written("unit-testr")).toMatchObject({
    path,
    made: path,
    message: `unit-testr is new in ledger: ${path} was created for it. Did you mean unit-tester?`,
  })
  expect(await written("unit-testr")).toMatchObject({ made: null, message: null })
  expect(await written("ann")).toMatchObject({ made: LOG, message: null })
  expect(expectDone(await close(given, "s-1", { agent: "zoe" }, token))).toMatchObject({
    made: memoryPath("zoe"),
    message: `zoe is new in ledger: ${memoryPath("zoe")} was created for it`,
  })
})
