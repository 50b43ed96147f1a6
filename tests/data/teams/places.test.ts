import { describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { runOperation } from "@/lib/operations/operation"
import { compareAgents } from "@/lib/operations/agents/compare-agents"
import { showProject, showTeam } from "@/lib/operations/agents/team-and-projects"
import { startSession } from "@/lib/operations/sessions/start"
import { givenAlert } from "../../support/alerts/alerts"
import { offerFiles, startAndWait } from "../../support/imports/import-folder"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson } from "../../support/data/people"
import { addition, givenMemory, givenProposal, givenToken } from "../../support/proposals"

const SHARED = ".claude/agent-memory/testing/MEMORY.md"
const SAME = "Always freeze the clock before a test reads a date"
const LEDGER = {
  [memoryPath("unit-tester")]: memoryOf("unit-tester", [
    `[2026-11-02] ${SAME}`,
    "[2026-11-03] Never share a database between two parallel suites",
    "[2026-11-03] Seeds are printed when a run fails",
  ]),
  [memoryPath("contract-tester")]: memoryOf(
    "contract-tester",
    [
      `[2026-11-04] ${SAME}.`,
      "[2026-11-05] Two parallel suites never share one database",
      "[2020-01-05] The broker listens on port 4222",
    ],
    { section: "Broker" },
  ),
  [SHARED]: "# Testing Category Memory\n\n## Shared Patterns\n\n- [2026-10-01] Ports are never shared\n",
  [memoryPath("code-reviewer")]: memoryOf("code-reviewer", ["[2026-11-04] Reviews are short"]),
}

/** A project with testers and a reviewer, one with a single agent, and an empty one. */
async function given() {
  const { team, lead } = await givenMemory(LEDGER)
  await startAndWait(
    team,
    (
      await offerFiles(
        team,
        "/srv/wharf",
        {
          [memoryPath("risk-architect")]: memoryOf("risk-architect", ["[2026-11-04] Risks are written down"]),
        },
        { project: "wharf" },
      )
    ).run,
  )
  await database().project.create({
    data: { teamId: team.id, id: crypto.randomUUID(), name: "Empty", slug: "empty" },
  })
  const idOf = async (slug: string) =>
    (await database().project.findFirstOrThrow({ where: { teamId: team.id, slug } })).id
  return { team, lead, ledger: await idOf("ledger"), wharf: await idOf("wharf") }
}

describe("a project overview", () => {
  it("shows the project's memory, problems and pending items, without other projects", async () => {
    const { team, ledger, wharf } = await given()
    for (const severity of ["error", "warning", "warning"] as const)
      await givenAlert(team, { projectId: ledger, severity })
    await givenAlert(team, { projectId: ledger, severity: "info", state: "acknowledged" })
    await givenAlert(team, { projectId: wharf, severity: "error" })
    await givenProposal(team, {
      project: "ledger",
      category: "testing",
      content: "Fixtures live beside the test",
    })
    await givenProposal(team, {
      file: memoryPath("code-reviewer"),
      project: "ledger",
      changes: [addition("Reviews name the line")],
    })
    expectDone(
      await runOperation(startSession, systemActor(), {
        team: team.slug,
        project: "ledger",
        agent: "unit-tester",
        harness: "codex",
        session: "s-1",
      }),
    )
    const { project, waiting, categories, fullest, sources, harnesses, recent } = expectDone(
      await runOperation(showProject, systemActor(), { team: team.slug, project: "ledger" }),
    )
    expect(project).toMatchObject({
      slug: "ledger",
      name: "ledger",
      files: 4,
      entries: 8,
      stale: 1,
      budget: 400,
      broken: 0,
      pastCutFiles: 0,
      alerts: { error: 1, warning: 2, info: 0 },
      proposals: 2,
      conflicts: project.conflicts,
      agents: 6,
      updatedOn: "2026-11-05",
    })
    expect(project.lines).toBeGreaterThan(40)
    expect(project.states).toEqual({ healthy: 6 })
    expect(waiting).toMatchObject({ proposals: 2, alerts: 3 })
    expect(
      categories.map(({ slug, agents, entries, proposals }) => [slug, agents, entries, proposals]),
    ).toEqual([
      ["review", 1, 1, 1],
      ["testing", 5, 7, 1],
    ])
    expect(fullest[0]).toMatchObject({ budget: 100 })
    expect(sources).toMatchObject([
      {
        kind: "client",
        name: "/srv/ledger",
        files: 4,
        run: { state: "done" },
        waiting: 0,
        writtenBack: null,
      },
    ])
    expect(harnesses).toMatchObject([{ harness: "codex", agents: 1, behind: 0 }])
    expect(
      recent
        .map(({ kind }) => kind)
        .slice(0, 4)
        .toSorted(),
    ).toEqual(["proposal", "proposal", "receipt", "session"])
    expect(new Set(recent.map(({ kind }) => kind))).toEqual(
      new Set(["proposal", "receipt", "session", "revision", "log"]),
    )
  })

  it("is empty without memory, and not found for other teams", async () => {
    const { team, ledger } = await given()
    const { project, ...rest } = expectDone(
      await runOperation(showProject, systemActor(), { team: team.slug, project: "empty" }),
    )
    expect(project).toMatchObject({
      files: 0,
      agents: 0,
      lines: 0,
      budget: 0,
      states: {},
      alerts: { error: 0, warning: 0, info: 0 },
      lastImportedAt: null,
    })
    expect(rest).toMatchObject({ categories: [], fullest: [], sources: [], harnesses: [], recent: [] })
    expect(
      await runOperation(showProject, systemActor(), { team: team.slug, project: "nowhere" }),
    ).toMatchObject({
      ok: false,
      reason: "not-found",
    })
    const bound = givenToken(team, { projectId: ledger })
    expect(await runOperation(showProject, bound, { team: team.slug, project: "wharf" })).toMatchObject({
      ok: false,
      reason: "not-found",
    })
    expect(
      expectDone(await runOperation(showProject, bound, { team: team.slug, project: "ledger" })).sources,
    ).toBeNull()
    expect(
      await runOperation(showTeam, await actorOf(await givenPerson()), { team: team.slug }),
    ).toMatchObject({
      ok: false,
      reason: "not-found",
    })
  })
})

