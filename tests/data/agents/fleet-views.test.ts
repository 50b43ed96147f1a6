import { describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { coachedAgents } from "@/lib/db/coach/material"
import { database } from "../../support/data/writable"
import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { runOperation } from "@/lib/operations/operation"
import { showActivity, showGrowth } from "@/lib/operations/agents/growth-and-activity"
import { showCoverage, showRedundancy } from "@/lib/operations/agents/overlap"
import { showAgent, showFleet } from "@/lib/operations/agents/fleet"
import { showFleetLoads } from "@/lib/operations/agents/loads"
import { showProject } from "@/lib/operations/agents/team-and-projects"
import { showSilos } from "@/lib/operations/agents/silos"
import { previewPromotion, promoteStatement, undoPromotion } from "@/lib/operations/agents/promote"
import { compareAgents } from "@/lib/operations/agents/compare-agents"
import { startSession } from "@/lib/operations/sessions/start"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { givenMemory, givenProposal, givenToken, textOf } from "../../support/proposals"
import { offerFiles, startAndWait } from "../../support/imports/import-folder"

const SHARED = ".claude/agent-memory/testing/MEMORY.md"
const SAME = "Always freeze the clock before a test reads a date"
const GENERAL = "Never share a database between two parallel suites"

const agent = (name: string, lines: readonly string[], section?: string) =>
  [memoryPath(name), memoryOf(name, lines, section === undefined ? {} : { section })] as const

/** Three testers of one category and a reviewer, with their memory. */
const FLEET = Object.fromEntries([
  agent("unit-tester", [
    `[2026-11-02] ${SAME}`,
    `[2026-11-03] ${GENERAL}`,
    "[2026-11-03] src/broker/stub.ts listens on port 4222 for JIRA-12",
  ]),
  agent("contract-tester", [
    `[2026-11-04] ${SAME}.`,
    "[2026-11-05] Two parallel suites never share one database",
  ]),
  agent(
    "regression-tester",
    ["[2026-11-09] Prefer one assertion for each behaviour over many in one test"],
    "What Worked",
  ),
  agent("code-reviewer", [`[2026-11-09] ${SAME}`]),
])

const at = (team: { slug: string }, more: object = {}) => ({ team: team.slug, ...more })

describe("fleet views", () => {
  it("count each agent's dated entries week by week, for the requested part of memory", async () => {
    const { team } = await givenMemory({
      ...FLEET,
      [memoryPath("unit-tester")]: memoryOf("unit-tester", [dated(0), dated(0), dated(7), dated(400)]),
    })
    const { weeks, agents, categories } = expectDone(
      await runOperation(showActivity, systemActor(), at(team, { category: "testing" })),
    )
    expect(weeks).toHaveLength(26)
    expect(agents.map(({ name }) => name)).toEqual(["contract-tester", "regression-tester", "unit-tester"])
    expect(agents[2]?.weeks.slice(-2)).toEqual([1, 2])
    expect(categories).toContainEqual({ slug: "testing", name: "Testing" })
    expect(expectDone(await runOperation(showActivity, systemActor(), at(team))).agents).toHaveLength(4)
    expect(await runOperation(showActivity, systemActor(), at(team, { category: "nobody" }))).toMatchObject({
      ok: false,
      reason: "not-found",
    })
  })

  it("tell the shared entries of an agent without files of its own from its own entries", async () => {
    const { team } = await givenMemory({
      ...FLEET,
      [SHARED]: "# Testing Category Memory\n\n## Shared Patterns\n- [2026-11-01] One\n- [2026-11-01] Two\n",
      ".claude/agents/integrator.md":
        "---\nname: integrator\ndescription: Tests in a browser\n---\n\nYou test.\n",
    })
    const { agents } = expectDone(await runOperation(showFleet, systemActor(), at(team)))
    const countOf = (wanted: string) => {
      const found = agents.find(({ name }) => name === wanted)
      return [found?.entries, found?.shared]
    }
    expect([countOf("integrator"), countOf("unit-tester")]).toEqual([
      [2, true],
      [3, false],
    ])
    const coached = await coachedAgents(wholeTeamUnchecked(team.id))
    expect(coached.find(({ name }) => name === "integrator")).toMatchObject({ entries: 0, shared: 2 })
    expect(coached.find(({ name }) => name === "code-reviewer")).toMatchObject({ entries: 1, shared: 0 })
  })

  it("tell the budget of category memory from the budget of an agent's own memory", async () => {
    const { team } = await givenMemory({
      [SHARED]: `# Testing Category Memory\n\n## Shared Patterns\n${"- [2026-11-01] One\n".repeat(120)}`,
      ".claude/agent-memory/unit-tester/MEMORY.md": "# unit-tester\n\n- [2026-11-02] Two\n",
      [memoryPath("contract-tester")]: memoryOf("contract-tester", ["Three"]),
      ".claude/agents/integrator.md":
        "---\nname: integrator\ndescription: Tests in a browser\n---\n\nYou test.\n",
    })
    const { agents } = expectDone(await runOperation(showFleet, systemActor(), at(team)))
    const named = (wanted: string) => agents.find(({ name }) => name === wanted)
    expect(named("integrator")).toMatchObject({ shared: true, lines: 123, budget: 100 })
    expect(named("integrator")?.state, "only the category's memory is over budget").not.toBe("over-budget")
    expect(named("unit-tester"), "its format has no budget").toMatchObject({
      shared: false,
      budget: null,
      limit: 200,
    })
    expect(named("contract-tester")).toMatchObject({ shared: false, budget: 100, limit: null })
    const { fullest, project } = expectDone(
      await runOperation(showProject, systemActor(), at(team, { project: "ledger" })),
    )
    expect(fullest.map(({ name, shared }) => [name, shared])).toEqual([
      ["integrator", true],
      ["contract-tester", false],
    ])
    expect(project).toMatchObject({ overBudgetFiles: 1 })
  })

  it("list the agents that lack entries most of their category siblings have", async () => {
    const { team } = await givenMemory(FLEET)
    const { sections, rows, who } = expectDone(
      await runOperation(showCoverage, systemActor(), at(team, { section: "accumulated findings" })),
    )
    expect(sections).toEqual(["Accumulated Findings", "What Worked"])
    expect(rows.map(({ category, agents, cells }) => [category, agents, cells])).toEqual([
      [
        "testing",
        3,
        [
          { entries: 5, agents: 2, gaps: 1 },
          { entries: 1, agents: 1, gaps: 2 },
        ],
      ],
      [
        "review",
        1,
        [
          { entries: 1, agents: 1, gaps: 0 },
          { entries: 0, agents: 0, gaps: 0 },
        ],
      ],
    ])
    expect(who?.section).toBe("Accumulated Findings")
    expect(who?.agents.map(({ name, entries }) => [name, entries])).toEqual([
      ["unit-tester", 3],
      ["contract-tester", 2],
      ["code-reviewer", 1],
      ["regression-tester", 0],
    ])
  })

  it("find entries known to one agent only, most reusable first, and leave out rewordings that category siblings already have", async () => {
    const { team } = await givenMemory(FLEET)
    const missed = async () =>
      expectDone(await runOperation(showSilos, systemActor(), at(team, { category: "testing" })))
    const { entries, lookedAt, capped, next } = await missed()
    expect(entries.map(({ text, agent: by }) => [by, text])).toEqual([
      ["regression-tester", "Prefer one assertion for each behaviour over many in one test"],
      ["unit-tester", "src/broker/stub.ts listens on port 4222 for JIRA-12"],
    ])
    expect(entries[0]).toMatchObject({
      why: ["states a rule"],
      missedBy: [
        { name: "contract-tester", project: "ledger" },
        { name: "unit-tester", project: "ledger" },
      ],
      mates: 2,
      waiting: null,
    })
    expect(entries[1]?.why).toEqual(["mentions a file", "mentions a ticket or a commit"])
    expect({ lookedAt, capped, next }).toEqual({ lookedAt: 6, capped: false, next: null })

    const waiting = await givenProposal(team, {
      project: "ledger",
      category: "testing",
      content: entries[0]?.text ?? "",
    })
    expect((await missed()).entries[0]?.waiting).toEqual({ id: waiting.id, path: SHARED })

    const mate = await database().memoryFile.findFirstOrThrow({
      where: { teamId: team.id, path: memoryPath("contract-tester") },
    })
    expectDone(
      await runOperation(reviseFile, systemActor(), {
        file: mate.id,
        base: mate.head,
        text: memoryOf("contract-tester", [
          "[2026-11-10] In one test, one assertion for each behaviour is preferred over many",
        ]),
        reason: "learned",
      }),
    )
    expect(
      (await missed()).entries.map(({ text }) => text),
      "a mate says one of them since, in other words, and no longer another",
    ).toContain(GENERAL)
    expect((await missed()).entries.map(({ text }) => text)).not.toContain(entries[0]?.text)

    await startAndWait(team, (await offerFiles(team, "/srv/tender", FLEET, { project: "tender" })).run)
    const tender = await database().project.findFirstOrThrow({ where: { teamId: team.id, name: "tender" } })
    const elsewhere = givenToken(team, { rights: ["read"], projectId: tender.id })
    const seen = expectDone(await runOperation(showSilos, elsewhere, at(team, { category: "testing" })))
    expect(
      seen.entries.map(({ text, waiting: proposal }) => [text, proposal]),
      "the proposal of another project",
    ).toContainEqual([entries[0]?.text, null])
  })

  it("counts the agents without a category, whose entries are not compared", async () => {
    const { team } = await givenMemory({
      [memoryPath("release-ops")]: memoryOf("release-ops", ["Tags are signed"]),
      [memoryPath("api-gateway")]: memoryOf("api-gateway", ["Routes are cached"]),
    })
    await database().agent.updateMany({ where: { teamId: team.id }, data: { categoryId: null } })
    expect(expectDone(await runOperation(showSilos, systemActor(), at(team)))).toMatchObject({
      entries: [],
      lookedAt: 0,
      uncategorized: 2,
    })
  })

  it("page through entries known to one agent only, without losing any", async () => {
    const lines = Array.from(
      { length: 9 },
      (_, place) =>
        `[2026-11-02] Always keep the ${["clock", "broker", "ledger", "queue", "cache", "token", "fixture", "router", "parser"][place]} of port ${4000 + place * 7} apart`,
    )
    const { team } = await givenMemory(
      Object.fromEntries([
        agent("unit-tester", lines),
        agent("contract-tester", ["[2026-11-02] Nothing of it is known here at all"]),
      ]),
    )
    const seen: string[] = []
    for (let after: string | null = "0"; after !== null;) {
      const page: { entries: { text: string }[]; next: string | null } = expectDone(
        await runOperation(showSilos, systemActor(), at(team, { category: "testing", limit: 4, after })),
      )
      seen.push(...page.entries.map(({ text }) => text))
      after = page.next
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toHaveLength(10)
  })

  it("list repeated entries with the files that could hold them once", async () => {
    const { team } = await givenMemory({
      ...FLEET,
      [SHARED]: "# Testing Category Memory\n\n## Shared Patterns\n\n- [2026-10-01] Seeds are printed\n",
    })
    const { statements, total, saved, capped } = expectDone(
      await runOperation(showRedundancy, systemActor(), at(team)),
    )
    expect({ total, saved, capped }).toEqual({ total: 1, saved: 2, capped: false })
    expect(statements[0]).toMatchObject({
      text: SAME,
      agents: 3,
      copies: 3,
      saved: 2,
      shared: [],
      places: [
        { kind: "team", agents: 3 },
        { kind: "category", category: "testing", project: "ledger", agents: 2 },
      ],
    })
    expect(statements[0]?.held.map(({ agent: by }) => by)).toEqual([
      "code-reviewer",
      "contract-tester",
      "unit-tester",
    ])
    expect(
      expectDone(await runOperation(showRedundancy, systemActor(), at(team, { category: "testing" })))
        .statements[0],
    ).toMatchObject({
      agents: 2,
      places: [
        { kind: "category", agents: 2 },
        { kind: "team", agents: 2 },
      ],
    })
    expect(
      expectDone(await runOperation(showRedundancy, systemActor(), at(team, { category: "review" }))).total,
    ).toBe(0)
  })

  it("show the label above entries that agents repeat, and above those that two agents are compared by", async () => {
    const labelled = (label: string) =>
      `# Notes\n\n**${label}:**\n\n- Run the smoke tests before each release\n- Only here: ${label}\n`
    const fileOf = (agent: string) => `.claude/agent-memory/${agent}/MEMORY.md`
    const { team } = await givenMemory({
      [fileOf("contract-tester")]: labelled("Verification"),
      [fileOf("unit-tester")]: labelled("Verification"),
    })
    const { statements } = expectDone(await runOperation(showRedundancy, systemActor(), at(team)))
    expect(statements[0]).toMatchObject({ title: "Verification" })
    const compared = expectDone(
      await runOperation(compareAgents, systemActor(), {
        team: team.slug,
        a: "ledger/contract-tester",
        b: "ledger/unit-tester",
      }),
    )
    expect(compared.both.map(({ a }) => a.title)).toContain("Verification")
  })

  it("count an agent's current entries, the same in the fleet and in a comparison", async () => {
    const { team } = await givenMemory({
      [memoryPath("unit-tester")]: memoryOf("unit-tester", [
        `[2026-11-02] ${SAME}`,
        `[2026-11-03] ${GENERAL}`,
        "~~[2026-11-03] The broker listens on port 4222~~ (retired 2026-11-10: the broker is gone)",
      ]),
      [memoryPath("contract-tester")]: memoryOf("contract-tester", [`[2026-11-04] ${SAME}`]),
    })
    const { agents, totals } = expectDone(await runOperation(showFleet, systemActor(), at(team)))
    const { a, b } = expectDone(
      await runOperation(compareAgents, systemActor(), {
        team: team.slug,
        a: "ledger/unit-tester",
        b: "ledger/contract-tester",
      }),
    )
    const counted = agents.map(({ name, entries }) => [name, entries])
    expect(counted).toEqual([
      ["contract-tester", 1],
      ["unit-tester", 2],
    ])
    expect([b, a].map(({ agent: { name, entries } }) => [name, entries])).toEqual(counted)
    expect([b.entries, a.entries, totals.entries]).toEqual([1, 2, 3])
    const shown = expectDone(
      await runOperation(showAgent, systemActor(), {
        team: team.slug,
        project: "ledger",
        agent: "unit-tester",
      }),
    )
    for (const parts of [shown.sections, shown.ages])
      expect(parts.reduce((sum, { entries }) => sum + entries, 0)).toBe(2)
  })

  it("count entries below deeper headings for the section around them", async () => {
    const services = Array.from({ length: 3 }, (_, at) => `### Service ${at}\n\n- Port ${4000 + at} is open`)
    const { team } = await givenMemory({
      [memoryPath("unit-tester")]:
        `# Memory\n\n## Rules\n\n- Never force-push\n\n## Service notes\n\n${services.join("\n\n")}\n\n## Last\n\n- Deploy on Mondays\n`,
    })
    const { sections } = expectDone(
      await runOperation(showAgent, systemActor(), {
        team: team.slug,
        project: "ledger",
        agent: "unit-tester",
      }),
    )
    expect(sections).toEqual([
      { name: "Rules", entries: 1 },
      { name: "Service notes", entries: 3 },
      { name: "Last", entries: 1 },
    ])
  })

  it("show how an agent's memory grew, from revisions and earlier dates, and when it reaches its budget", async () => {
    const lines = Array.from({ length: 40 }, (_, place) => dated(40 - place))
    const { team, lead, file } = await givenMemory({
      [memoryPath("unit-tester")]: memoryOf("unit-tester", lines),
    })
    const before = expectDone(await runOperation(showGrowth, systemActor(), at(team))).agents[0]
    expect(before).toMatchObject({ name: "unit-tester", lines: 53, estimated: true })
    expect(before?.weeks.at(-1)).toBe(53)
    expect(before?.weeks.at(-4), "two weeks ago at the least, whatever day of the week it is").toBeLessThan(
      53 - 12,
    )
    expect(before?.perDay).toBeGreaterThan(0.5)
    const { id, head } = await file(memoryPath("unit-tester"))
    expectDone(
      await runOperation(reviseFile, lead, {
        file: id,
        base: head,
        reason: "why",
        changes: [{ kind: "add", section: "Accumulated Findings", text: "One more", date: null }],
      }),
    )
    expect(expectDone(await runOperation(showGrowth, systemActor(), at(team))).agents[0]?.weeks.at(-1)).toBe(
      54,
    )
  })

  it("show how memory grew that several agents load", async () => {
    const { team } = await givenMemory({
      [memoryPath("unit-tester")]: memoryOf("unit-tester", [dated(1)]),
      [SHARED]: "# Testing Category Memory\n\n## Shared Patterns\n\n- [2026-10-01] Seeds are printed\n",
    })
    const { agents, shared } = expectDone(await runOperation(showGrowth, systemActor(), at(team)))
    expect(agents).toHaveLength(1)
    expect(shared).toMatchObject([{ category: "testing", lines: 5 }])
    expect(shared[0]?.weeks.at(-1)).toBe(5)
  })

  it("list the agents that load a file, by format rules and by receipts", async () => {
    const { team, file } = await givenMemory({
      ...FLEET,
      [SHARED]: "# Testing Category Memory\n\n## Shared Patterns\n\n- [2026-10-01] Seeds are printed\n",
    })
    const shared = await file(SHARED)
    expectDone(
      await runOperation(startSession, systemActor(), {
        team: team.slug,
        project: "ledger",
        agent: "unit-tester",
        harness: "codex",
        session: "s-1",
      }),
    )
    const loads = async (more: object = {}) =>
      expectDone(await runOperation(showFleetLoads, systemActor(), at(team, more)))
    const {
      files,
      matrix,
      file: asked,
      agent: of,
    } = await loads({ file: shared.id, agent: "ledger/unit-tester" })
    expect(files[0]).toMatchObject({
      path: SHARED,
      agents: 5,
      proven: 1,
      harnesses: ["codex"],
      moment: "start",
      group: "category",
    })
    expect(
      asked?.readers.map(({ agent: name, proofs }) => [
        name,
        proofs.map(({ harness, behind }) => [harness, behind]),
      ]),
    ).toEqual([
      ["contract-tester", []],
      ["integrator", []],
      ["regression-tester", []],
      ["testing-coordinator", []],
      ["unit-tester", [["codex", false]]],
    ])
    expect(of?.files.map(({ path }) => path)).toEqual([SHARED, memoryPath("unit-tester")])
    expect(matrix?.agents.find(({ name }) => name === "unit-tester")?.cells).toMatch(/^S.*S/)
    expect(matrix?.agents.find(({ name }) => name === "code-reviewer")?.cells[0]).toBe(" ")
    expect((await loads({ path: "TESTING/memory" })).files.map(({ path }) => path)).toEqual([SHARED])
  })
})

describe("promoting an entry", () => {
  const given = async (files: Record<string, string> = {}) => {
    const memory = await givenMemory({ ...FLEET, ...files })
    const entry = (await memory.file(memoryPath("unit-tester"))).entries[0]?.id ?? ""
    return {
      ...memory,
      wanted: {
        team: memory.team.slug,
        entry,
        to: { kind: "category" as const, category: "testing", project: "ledger" },
      },
    }
  }
  const texts = (memory: { team: { slug: string } }) =>
    Promise.all([...Object.keys(FLEET), SHARED].map((path) => textOf(memory, path)))

  it("writes the entry once, removes the copies in its category, and undoes both byte for byte", async () => {
    const memory = await given({
      [SHARED]: "# Testing Category Memory\n\n## Shared Patterns\n\n- [2026-10-01] Seeds are printed\n",
    })
    const before = await texts(memory)
    const seen = expectDone(await runOperation(previewPromotion, memory.lead, memory.wanted))
    expect(seen).toMatchObject({ text: `${SAME}.`, path: SHARED, agents: 2, left: [] })
    expect(seen.files.map(({ path, added, cut }) => [path, added, cut])).toEqual([
      [SHARED, 1, 0],
      [memoryPath("contract-tester"), 0, 1],
      [memoryPath("unit-tester"), 0, 1],
    ])
    expect(await texts(memory)).toEqual(before)

    const ran = expectDone(
      await runOperation(promoteStatement, memory.lead, { ...memory.wanted, shown: seen.shown }),
    )
    expect(ran).toMatchObject({ path: SHARED, files: 3, removed: 2 })
    expect(await textOf(memory, SHARED)).toContain(`- [2026-11-04] ${SAME}`)
    expect(await textOf(memory, memoryPath("unit-tester"))).not.toContain(SAME)
    expect(await textOf(memory, memoryPath("code-reviewer"))).toContain(SAME)
    expect(expectDone(await runOperation(showRedundancy, systemActor(), at(memory.team))).total).toBe(0)

    expect(
      expectDone(
        await runOperation(undoPromotion, memory.lead, { team: memory.team.slug, promotion: ran.promotion }),
      ).files,
    ).toBe(3)
    expect(await texts(memory)).toEqual(before)
    expect(
      await runOperation(undoPromotion, memory.lead, { team: memory.team.slug, promotion: ran.promotion }),
    ).toMatchObject({ ok: false })
  })

  it("creates the target memory if it does not exist, and only removes copies if the target already has the entry", async () => {
    const memory = await given()
    const team = { ...memory.wanted, to: { kind: "team" as const } }
    const { shown, files } = expectDone(await runOperation(previewPromotion, memory.lead, team))
    expect(files[0]).toMatchObject({ file: null, agent: null })
    expect(files).toHaveLength(4)
    const ran = expectDone(await runOperation(promoteStatement, memory.lead, { ...team, shown }))
    expect(await textOf(memory, ran.path)).toContain(SAME)
    expectDone(
      await runOperation(undoPromotion, memory.lead, { team: memory.team.slug, promotion: ran.promotion }),
    )
    expect(
      (await database().memoryFile.findFirstOrThrow({ where: { teamId: memory.team.id, path: ran.path } }))
        .state,
    ).toBe("gone")

    const known = await given({
      [SHARED]: `# Testing Category Memory\n\n## Shared Patterns\n\n- [2026-10-01] ${SAME}\n`,
    })
    expect(
      expectDone(await runOperation(previewPromotion, known.lead, known.wanted)).files.map(
        ({ cut, added }) => [added, cut],
      ),
    ).toEqual([
      [0, 1],
      [0, 1],
    ])
  })

  it("writes nothing if one of its files has changed since the preview", async () => {
    const memory = await given()
    const { shown } = expectDone(await runOperation(previewPromotion, memory.lead, memory.wanted))
    const { id, head } = await memory.file(memoryPath("contract-tester"))
    expectDone(
      await runOperation(reviseFile, memory.lead, {
        file: id,
        base: head,
        reason: "why",
        changes: [{ kind: "add", section: "Accumulated Findings", text: "Something else", date: null }],
      }),
    )
    const before = await texts(memory)
    expect(await runOperation(promoteStatement, memory.lead, { ...memory.wanted, shown })).toMatchObject({
      ok: false,
      reason: "stale",
    })
    expect(await texts(memory)).toEqual(before)
    expect(await database().promotion.count({ where: { teamId: memory.team.id } })).toBe(0)
  })

  it("refuses to undo over later changes by others", async () => {
    const memory = await given()
    const { shown } = expectDone(await runOperation(previewPromotion, memory.lead, memory.wanted))
    const { promotion, path } = expectDone(
      await runOperation(promoteStatement, memory.lead, { ...memory.wanted, shown }),
    )
    const { id, head, entries } = await memory.file(path)
    expectDone(
      await runOperation(reviseFile, memory.lead, {
        file: id,
        base: head,
        reason: "why",
        changes: [
          {
            kind: "edit",
            entry: entries[0]?.id ?? "",
            before: `${SAME}.`,
            text: `${SAME}, and thaw it after`,
          },
        ],
      }),
    )
    expect(
      await runOperation(undoPromotion, memory.lead, { team: memory.team.slug, promotion }),
    ).toMatchObject({
      ok: false,
      reason: "conflict",
    })
    expect(await textOf(memory, path)).toContain("and thaw it after")
  })

  it("applies one of two concurrent promotions", async () => {
    const memory = await given()
    const { shown } = expectDone(await runOperation(previewPromotion, memory.lead, memory.wanted))
    const both = await Promise.all(
      [1, 2].map(() => runOperation(promoteStatement, memory.lead, { ...memory.wanted, shown })),
    )
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await textOf(memory, SHARED)).split(SAME)).toHaveLength(2)
  })
})

/** A unique entry that is `daysAgo` days old. */
function dated(daysAgo: number): string {
  return `[${new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)}] Finding ${(counter += 1)} concerns part ${counter * 7919}`
}
let counter = 0
