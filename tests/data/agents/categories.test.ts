import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { taxonomyOf } from "@/lib/db/agents/categories"
import { database } from "@/lib/db/infra/client"
import { listAudit } from "@/lib/operations/audit/audit-log"
import { runOperation } from "@/lib/operations/operation"
import { changePolicySettings } from "@/lib/operations/policies/policies"
import { createProposal } from "@/lib/operations/proposals/create"
import { showProposal } from "@/lib/operations/proposals/proposals"
import {
  applyTaxonomy,
  placeInCategory,
  undoPlacement,
} from "@/lib/operations/categories/category-assignment"
import {
  makeDefaultCategories,
  removeCategory,
  setCategory,
  showTaxonomy,
} from "@/lib/operations/categories/categories"
import { importFolder, type Team } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { decide, textOf } from "../../support/proposals"

const memories = (...names: string[]) =>
  Object.fromEntries(
    names.map((name) => [memoryPath(name), memoryOf(name, [`[2026-11-02] ${name} knows one thing`])]),
  )
const definition = (name: string) => ({
  [`.claude/agents/${name}.md`]: `---\nname: ${name}\ndescription: Reviews changes.\n---\n\nYou review changes.\n`,
})

let team: Team
beforeEach(async () => {
  team = await givenTeam()
})

const brought = (files: Readonly<Record<string, string>>, project = "ledger") =>
  importFolder(team, givenFolder(files), { project })
const set = (category: string, input: object = {}) =>
  runOperation(setCategory, systemActor(), { team: team.slug, category, ...input })
const place = (category: string | null, ...agents: (string | { name: string; project: string })[]) =>
  runOperation(placeInCategory, systemActor(), {
    team: team.slug,
    category,
    agents: agents.map((one) => (typeof one === "string" ? { name: one } : one)),
  })
const shown = async () => expectDone(await runOperation(showTaxonomy, systemActor(), { team: team.slug }))
const category = async (slug: string) => (await shown()).categories.find((one) => one.slug === slug)
/** The category of each agent. */
const places = async () =>
  Object.fromEntries(
    (
      await database().agent.findMany({
        where: { teamId: team.id },
        select: { name: true, project: { select: { slug: true } }, category: { select: { slug: true } } },
      })
    ).map((one) => [`${one.project.slug}/${one.name}`, one.category?.slug ?? null]),
  )

describe("the taxonomy of a new team", () => {
  it("is the default taxonomy, from which imports create the categories they need", async () => {
    expect((await shown()).categories.map(({ standing }) => standing)).toEqual(Array(13).fill(false))
    await brought(memories("unit-tester", "wordsmith"))
    const { categories, unplaced, missing } = await shown()
    expect(categories.filter(({ standing }) => standing)).toMatchObject([
      {
        slug: "testing",
        agents: [{ name: "unit-tester", project: "ledger", entries: 1, byHand: false }],
        missing: ["testing-coordinator", "contract-tester", "regression-tester", "integrator"],
        sharing: "high",
      },
    ])
    expect(unplaced).toMatchObject([{ name: "wordsmith", suggestion: null }])
    expect(missing).toBe(12)
    expect(
      expectDone(await runOperation(makeDefaultCategories, systemActor(), { team: team.slug })).made,
    ).toHaveLength(12)
    expect((await shown()).missing).toBe(0)
  })
})

