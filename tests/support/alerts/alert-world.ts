import fc from "fast-check"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../data/writable"
import { commit } from "@/lib/db/infra/commit"
import { setPolicy } from "@/lib/db/policies"
import type { Actor } from "@/lib/memory/teams/actor"
import { done } from "@/lib/memory/inputs/outcome"
import type { PolicySettings } from "@/lib/memory/policies/policy"
import {
  acknowledgeAlerts,
  reopenAlerts,
  snoozeAlerts,
} from "@/lib/operations/alerts/acknowledge-snooze-assign"
import { evaluateTeam } from "@/lib/operations/alerts/evaluate"
import { ignoreAlerts, removeAlertRule } from "@/lib/operations/alerts/ignore-rules"
import { runOperation } from "@/lib/operations/operation"
import { createProposal } from "@/lib/operations/proposals/create"
import { closeSession } from "@/lib/operations/sessions/close"
import { startSession } from "@/lib/operations/sessions/start"
import { vouchForEntry } from "@/lib/operations/verification/verify-entries"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { offerFiles, startAndWait } from "../imports/import-folder"
import { actorOf, givenPerson, givenTeam } from "../data/people"
import { decide } from "../proposals"

/** A small fleet with random events that raise and resolve alerts. */

const AGENTS = ["ann", "bob", "cid"] as const
const PATHS = [
  ".claude/agent-memory/ann/MEMORY.md",
  ".claude/agent-memory/ann/broker.md",
  ".claude/agent-memory/bob/MEMORY.md",
  ".claude/agent-memory/bob/cache.md",
  ".claude/agent-memory/cid/MEMORY.md",
  ".kaizen/agents/ann/memory.md",
  ".kaizen/agents/bob/memory.md",
  "AGENTS.md",
  "MEMORY.md",
  "memory/2026-11-10.md",
  "memory/2026-11-20.md",
  "memory/teams/core/memory.json",
]
const STATEMENTS = [
  "The broker drops messages when its queue is full",
  "Run the migrations before the tests",
  "[2026-01-05] Invoices close at four on Fridays",
  "[2026-11-12] The cache is keyed by tenant and region",
  "Read [the broker](broker.md) first",
  "See [the cache](cache.md) and [what is gone](gone.md)",
  "~~The old queue is used~~ ← STALE (gone)",
  "[2025-02-01] Deploys wait for a green build",
  "Session 12 went well, all tests pass",
  "Hidden\u200b\u202e words stand here",
]
const PLACES = ["team", "project:ledger", "scope:project", "agent:ledger/ann"]
const SETTINGS: readonly Partial<PolicySettings>[] = [
  { staleDays: 30 },
  { staleDays: null, staleFileDays: 60 },
  { budgetLines: 10 },
  { quietKinds: ["over-budget", "duplicate"] },
  { compactionDays: 2 },
  { noisePhrases: ["queue"] },
  { staleSessions: 1 },
]

const nat = (below: number) => fc.nat(below - 1)
const statements = fc.array(nat(STATEMENTS.length), { maxLength: 8 })