describe("a team overview", () => {
  it("compares and totals the visible projects of the team", async () => {
    const { team, ledger, wharf } = await given()
    await givenAlert(team, { projectId: wharf, severity: "error" })
    const whole = expectDone(await runOperation(showTeam, systemActor(), { team: team.slug }))
    expect(
      whole.projects.map(({ slug, files, agents, alerts }) => [slug, files, agents, alerts.error]),
    ).toEqual([
      ["empty", 0, 0, 0],
      ["ledger", 4, 6, 0],
      ["wharf", 1, 1, 1],
    ])
    expect(whole.totals).toMatchObject({
      files: 5,
      agents: 7,
      entries: 9,
      stale: 1,
      alerts: { error: 1, warning: 0, info: 0 },
      states: { healthy: 7 },
    })
    expect(whole.waiting.alerts).toBe(1)
    expect(whole.team).toEqual({ slug: team.slug, name: whole.team.name, sample: false })
    const narrow = expectDone(
      await runOperation(showTeam, givenToken(team, { projectId: ledger }), { team: team.slug }),
    )
    expect(narrow.projects.map(({ slug }) => slug)).toEqual(["ledger"])
    expect(narrow.waiting.alerts).toBe(0)
  })
})

describe("a comparison of two agents", () => {
  const compare = (team: { slug: string }, b = "ledger/contract-tester", a = "ledger/unit-tester") =>
    runOperation(compareAgents, systemActor(), { team: team.slug, a, b })

  it("lists shared entries and rewordings, and then each agent's own entries", async () => {
    const { team } = await given()
    const { a, b, both } = expectDone(await compare(team))
    expect(both.map(({ kind, a: one, b: other }) => [kind, one.line, other.line])).toEqual([
      ["same", 11, 11],
      ["nearly", 12, 12],
    ])
    expect(a.only.map(({ text, section, waiting }) => [text, section, waiting])).toEqual([
      ["Seeds are printed when a run fails", "Accumulated Findings", null],
    ])
    expect(b.only.map(({ text, section }) => [text, section])).toEqual([
      ["The broker listens on port 4222", "Broker"],
    ])
    expect([a.agent.name, a.entries, a.compared, b.agent.name, b.agent.stale]).toEqual([
      "unit-tester",
      3,
      3,
      "contract-tester",
      1,
    ])
    expect(b.ages.at(3)).toEqual({ label: "older than 6 months", entries: 1 })
  })

  it("shows proposals that would add one agent's entries to the other", async () => {
    const { team } = await given()
    const { id, path } = await givenProposal(team, {
      project: "ledger",
      agent: "contract-tester",
      content: "Seeds are printed when a run fails",
    })
    expect(expectDone(await compare(team)).a.only[0]?.waiting).toEqual({ id, path })
    expect(
      expectDone(await compare(team, "wharf/risk-architect")).a.only.map(({ waiting }) => waiting),
    ).toEqual([null, null, null])
  })

  it("shows category memory if an agent has none of its own", async () => {
    const { team } = await given()
    const { a, b } = expectDone(await compare(team, "ledger/integrator"))
    expect([a.shared, b.shared, b.entries, b.only.map(({ text }) => text)]).toEqual([
      false,
      true,
      1,
      ["Ports are never shared"],
    ])
    const { both } = expectDone(await compare(team, "ledger/integrator", "ledger/regression-tester"))
    expect(both.map(({ why }) => why)).toEqual(["same entry"])
  })

  it("is identical for one agent with itself, and is rejected for an unknown agent", async () => {
    const { team, ledger } = await given()
    const { a, both } = expectDone(await compare(team, "ledger/unit-tester"))
    expect([a.only.length, both.length]).toEqual([0, 3])
    expect(await compare(team, "ledger/nobody")).toMatchObject({
      ok: false,
      reason: "not-found",
      message: "agent not found in this team: ledger/nobody",
    })
    expect(await compare(team, "nobody")).toMatchObject({ ok: false, reason: "invalid" })
    expect(
      await runOperation(compareAgents, givenToken(team, { projectId: ledger }), {
        team: team.slug,
        a: "ledger/unit-tester",
        b: "wharf/risk-architect",
      }),
    ).toMatchObject({ ok: false, reason: "not-found" })
  })
})