describe("the team's own taxonomy", () => {
  it("decides where imports place agents: by members, by rules, and never in a removed category", async () => {
    expectDone(await set("quality", { name: "Quality", members: ["wordsmith"], rules: ["*-tester"] }))
    expectDone(await runOperation(removeCategory, systemActor(), { team: team.slug, category: "review" }))
    await brought({
      ...memories("unit-tester", "wordsmith", "code-reviewer", "smoke-tester"),
      ...definition("spec-reviewer"),
      ...definition("load-tester"),
    })
    expect(await places()).toEqual({
      "ledger/unit-tester": "quality",
      "ledger/wordsmith": "quality",
      "ledger/smoke-tester": "quality",
      "ledger/code-reviewer": null,
      "ledger/spec-reviewer": null,
      "ledger/load-tester": "quality",
    })
    expect((await taxonomyOf(wholeTeamUnchecked(team.id))).map(({ slug }) => slug)).not.toContain("review")
  })

  it("applies a policy to a proposal by an unknown agent", async () => {
    await brought(memories("unit-tester"))
    expectDone(await set("quality", { rules: ["*-tester"] }))
    expectDone(
      await runOperation(changePolicySettings, systemActor(), {
        team: team.slug,
        place: "category:quality",
        set: { approvals: 2 },
      }),
    )
    const { id } = expectDone(
      await runOperation(createProposal, systemActor(), {
        team: team.slug,
        project: "ledger",
        agent: "load-tester",
        content: "Loads are ramped up",
      }),
    )
    expect(
      expectDone(await runOperation(showProposal, systemActor(), { proposal: id })).approvals.needed,
    ).toBe(2)
  })

  it("names a new category memory and adds a section for each member", async () => {
    await brought(memories("unit-tester"))
    expectDone(await set("quality", { name: "Quality Gate", members: ["smoke-tester", "load-tester"] }))
    const { id } = expectDone(
      await runOperation(createProposal, systemActor(), {
        team: team.slug,
        project: "ledger",
        category: "quality",
        content: "Gates are short",
      }),
    )
    expectDone(
      await decide(await actorOf(await givenPerson({ team, role: "lead" })), id, { verdict: "approve" }),
    )
    const text = await textOf({ team }, ".claude/agent-memory/quality/MEMORY.md")
    expect(text.split("\n").filter((line) => line.startsWith("#"))).toEqual([
      "# Quality Gate Category Memory",
      "## Shared Patterns",
      "## Smoke-Specific",
      "## Load-Specific",
      "## Coordinator Notes",
    ])
  })
})

