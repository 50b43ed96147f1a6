import { describe, expect, it, onTestFinished, vi } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { isListening, onNotice, type Notice } from "@/lib/db/infra/listen"
import type { FoundAlert } from "@/lib/memory/alerts/rule"
import {
  acknowledgeAlerts,
  assignAlertsTo,
  reopenAlerts,
  snoozeAlerts,
} from "@/lib/operations/alerts/acknowledge-snooze-assign"
import { evaluateTeam, type ChecksByUnit, checkingAlerts } from "@/lib/operations/alerts/evaluate"
import { listAlerts, showAlert } from "@/lib/operations/alerts/alerts"
import type { StoredCheck } from "@/lib/operations/alerts/unit-checks"
import { ignoreAlerts, listAlertRules, removeAlertRule } from "@/lib/operations/alerts/ignore-rules"
import { startWorker } from "@/lib/jobs/worker"
import { setPolicy } from "@/lib/db/policies"
import { commit } from "@/lib/db/infra/commit"
import { done } from "@/lib/memory/inputs/outcome"
import { runOperation } from "@/lib/operations/operation"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { givenMemory, givenToken } from "../../support/proposals"

const NOW = new Date("2026-11-22T12:00:00Z")
const DAY = 86_400_000
const later = (days: number) => new Date(NOW.getTime() + days * DAY)
const PATH = memoryPath("ann")

/**
 * The rule of these tests: a file containing "sick" raises an alert, "very sick" a worse one, and "due
 * 2026-12-01" one from that day on.
 */
function sickness(seen: string[] = []): ChecksByUnit {
  const file = async (teamId: string, ids: readonly string[], { now }: { now: Date }) => {
    const rows = await database().$queryRaw<
      {
        id: string
        path: string
        text: string
        projectId: string
        agentId: string | null
        categoryId: string | null
        said: string[]
        state: string
      }[]
    >`
      SELECT f.id, f.path, r.text, f.state, f.project_id AS "projectId", f.agent_id AS "agentId", f.category_id AS "categoryId",
        ARRAY(SELECT DISTINCT e.said::text FROM entry e WHERE e.team_id = f.team_id AND e.file_id = f.id AND e.state = 'current' AND f.state <> 'gone') AS said
      FROM memory_file f JOIN revision r ON r.team_id = f.team_id AND r.file_id = f.id AND r.number = f.head WHERE f.team_id = ${teamId}::uuid AND f.id = ANY(${[...ids]}::uuid[])`
    seen.push(...rows.map((row) => row.path))
    return new Map(
      rows.map((row): [string, StoredCheck] => {
        const count = row.text.match(/sick/g)?.length ?? 0
        const due = /due (\d{4}-\d{2}-\d{2})/.exec(row.text)?.[1]
        const dueAt = due === undefined ? null : new Date(`${due}T00:00:00Z`)
        const found: FoundAlert[] =
          count > 0 || (dueAt && dueAt <= now)
            ? [
                {
                  kind: "stale-file",
                  part: "",
                  severity: row.text.includes("very") ? "error" : "warning",
                  message: `${count} sick`,
                  path: null,
                  line: 1,
                  column: null,
                  evidence: { figures: { count } },
                },
              ]
            : []
        return [
          row.id,
          {
            look: { found, dueAt },
            said: row.said.map(BigInt),
            place: {
              projectId: row.projectId,
              agentId: row.agentId,
              categoryId: row.categoryId,
              fileId: row.id,
              path: row.path,
            },
          },
        ]
      }),
    )
  }
  const none = async () => new Map<string, StoredCheck>()
  return { file, agent: none, project: none }
}

type Memory = Awaited<ReturnType<typeof givenMemory>>

async function write(memory: Memory, path: string, findings: readonly string[]): Promise<void> {
  const { id, head } = await memory.file(path)
  expectDone(
    await runOperation(reviseFile, memory.lead, {
      file: id,
      base: head,
      text: memoryOf(path.split("/").at(-2) ?? "", findings),
      reason: "test",
    }),
  )
}

const look = (
  memory: Memory,
  {
    now = NOW,
    everything = false,
    looks = sickness(),
  }: { now?: Date; everything?: boolean; looks?: ChecksByUnit } = {},
) => evaluateTeam(systemActor(), memory.team.id, { now, everything, looks })
const all = async (memory: Memory, more: object = {}) =>
  expectDone(await runOperation(listAlerts, memory.lead, { team: memory.team.slug, state: "all", ...more }))
    .alerts