export const happening = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      is: fc.constant("edit" as const),
      path: nat(PATHS.length),
      says: statements,
      broken: fc.constantFrom(false, false, false, true),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant("import" as const),
      put: fc.array(fc.tuple(nat(PATHS.length), statements), { maxLength: 4 }),
      drop: fc.array(nat(PATHS.length), { maxLength: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant("start" as const),
      agent: nat(3),
      harness: fc.constantFrom("claude-code", "codex"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ is: fc.constant("close" as const), agent: nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant("propose" as const),
      agent: nat(3),
      path: nat(PATHS.length),
      says: nat(STATEMENTS.length),
      approve: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      is: fc.constant("vouch" as const),
      path: nat(PATHS.length),
      days: fc.integer({ min: 1, max: 40 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant("policy" as const),
      place: nat(PLACES.length),
      settings: fc.option(nat(SETTINGS.length)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ is: fc.constant("wait" as const), days: fc.integer({ min: 1, max: 70 }) }),
  },
  { weight: 2, arbitrary: fc.record({ is: fc.constant("decide" as const), which: nat(50), how: nat(4) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      is: fc.constant("agent" as const),
      agent: nat(3),
      change: fc.constantFrom("opt out", "opt in", "category", "no category"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant("forget" as const), path: nat(PATHS.length) }) },
  { weight: 5, arbitrary: fc.record({ is: fc.constant("look" as const) }) },
)
export type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

export class AlertWorld {
  now = new Date()
  sessions = 0
  private readonly disk = new Map<string, string>()

  private constructor(
    readonly team: { id: string; slug: string },
    readonly lead: Actor,
    private readonly coreId: string,
  ) {}

  static async make(): Promise<AlertWorld> {
    const team = await givenTeam()
    const core = await database().category.create({
      data: { teamId: team.id, id: crypto.randomUUID(), slug: "core", name: "Core", writePolicy: "direct" },
    })
    const world = new AlertWorld(team, await actorOf(await givenPerson({ team, role: "lead" })), core.id)
    for (const [place, path] of PATHS.entries())
      if (place !== 3 && place !== 9)
        world.disk.set(path, textOf(path, [place % STATEMENTS.length, (place + 3) % STATEMENTS.length]))
    await world.import()
    return world
  }

  /** Applies one event. An event that an operation refuses is ignored. */
  async live(one: Happening): Promise<void> {
    const handle = this.handlers[one.is] as (one: Happening) => Promise<unknown> | void
    await handle(one)
  }

  private readonly handlers: {
    readonly [Is in Happening["is"]]: (one: Extract<Happening, { is: Is }>) => Promise<unknown> | void
  } = {
    edit: ({ path, broken, says }) => {
      const name = PATHS[path] ?? ""
      return this.edit(name, broken ? "---\nagent: [\n---\n\u0000".replace("\u0000", "") : textOf(name, says))
    },
    import: ({ put, drop }) => {
      for (const [path, says] of put) this.disk.set(PATHS[path] ?? "", textOf(PATHS[path] ?? "", says))
      for (const path of drop) this.disk.delete(PATHS[path] ?? "")
      return this.disk.size === 0 ? undefined : this.import()
    },
    start: ({ agent, harness }) =>
      runOperation(startSession, systemActor(), {
        ...this.on(agent),
        session: `s-${(this.sessions += 1)}`,
        harness,
      }),
    close: ({ agent }) =>
      runOperation(closeSession, systemActor(), {
        ...this.on(agent),
        session: `s-${this.sessions}`,
        summary: "looked at the ledger",
        outcome: "done",
      }),
    propose: (one) => this.propose(one),
    vouch: ({ path, days }) => this.verifyFirstEntry(PATHS[path] ?? "", days),
    policy: ({ place, settings }) =>
      this.setPolicy(PLACES[place] ?? "team", settings === null ? null : (SETTINGS[settings] ?? null)),
    wait: ({ days }) => {
      this.now = new Date(this.now.getTime() + days * DAY)
    },
    decide: (one) => this.decide(one),
    agent: ({ agent, change }) =>
      database().agent.updateMany({
        where: { teamId: this.team.id, name: AGENTS[agent] ?? "" },
        data: {
          "opt out": { optedOut: true },
          "opt in": { optedOut: false },
          category: { categoryId: this.coreId },
          "no category": { categoryId: null },
        }[change],
      }),
    forget: ({ path }) =>
      database().memoryFile.deleteMany({ where: { teamId: this.team.id, path: PATHS[path] ?? "" } }),
    look: () => this.look(),
  }

  private async verifyFirstEntry(path: string, days: number): Promise<void> {
    const fileId = (await this.file(path))?.id ?? this.team.id
    const entry = await database().entry.findFirst({
      where: { teamId: this.team.id, state: "current", fileId },
      orderBy: { position: "asc" },
    })
    if (!entry) return
    const until = new Date(this.now.getTime() + days * DAY).toISOString().slice(0, 10)
    await runOperation(vouchForEntry, this.lead, { entry: entry.id, until })
  }

  private async setPolicy(place: string, settings: Partial<PolicySettings> | null): Promise<void> {
    await commit(systemActor(), { kind: "policy.set", teamId: this.team.id, subject: place }, async (tx) =>
      done(await setPolicy(tx, this.team.id, place, settings)),
    )
  }

  look({ everything = false } = {}) {
    return evaluateTeam(systemActor(), this.team.id, { now: this.now, everything })
  }

  /** Messages of all alerts, without the decisions on them. */
  async alerts({ resolved = true } = {}): Promise<string[]> {
    const rows = await database().alert.findMany({
      where: { teamId: this.team.id, ...(resolved ? {} : { state: { not: "resolved" } }) },
    })
    return rows
      .map(({ kind, unit, unitId, part, state, severity, message, evidence, path, line, agentId }) =>
        JSON.stringify([
          kind,
          unit,
          path,
          unitId,
          part,
          state === "resolved",
          severity,
          message,
          sorted(evidence),
          line,
          agentId,
        ]),
      )
      .toSorted()
  }

  /** Deletes all alerts and evaluations, as if alerts had never been evaluated. */
  async forgetLooks(): Promise<void> {
    await database().alert.deleteMany({ where: { teamId: this.team.id } })
    await database().watched.deleteMany({ where: { teamId: this.team.id } })
  }

  private on(agent: number) {
    return { team: this.team.slug, project: "ledger", agent: AGENTS[agent] ?? "ann" }
  }

  private file(path: string) {
    return database().memoryFile.findFirst({ where: { teamId: this.team.id, path } })
  }

  private async import(): Promise<void> {
    await startAndWait(
      this.team,
      (await offerFiles(this.team, "/srv/ledger", Object.fromEntries(this.disk), { project: "ledger" })).run,
    )
  }

  private async edit(path: string, text: string): Promise<void> {
    const file = await this.file(path)
    if (file)
      await runOperation(reviseFile, this.lead, { file: file.id, base: file.head, text, reason: "test" })
  }

  private async propose({
    agent,
    path,
    says,
    approve,
  }: Extract<Happening, { is: "propose" }>): Promise<void> {
    const file = await this.file(PATHS[path] ?? "")
    if (!file) return
    const made = await runOperation(createProposal, systemActor(), {
      team: this.team.slug,
      file: file.id,
      agent: AGENTS[agent],
      changes: [{ kind: "add", section: null, text: STATEMENTS[says], date: "2026-11-21" }],
      reason: "test",
    })
    if (made.ok && approve) await decide(this.lead, made.value.id, { verdict: "approve" })
  }

  private async decide({ which, how }: Extract<Happening, { is: "decide" }>): Promise<void> {
    const alerts = await database().alert.findMany({
      where: { teamId: this.team.id, state: { not: "resolved" } },
      orderBy: { id: "asc" },
    })
    const alert = alerts[which % Math.max(1, alerts.length)]
    if (!alert) return
    const asked = { team: this.team.slug, alerts: [alert.id] }
    if (how === 0) await runOperation(acknowledgeAlerts, this.lead, asked)
    if (how === 1) await runOperation(reopenAlerts, this.lead, asked)
    if (how === 2)
      await runOperation(snoozeAlerts, this.lead, {
        ...asked,
        until: new Date(this.now.getTime() + 20 * DAY).toISOString(),
      })
    if (how === 3) {
      const rule = await database().alertRule.findFirst({ where: { teamId: this.team.id } })
      if (rule) await runOperation(removeAlertRule, this.lead, { team: this.team.slug, rule: rule.id })
      else
        await runOperation(ignoreAlerts, this.lead, {
          team: this.team.slug,
          kind: alert.kind,
          agent: "ann",
          reason: "test",
        })
    }
  }
}

const DAY = 86_400_000

function textOf(path: string, says: readonly number[]): string {
  const lines = says.map((one) => STATEMENTS[one] ?? "")
  if (path.endsWith(".json"))
    return JSON.stringify({
      memory: lines.map((content, place) => ({ id: `m${place}`, content, timestamp: "2026-01-02" })),
    })
  const name = path.split("/").at(-2) ?? "all"
  const head = path.includes(".kaizen")
    ? ["---", `agent: ${name}`, "project: ledger", "last_updated: 2026-02-01", "session_count: 4", "---", ""]
    : []
  return [
    ...head,
    `# ${name}`,
    "",
    "## Accumulated Findings",
    ...lines.map((line) => `- ${line}`),
    "",
    ...(path.includes(".kaizen") ? ["## Session Log", "- 2026-02-01 · read the ledger · done", ""] : []),
  ].join("\n")
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  return typeof value === "object" && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, one]) => [name, sorted(one)]),
      )
    : value
}