describe("placing agents by hand", () => {
  it("keeps a manual placement through later imports, including a placement in no category", async () => {
    await brought(memories("unit-tester", "contract-tester", "wordsmith"))
    expectDone(await place("review", "wordsmith", { name: "unit-tester", project: "ledger" }))
    expectDone(await place(null, { name: "contract-tester", project: "ledger" }))
    await brought({
      ...Object.fromEntries(
        ["unit-tester", "contract-tester", "wordsmith"].map((name) => [
          memoryPath(name),
          memoryOf(name, ["[2026-11-03] Another thing"]),
        ]),
      ),
      ...definition("contract-tester"),
    })
    expect((await category("testing"))?.members).toEqual([
      "unit-tester",
      "contract-tester",
      "regression-tester",
      "integrator",
    ])
    expect(await places()).toEqual({
      "ledger/unit-tester": "review",
      "ledger/wordsmith": "review",
      "ledger/contract-tester": null,
    })
    expect((await shown()).unplaced).toMatchObject([
      { name: "contract-tester", byHand: true, suggestion: { category: "testing" } },
    ])
    expect(expectDone(await runOperation(applyTaxonomy, systemActor(), { team: team.slug })).placed).toEqual(
      [],
    )
  })

  it("moves a name in all current and future projects, or one agent in a named project", async () => {
    await brought(memories("unit-tester", "contract-tester"))
    await brought(memories("unit-tester", "contract-tester"), "wharf")
    expectDone(await place("review", "unit-tester", { name: "contract-tester", project: "wharf" }))
    await brought(memories("unit-tester", "contract-tester"), "quay")
    expect(await places()).toEqual({
      "ledger/unit-tester": "review",
      "wharf/unit-tester": "review",
      "quay/unit-tester": "review",
      "ledger/contract-tester": "testing",
      "wharf/contract-tester": "review",
      "quay/contract-tester": "testing",
    })
    expect((await category("testing"))?.members).toEqual([
      "contract-tester",
      "regression-tester",
      "integrator",
    ])
    expect((await category("review"))?.members).toContain("unit-tester")
  })

  it("undoes a placement exactly and leaves agents that moved since where they are", async () => {
    await brought(memories("unit-tester", "testing-coordinator", "wordsmith"))
    const before = await shown()
    const moved = expectDone(
      await place("delivery", "unit-tester", "testing-coordinator", "wordsmith", "not-there-yet"),
    )
    expect((await category("testing"))?.coordinator).toBeNull()
    expect((await category("delivery"))?.missing).toEqual(["lead", "not-there-yet"])
    const { placed, names } = moved
    expect(
      expectDone(await runOperation(undoPlacement, systemActor(), { team: team.slug, placed, names })),
    ).toEqual({
      back: 4,
      left: [],
    })
    const after = await shown()
    expect(after.unplaced).toEqual(before.unplaced)
    expect(after.categories.find(({ slug }) => slug === "testing")).toMatchObject({
      coordinator: "testing-coordinator",
      agents: before.categories.find(({ slug }) => slug === "testing")?.agents,
    })
    expect(after.categories.find(({ slug }) => slug === "testing")?.members.toSorted()).toEqual([
      "contract-tester",
      "integrator",
      "regression-tester",
      "unit-tester",
    ])

    const again = expectDone(await place("delivery", "unit-tester"))
    expectDone(await place("review", "unit-tester"))
    expect(
      expectDone(
        await runOperation(undoPlacement, systemActor(), {
          team: team.slug,
          placed: again.placed,
          names: again.names,
        }),
      ),
    ).toEqual({ back: 0, left: ["unit-tester"] })
  })

  it("leaves memory files in the folder of their old category and reports them", async () => {
    await brought({
      ".claude/agent-memory/architecture/SHARED.md":
        "# Architecture Category Memory\n\n## Shared Patterns\n\n- [2026-10-01] Layers are thin\n",
      ".claude/agent-memory/architecture/risk-architect.md": memoryOf("risk-architect", [
        "[2026-11-02] Risks are named",
      ]),
    })
    expect(expectDone(await place("planning", "risk-architect"))).toMatchObject({
      placed: [{ name: "risk-architect", from: "architecture", to: "planning" }],
      files: 1,
    })
    expect(
      await database().memoryFile.count({
        where: {
          teamId: team.id,
          path: ".claude/agent-memory/architecture/risk-architect.md",
          category: { slug: "architecture" },
        },
      }),
    ).toBe(1)
  })

  it("applies the limits of the new category to the agent's files", async () => {
    await brought(memories("unit-tester", "code-reviewer"))
    expectDone(
      await runOperation(changePolicySettings, systemActor(), {
        team: team.slug,
        place: "category:review",
        set: { budgetLines: 33 },
      }),
    )
    const budget = async () =>
      (
        (
          await database().memoryFile.findFirstOrThrow({
            where: { teamId: team.id, agent: { name: "unit-tester" } },
          })
        ).limits as { budget: number }
      ).budget
    expect(await budget()).not.toBe(33)
    expectDone(await place("review", "unit-tester"))
    expect(await budget()).toBe(33)
  })

  it("rejects unknown categories, unknown agents and members who do not manage the team", async () => {
    await brought(memories("unit-tester"))
    expect(await place("nowhere", "unit-tester")).toMatchObject({
      ok: false,
      reason: "not-found",
      message: expect.stringContaining("testing") as string,
    })
    expect(await place("testing", { name: "unit-tester", project: "wharf" })).toMatchObject({
      ok: false,
      reason: "not-found",
    })
    expect(
      await runOperation(placeInCategory, await actorOf(await givenPerson({ team, role: "member" })), {
        team: team.slug,
        category: "testing",
        agents: [{ name: "unit-tester" }],
      }),
    ).toMatchObject({ ok: false, reason: "forbidden" })
  })
})