const only = async (memory: Memory) => (await all(memory))[0] ?? expect.fail("there is no alert")
const history = async (memory: Memory) =>
  expectDone(await runOperation(showAlert, memory.lead, { alert: (await only(memory)).id }))
    .history.map((one) => one.what)
    .toReversed()
const happenings = async ({ team }: Memory) =>
  (await database().auditEvent.findMany({ where: { teamId: team.id, kind: "alert.evaluate" } })).map(
    (one) => one.detail,
  )

describe("an alert", () => {
  it("is raised, changes, resolves itself and reopens as the same alert in a new round, with one event each", async () => {
    const memory = await givenMemory({ [PATH]: memoryOf("ann", ["[2026-11-01] All is well here"]) })
    expect(await look(memory)).toMatchObject({ raised: 0 })
    await write(memory, PATH, ["[2026-11-01] We are sick here"])
    expect(await look(memory)).toMatchObject({ raised: 1, changed: 0, resolved: 0 })
    const raised = await only(memory)
    expect(raised).toMatchObject({
      kind: "stale-file",
      state: "open",
      round: 1,
      message: "1 sick",
      agent: "ann",
      path: PATH,
      line: 1,
      raisedAt: NOW.toISOString(),
      resolvedAt: null,
      project: { slug: "ledger" },
    })
    await write(memory, PATH, ["[2026-11-01] We are sick sick here"])
    expect(await look(memory, { now: later(1) })).toMatchObject({ raised: 0, changed: 1 })
    expect(await only(memory)).toMatchObject({
      id: raised.id,
      round: 1,
      message: "2 sick",
      raisedAt: NOW.toISOString(),
      changedAt: later(1).toISOString(),
    })
    await write(memory, PATH, ["[2026-11-01] All is well here"])
    expect(await look(memory)).toMatchObject({ resolved: 1 })
    expect(await only(memory)).toMatchObject({
      id: raised.id,
      state: "resolved",
      resolvedAt: NOW.toISOString(),
    })
    await write(memory, PATH, ["[2026-11-01] We are sick here"])
    await look(memory, { now: later(2) })
    expect(await only(memory)).toMatchObject({
      id: raised.id,
      state: "open",
      round: 2,
      raisedAt: later(2).toISOString(),
    })
    expect(await history(memory)).toEqual(["raised", "changed", "resolved", "raised"])
    expect(await happenings(memory)).toMatchObject([
      { raised: 1, changed: 0, resolved: 0, alerts: [{ id: raised.id, state: "open" }] },
      { changed: 1 },
      { resolved: 1, alerts: [{ state: "resolved" }] },
      { raised: 1 },
    ])
  })

  it("records no event if an evaluation finds nothing or only known alerts", async () => {
    const memory = await givenMemory({ [PATH]: memoryOf("ann", ["[2026-11-01] We are sick here"]) })
    await look(memory)
    const events = () => database().auditEvent.count({ where: { teamId: memory.team.id } })
    const before = await events()
    expect(await look(memory, { everything: true })).toMatchObject({ raised: 0, changed: 0, resolved: 0 })
    expect(await look(memory)).toEqual({ evaluated: 0, raised: 0, changed: 0, resolved: 0, unchecked: 0 })
    expect(await events()).toBe(before)
  })

  it("is raised without a change on the day that its last evaluation scheduled", async () => {
    const memory = await givenMemory({ [PATH]: memoryOf("ann", ["[2026-11-01] It is due 2026-12-01 here"]) })
    await look(memory)
    expect(await look(memory, { now: new Date("2026-11-30T23:59:59Z") })).toMatchObject({ evaluated: 0 })
    expect(await look(memory, { now: new Date("2026-12-01T00:00:00Z") })).toMatchObject({
      evaluated: 1,
      raised: 1,
    })
    expect(await look(memory, { now: new Date("2026-12-01T00:00:01Z") })).toMatchObject({ evaluated: 0 })
  })

  it("resolves itself if its file no longer exists", async () => {
    const memory = await givenMemory({ [PATH]: memoryOf("ann", ["[2026-11-01] We are sick here"]) })
    await look(memory)
    await database().memoryFile.deleteMany({ where: { teamId: memory.team.id } })
    expect(await look(memory)).toMatchObject({ resolved: 1 })
    expect(await database().watched.count({ where: { teamId: memory.team.id, unit: "file" } })).toBe(0)
  })

  it("is evaluated again when another agent adds or removes the same entry", async () => {
    const [bob, cid] = [memoryPath("bob"), memoryPath("cid")]
    const memory = await givenMemory({
      [PATH]: memoryOf("ann", [
        "[2026-11-01] The broker drops messages",
        "[2026-11-01] Only ann knows this one",
      ]),
      [bob]: memoryOf("bob", ["[2026-11-01] Bob says nothing new"]),
      [cid]: memoryOf("cid", ["[2026-11-01] Cid says nothing new"]),
    })
    await look(memory)
    const lookedAt = async () => {
      const seen: string[] = []
      await look(memory, { looks: sickness(seen) })
      return [...new Set(seen)].toSorted()
    }
    await write(memory, bob, ["[2026-11-02] the broker drops messages!"])
    expect(await lookedAt()).toEqual([PATH, bob])
    await write(memory, cid, ["[2026-11-02] The broker drops messages"])
    expect(await lookedAt()).toEqual([cid])
    await write(memory, bob, ["[2026-11-02] Bob says nothing new"])
    expect(await lookedAt()).toEqual([bob])
    await write(memory, cid, ["[2026-11-02] Cid says nothing new"])
    expect(await lookedAt()).toEqual([PATH, cid])
  })

  it("is evaluated with all others when a policy changes", async () => {
    const memory = await givenMemory({ [PATH]: memoryOf("ann", ["[2026-11-01] All is well here"]) })
    await look(memory)
    await commit(systemActor(), { kind: "policy.set", teamId: memory.team.id, subject: "team" }, async (tx) =>
      done(await setPolicy(tx, memory.team.id, "team", { days: 12 })),
    )
    const seen: string[] = []
    await look(memory, { looks: sickness(seen) })
    expect(seen).toEqual([PATH])
  })
})

