import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { planImportRun } from "@/lib/operations/sources/imports"
import { runOperation } from "@/lib/operations/operation"
import { listAgentsWithoutMemory, listPredecessors } from "@/lib/operations/seed/agents-without-memory"
import { importFolder, offerFiles, startAndWait, type Team } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone, givenTeam } from "../../support/data/people"

const definition = (name: string, more = "") =>
  `---\nname: ${name}\ndescription: Reviews changes.\n${more}---\n\nYou review changes.\n`
const FILES = {
  ".claude/agents/code-reviewer.md": definition("code-reviewer"),
  ".claude/agents/todo-keeper.md": definition("todo-keeper", "memory: disabled\n"),
  ".claude/agents/wordsmith.md": definition("wordsmith"),
  ".claude/agents/prober.md": definition("prober", "category: testing\n"),
  [memoryPath("ann")]: memoryOf("ann", ["One"]),
}

let team: Team
beforeEach(async () => {
  team = await givenTeam()
})

describe("agent definitions", () => {
  it("are ignored as memory, but list agents that opted out and cold agents", async () => {
    const { items } = await importFolder(team, givenFolder(FILES), { project: "p" })
    expect(await agents()).toEqual([
      { name: "ann", optedOut: false, category: null },
      { name: "code-reviewer", optedOut: false, category: { slug: "review" } },
      { name: "prober", optedOut: false, category: { slug: "testing" } },
      { name: "todo-keeper", optedOut: true, category: null },
      { name: "wordsmith", optedOut: false, category: null },
    ])
    expect(items[".claude/agents/wordsmith.md"]).toMatchObject({
      status: "left-alone",
      reason: "the definition of wordsmith, not its memory",
    })
  })

  it("have the same result after a preview, and their bytes are not stored", async () => {
    const { run } = await offerFiles(team, "/fleet", FILES, { project: "p" })
    expectDone(await planImportRun.run(systemActor(), { team: team.slug, run }))
    await startAndWait(team, run)
    expect((await agents()).map((agent) => agent.name)).toEqual([
      "ann",
      "code-reviewer",
      "prober",
      "todo-keeper",
      "wordsmith",
    ])
    expect(await database().importItem.count({ where: { teamId: team.id, content: { not: null } } })).toBe(0)
  })

  it("suggest predecessors for a new agent from similar definitions, with the shared words", async () => {
    const defined = (name: string, description: string) =>
      `---\nname: ${name}\ndescription: ${description}\n---\n\nYou work.\n`
    await importFolder(
      team,
      givenFolder({
        [memoryPath("falcon")]: memoryOf("falcon", ["Quarantined cases are tried again on Fridays"]),
        [memoryPath("heron")]: memoryOf("heron", ["Letters go out twice"]),
        ".claude/agents/falcon.md": defined(
          "falcon",
          "Watches regressions, repairs fixtures and quarantines intermittent cases.",
        ),
        ".claude/agents/heron.md": defined(
          "heron",
          "Writes letters to customers and reminds them of invoices.",
        ),
        ".claude/agents/contract-tester.md": defined(
          "contract-tester",
          "Finds regressions behind intermittent cases and keeps fixtures small.",
        ),
      }),
      { project: "p" },
    )
    expect(
      await database().agent.findFirst({
        where: { teamId: team.id, name: "contract-tester" },
        select: { definition: true },
      }),
    ).toEqual({ definition: "Finds regressions behind intermittent cases and keeps fixtures small." })
    const { predecessors } = expectDone(
      await runOperation(listPredecessors, systemActor(), {
        team: team.slug,
        project: "p",
        agent: "contract-tester",
      }),
    )
    expect(predecessors.map(({ agent, why }) => [agent, why])).toEqual([["falcon", "similar definition"]])
    expect(predecessors[0]?.words).toMatch(
      /^similar definition: both mention .*(?:regressions|fixtures|intermittent)/,
    )
  })

  it("set the category of an agent with memory, unless a user placed it", async () => {
    const files = {
      [memoryPath("code-reviewer")]: memoryOf("code-reviewer", ["One"]),
      ".claude/agents/code-reviewer.md": definition("code-reviewer", "category: testing\n"),
    }
    await importFolder(team, givenFolder(files), { project: "p" })
    expect(await agents()).toMatchObject([{ name: "code-reviewer", category: { slug: "testing" } }])
    await database().agent.updateMany({ where: { teamId: team.id }, data: { byHand: true } })
    const moved = {
      ...files,
      ".claude/agents/code-reviewer.md": definition("code-reviewer", "category: ops\n"),
    }
    await importFolder(team, givenFolder(moved), { project: "p" })
    expect(await agents()).toMatchObject([{ name: "code-reviewer", category: { slug: "testing" } }])
  })

  it("create cold agents that can be seeded", async () => {
    await importFolder(team, givenFolder(FILES), { project: "p" })
    const { agents: cold } = expectDone(
      await runOperation(listAgentsWithoutMemory, systemActor(), { team: team.slug, project: "p" }),
    )
    expect(cold.map((one) => one.name)).toEqual(expect.arrayContaining(["prober", "wordsmith"]))
  })

  it("are not requested again while they are unchanged", async () => {
    const folder = givenFolder(FILES)
    await importFolder(team, folder, { project: "p" })
    const { items } = await importFolder(team, folder, { project: "p" })
    expect(items[".claude/agents/todo-keeper.md"]).toMatchObject({
      status: "left-alone",
      agent: "todo-keeper",
      reason: "the definition of todo-keeper, not its memory",
    })
    expect(await database().auditEvent.count({ where: { teamId: team.id, kind: "import.receive" } })).toBe(1)
  })

  it("include an agent again that no longer opts out", async () => {
    await importFolder(team, givenFolder(FILES), { project: "p" })
    await importFolder(
      team,
      givenFolder({ ...FILES, ".claude/agents/todo-keeper.md": definition("todo-keeper") }),
      { project: "p" },
    )
    expect((await agents()).find((agent) => agent.name === "todo-keeper")?.optedOut).toBe(false)
  })
})

function agents() {
  return database().agent.findMany({
    where: { teamId: team.id },
    select: { name: true, optedOut: true, category: { select: { slug: true } } },
    orderBy: { name: "asc" },
  })
}