describe("placing agents by rule", () => {
  it("places all agents without a category, explains each placement in the preview, and can be undone", async () => {
    await brought(memories("smoke-probe", "load-probe", "wordsmith"))
    expectDone(await set("quality", { rules: ["*-probe"] }))
    expect(
      (await shown()).unplaced.map(({ name, suggestion }) => [name, suggestion?.category, suggestion?.why]),
    ).toEqual([
      ["load-probe", "quality", "matches the rule *-probe"],
      ["smoke-probe", "quality", "matches the rule *-probe"],
      ["wordsmith", undefined, undefined],
    ])
    const { placed, names } = expectDone(
      await runOperation(applyTaxonomy, systemActor(), { team: team.slug }),
    )
    expect(placed.map(({ name, to }) => [name, to])).toEqual([
      ["load-probe", "quality"],
      ["smoke-probe", "quality"],
    ])
    expect((await category("quality"))?.agents).toMatchObject([
      { name: "load-probe", byHand: false },
      { name: "smoke-probe", byHand: false },
    ])
    expect(
      expectDone(await runOperation(undoPlacement, systemActor(), { team: team.slug, placed, names })).back,
    ).toBe(2)
    expect((await shown()).unplaced).toHaveLength(3)
  })
})

describe("a category", () => {
  it("can be renamed and keeps the slug of its file paths", async () => {
    await brought(memories("unit-tester"))
    expect(expectDone(await set("testing", { name: "Trials" }))).toMatchObject({
      slug: "testing",
      name: "Trials",
      agents: [{ name: "unit-tester" }],
    })
    await brought(memories("contract-tester"), "wharf")
    expect(await places()).toMatchObject({ "wharf/contract-tester": "testing" })
  })

  it("cannot share a name, coordinator, member or rule with another category, or have a rule that matches all agents", async () => {
    expectDone(await set("one", { name: "One", coordinator: "head", members: ["ann"], rules: ["x-*"] }))
    const why = async (input: object) => ((await set("two", input)) as { message?: string }).message
    expect(await why({ name: "ONE" })).toContain("the category One already exists")
    expect(await why({ coordinator: "head" })).toContain("head already coordinates One")
    expect(await why({ coordinator: "ann" })).toContain("ann is a member of One")
    expect(await why({ members: ["ann"] })).toContain("ann is a member of One")
    expect(await why({ rules: ["X-*"] })).toContain("One already has the rule x-*")
    expect(await why({ rules: ["*"] })).toContain("a rule must be a name with *")
    expect(await why({ coordinator: "two words" })).toContain("coordinator: an agent's name")
    await brought(memories("code-reviewer"))
    expect(await why({ coordinator: "code-reviewer" })).toContain("is a member of Review")
    expectDone(await place("one", { name: "code-reviewer", project: "ledger" }))
    expectDone(await set("review", { members: [] }))
    expect(await why({ coordinator: "code-reviewer" })).toContain("belongs to One in ledger")
  })

  it("is not overwritten after a concurrent edit", async () => {
    const { version } = expectDone(await set("quality"))
    const [one, other] = await Promise.all([
      set("quality", { name: "Q1", base: version }),
      set("quality", { name: "Q2", base: version }),
    ])
    expect([one, other].map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect([one, other].find(({ ok }) => !ok)).toMatchObject({
      reason: "stale",
      details: { current: { slug: "quality" } },
    })
  })

  it("can be removed only if it is empty, and is not created again by an import", async () => {
    await brought(memories("unit-tester", "contract-tester"))
    const remove = () => runOperation(removeCategory, systemActor(), { team: team.slug, category: "testing" })
    expect(await remove()).toMatchObject({
      ok: false,
      reason: "conflict",
      message: expect.stringContaining("2 agents (contract-tester, unit-tester)") as string,
    })
    expectDone(await place(null, "unit-tester", "contract-tester"))
    expectDone(await remove())
    await brought({ ...memories("unit-tester", "regression-tester") }, "wharf")
    expect(await category("testing")).toBeUndefined()
    expect(
      expectDone(await runOperation(makeDefaultCategories, systemActor(), { team: team.slug })).made,
    ).toContain("testing")
    expect((await shown()).unplaced.find(({ name }) => name === "regression-tester")).toMatchObject({
      suggestion: { category: "testing" },
    })
  })

  it("records its changes in the log", async () => {
    await brought(memories("unit-tester"))
    expectDone(await set("testing", { rules: ["*-tester"] }))
    expectDone(await place("review", "unit-tester"))
    const { events } = expectDone(await runOperation(listAudit, systemActor(), { team: team.slug }))
    expect(events.map(({ kind }) => kind).slice(0, 2)).toEqual(["taxonomy.place", "taxonomy.set"])
  })
})