describe("alert evaluation", () => {
  it("does nothing while another process evaluates the team, and keeps the pending marks", async () => {
    const memory = await givenMemory({ [PATH]: memoryOf("ann", ["[2026-11-01] We are sick here"]) })
    let inner: unknown = null
    const { file, ...looks } = sickness()
    await database().$transaction(async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`alerts of ${memory.team.id}`}, 0))`
      inner = await look(memory, { looks: { file, ...looks } })
    })
    expect(inner).toEqual({ evaluated: 0, raised: 0, changed: 0, resolved: 0, unchecked: 0 })
    expect(await look(memory)).toMatchObject({ raised: 1 })
  })

  it("records nothing if it is interrupted, and records each event once on the next run", async () => {
    const memory = await givenMemory({ [PATH]: memoryOf("ann", ["[2026-11-01] We are sick here"]) })
    const { file, ...looks } = sickness()
    const cut: ChecksByUnit = {
      ...looks,
      file: async (...asked) => {
        await file(...asked)
        return Promise.reject(Object.assign(new Error("cut off"), { code: "57P01" }))
      },
    }
    await expect(look(memory, { looks: cut })).rejects.toThrow("cut off")
    expect(await all(memory)).toEqual([])
    expect(await look(memory)).toMatchObject({ raised: 1 })
    expect(await history(memory)).toEqual(["raised"])
  })

  it("raises each alert once in concurrent runs", async () => {
    const memory = await givenMemory(
      Object.fromEntries(
        Array.from({ length: 20 }, (_, n) => [
          memoryPath(`agent-${n}`),
          memoryOf(`agent-${n}`, [`[2026-11-01] We are sick here ${n}`]),
        ]),
      ),
    )
    const sums = await Promise.all(Array.from({ length: 5 }, () => look(memory)))
    expect(sums.reduce((sum, one) => sum + one.raised, 0)).toBe(20)
    expect(await database().alertEvent.count({ where: { teamId: memory.team.id } })).toBe(20)
  })

  it("evaluates alerts in the background and publishes the changed ones", async () => {
    const memory = await givenMemory({ [PATH]: memoryOf("ann", ["[2026-11-01] All is well here"]) })
    const heard: Notice[] = []
    onTestFinished(
      onNotice(
        (notice) =>
          notice !== "lost" &&
          notice.teamId === memory.team.id &&
          notice.kind === "alert.evaluate" &&
          heard.push(notice),
      ),
    )
    await isListening()
    const { stop } = startWorker([checkingAlerts(systemActor(), { pauseMs: 5 })])
    onTestFinished(stop)
    await write(memory, PATH, ["[2020-01-01] All was well then"])
    await vi.waitFor(() => expect(heard.flatMap((one) => one.alerts ?? [])).not.toEqual([]), {
      timeout: 20_000,
    })
    await stop()
    const known = (await all(memory)).map((one) => one.id)
    for (const { id } of heard.flatMap((one) => one.alerts ?? [])) expect(known).toContain(id)
  })
})

describe("a curator", () => {
  const sick = async () => {
    const memory = await givenMemory({ [PATH]: memoryOf("ann", ["[2026-11-01] We are sick here"]) })
    await look(memory)
    return { memory, id: (await only(memory)).id, team: memory.team.slug }
  }

  it("acknowledges an alert, which reopens when it gets worse but not on other changes", async () => {
    const { memory, id, team } = await sick()
    expect(expectDone(await runOperation(acknowledgeAlerts, memory.lead, { team, alerts: [id] }))).toEqual({
      alerts: [{ id, state: "acknowledged" }],
    })
    await write(memory, PATH, ["[2026-11-01] We are sick sick here"])
    await look(memory)
    expect(await only(memory)).toMatchObject({ state: "acknowledged", message: "2 sick" })
    await write(memory, PATH, ["[2026-11-01] We are very sick here"])
    await look(memory)
    expect(await only(memory)).toMatchObject({ state: "open", severity: "error", round: 1 })
    expect(await history(memory)).toEqual(["raised", "acknowledged", "changed", "changed", "reopened"])
  })

  it("snoozes an alert until a time, and it reopens then without another change", async () => {
    const { memory, id, team } = await sick()
    expect(
      await runOperation(snoozeAlerts, memory.lead, { team, alerts: [id], until: "2020-01-01T00:00:00Z" }),
    ).toMatchObject({ ok: false, reason: "invalid" })
    expect(
      expectDone(
        await runOperation(snoozeAlerts, memory.lead, {
          team,
          alerts: [id],
          until: "2099-01-01T08:30:00+01:00",
        }),
      ).alerts,
    ).toEqual([{ id, state: "snoozed" }])
    expect(await all(memory, { state: "unresolved" })).toEqual([])
    expect(await look(memory, { now: new Date("2099-01-01T07:29:59Z") })).toMatchObject({ evaluated: 0 })
    expect(await look(memory, { now: new Date("2099-01-01T07:30:00Z") })).toMatchObject({
      evaluated: 1,
      changed: 1,
    })
    expect(await only(memory)).toMatchObject({ state: "open", snoozedUntil: null })
    expect(await history(memory)).toEqual(["raised", "snoozed", "woken"])
  })

  it("reverts an action by its opposite, returns the current state if nothing changes, and refuses impossible actions", async () => {
    const { memory, id, team } = await sick()
    const state = async (operation: typeof acknowledgeAlerts | typeof reopenAlerts) =>
      expectDone(await runOperation(operation, memory.lead, { team, alerts: [id] })).alerts[0]?.state
    expect(await state(acknowledgeAlerts)).toBe("acknowledged")
    expect(await state(acknowledgeAlerts)).toBe("acknowledged")
    expect(await state(reopenAlerts)).toBe("open")
    expect(await history(memory)).toEqual(["raised", "acknowledged", "reopened"])
    await write(memory, PATH, ["[2026-11-01] All is well here"])
    await look(memory)
    expect(await runOperation(acknowledgeAlerts, memory.lead, { team, alerts: [id] })).toMatchObject({
      ok: false,
      reason: "conflict",
      message: "the alert is resolved: its cause no longer exists",
    })
    expect(await runOperation(acknowledgeAlerts, memory.lead, { team, alerts: [team] })).toMatchObject({
      ok: false,
      reason: "not-found",
    })
  })

  it("assigns an alert only to members of the team, and only leads assign", async () => {
    const { memory, id, team } = await sick()
    const member = await givenPerson({ team: memory.team, role: "member" })
    expectDone(await runOperation(assignAlertsTo, memory.lead, { team, alerts: [id], assignee: "me" }))
    expect(await all(memory, { assignee: "me" })).toMatchObject([{ id, assignee: { id: memory.lead.id } }])
    const stranger = await givenPerson({ team: await givenTeam(), role: "lead" })
    expect(
      await runOperation(assignAlertsTo, memory.lead, { team, alerts: [id], assignee: stranger.id }),
    ).toMatchObject({ ok: false, reason: "invalid" })
    expectDone(await runOperation(assignAlertsTo, memory.lead, { team, alerts: [id], assignee: member.id }))
    expect(
      await runOperation(assignAlertsTo, await actorOf(member), { team, alerts: [id], assignee: "me" }),
    ).toMatchObject({ ok: false, reason: "forbidden" })
    expectDone(await runOperation(assignAlertsTo, memory.lead, { team, alerts: [id], assignee: null }))
    expect(await all(memory, { assignee: "none" })).toHaveLength(1)
  })

  it("gets new alerts of a scope assigned automatically by policy", async () => {
    const memory = await givenMemory({ [PATH]: memoryOf("ann", ["[2026-11-01] We are sick here"]) })
    const owner = await givenPerson({ team: memory.team, role: "member", email: "Owner@example.com" })
    await commit(
      systemActor(),
      { kind: "policy.set", teamId: memory.team.id, subject: "project:ledger" },
      async (tx) =>
        done(await setPolicy(tx, memory.team.id, "project:ledger", { alertOwner: "owner@example.com" })),
    )
    await look(memory)
    expect(await only(memory)).toMatchObject({ assignee: { id: owner.id } })
  })

  it("restores earlier decisions when a rule is removed or replaced", async () => {
    const { memory, id, team } = await sick()
    const without = async (rule: string) =>
      expectDone(await runOperation(removeAlertRule, memory.lead, { team, rule })).reopened
    const ignoring = async (path?: string) =>
      expectDone(
        await runOperation(ignoreAlerts, memory.lead, { team, kind: "stale-file", path, reason: "archived" }),
      ).rule.id
    expectDone(await runOperation(acknowledgeAlerts, memory.lead, { team, alerts: [id] }))
    const [first, second] = [await ignoring(), await ignoring("**")]
    expect([await without(first), await without(second)]).toEqual([0, 1])
    expect(await only(memory)).toMatchObject({ state: "acknowledged" })
    expectDone(
      await runOperation(snoozeAlerts, memory.lead, { team, alerts: [id], until: "2099-01-01T08:00:00Z" }),
    )
    const third = await ignoring()
    expect(await only(memory)).toMatchObject({ state: "ignored", snoozedUntil: null })
    await look(memory, { everything: true })
    await without(third)
    expect(await only(memory)).toMatchObject({ state: "snoozed", snoozedUntil: "2099-01-01T08:00:00.000Z" })
    expect(await history(memory)).toEqual([
      "raised",
      "acknowledged",
      "ignored",
      "unignored",
      "snoozed",
      "ignored",
      "unignored",
    ])
  })

  it("ignores current and future alerts by rule, and restores all of them when the rule is removed", async () => {
    const { memory, id, team } = await sick()
    const rule = expectDone(
      await runOperation(ignoreAlerts, memory.lead, {
        team,
        kind: "stale-file",
        project: "ledger",
        agent: "ann",
        path: "**/memory.md",
        reason: "archived",
      }),
    )
    expect(rule).toMatchObject({
      ignored: 1,
      rule: {
        kind: "stale-file",
        project: { slug: "ledger" },
        agent: "ann",
        path: "**/memory.md",
        ignoring: 1,
      },
    })
    expect(
      await runOperation(ignoreAlerts, memory.lead, {
        team,
        kind: "stale-file",
        project: "ledger",
        agent: "ann",
        path: "**/memory.md",
        reason: "again",
      }),
    ).toMatchObject({ ok: false, reason: "conflict" })
    await write(memory, PATH, ["[2026-11-01] We are sick sick here"])
    expect(await look(memory)).toMatchObject({ raised: 0, changed: 0 })
    expect(await only(memory)).toMatchObject({ state: "ignored", message: "2 sick" })
    expect(expectDone(await runOperation(showAlert, memory.lead, { alert: id })).rules).toMatchObject([
      { id: rule.rule.id },
    ])
    expect(expectDone(await runOperation(listAlertRules, memory.lead, { team })).rules).toHaveLength(1)
    expect(
      expectDone(await runOperation(removeAlertRule, memory.lead, { team, rule: rule.rule.id })),
    ).toEqual({
      id: rule.rule.id,
      reopened: 1,
    })
    expect(await only(memory)).toMatchObject({ state: "open", round: 1 })
    expect(await look(memory, { everything: true })).toMatchObject({ raised: 0, changed: 0 })
    expect(await history(memory)).toEqual(["raised", "ignored", "reopened"])
    expect(await runOperation(removeAlertRule, memory.lead, { team, rule: rule.rule.id })).toMatchObject({
      ok: false,
      reason: "not-found",
    })
  })
})

describe("alert visibility", () => {
  it("filters by kind, state, severity, agent, file and text, with counts and pages", async () => {
    const memory = await givenMemory(
      Object.fromEntries(
        ["ann", "bob", "cid"].map((agent) => [
          memoryPath(agent),
          memoryOf(agent, [`[2026-11-01] We are ${agent === "bob" ? "very " : ""}sick here, says ${agent}`]),
        ]),
      ),
    )
    await look(memory)
    const list = async (more: object) =>
      expectDone(await runOperation(listAlerts, memory.lead, { team: memory.team.slug, ...more }))
    expect(await list({})).toMatchObject({
      total: 3,
      next: null,
      counts: { kinds: { "stale-file": 3 }, states: { open: 3 }, severities: { error: 1, warning: 2 } },
    })
    expect((await list({})).alerts[0]).toMatchObject({ agent: "bob", severity: "error" })
    expect((await list({ severity: "warning" })).counts.severities).toEqual({ error: 1, warning: 2 })
    expect((await list({ agent: "cid" })).alerts).toHaveLength(1)
    expect((await list({ search: "BOB" })).alerts).toMatchObject([{ agent: "bob" }])
    expect((await list({ search: "100%" })).total).toBe(0)
    expect((await list({ file: (await memory.file(memoryPath("ann"))).id })).alerts).toMatchObject([
      { agent: "ann" },
    ])
    expect((await list({ kind: "empty" })).alerts).toEqual([])
    const first = await list({ limit: 2 })
    const second = await list({ limit: 2, after: first.next })
    expect([
      first.alerts.length,
      second.alerts.length,
      second.next,
      new Set([...first.alerts, ...second.alerts].map((one) => one.id)).size,
    ]).toEqual([2, 1, null, 3])
  })

  it("excludes other teams and other projects' tokens, and an agent's token cannot decide", async () => {
    const memory = await givenMemory({ [PATH]: memoryOf("ann", ["[2026-11-01] We are sick here"]) })
    await look(memory)
    const { id } = await only(memory)
    const stranger = await actorOf(await givenPerson({ team: await givenTeam(), role: "lead" }))
    expect(await runOperation(showAlert, stranger, { alert: id })).toMatchObject({
      ok: false,
      reason: "not-found",
    })
    expect(await runOperation(listAlerts, stranger, { team: memory.team.slug })).toMatchObject({
      ok: false,
      reason: "not-found",
    })
    const projectId = (await database().project.findFirstOrThrow({ where: { teamId: memory.team.id } })).id
    const elsewhere = await database().project.create({
      data: { teamId: memory.team.id, id: crypto.randomUUID(), name: "other", slug: "other" },
    })
    const [bound, other] = [
      givenToken(memory.team, { rights: ["read"], projectId }),
      givenToken(memory.team, { rights: ["read"], projectId: elsewhere.id }),
    ]
    expect(expectDone(await runOperation(listAlerts, bound, { team: memory.team.slug })).total).toBe(1)
    expect(expectDone(await runOperation(listAlerts, other, { team: memory.team.slug })).total).toBe(0)
    expect(await runOperation(showAlert, other, { alert: id })).toMatchObject({
      ok: false,
      reason: "not-found",
    })
    expect(
      await runOperation(acknowledgeAlerts, bound, { team: memory.team.slug, alerts: [id] }),
    ).toMatchObject({
      ok: false,
      reason: "forbidden",
    })
  })
})
