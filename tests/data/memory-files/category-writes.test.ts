import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { database } from "@/lib/db/infra/client"
import { closeSession } from "@/lib/operations/sessions/close"
import { flush } from "@/lib/operations/sessions/flush-and-run-cache"
import { clearMemory, initMemory, showMemory } from "@/lib/operations/memories/memories"
import { runOperation } from "@/lib/operations/operation"
import { runCommandLine } from "../../support/commands/command-in-process"
import { quarterdeck } from "../../support/commands/command-line"
import { openHttpDoor } from "../../support/http/api-server"
import { importFolder } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { decide, givenProposal, givenSecret, givenToken, textOf } from "../../support/proposals"
import { git, givenRepository, writeBack } from "../../support/sync/write-back"

const ARCHITECTURE = ".claude/agent-memory/architecture/MEMORY.md"
const LAYOUT_D = {
  [ARCHITECTURE]:
    "# Architecture Category Memory\n\n## Shared Patterns\n\n- [2026-01-05] Services speak over the bus\n\n## Structure-Specific\n\n- [2026-01-05] Folders follow the domain\n\n## Coordinator Notes\n\n- [2026-01-05] Ask security first\n",
  ".claude/agents/structure-architect.md": "---\nname: structure-architect\n---\n\nKeeps the structure.\n",
  ".claude/agents/risk-architect.md": "---\nname: risk-architect\n---\n\nWeighs risks.\n",
}

/** A repository with a team and a lead who imported it as "ledger". */
async function givenImported(files: Readonly<Record<string, string>>) {
  const folder = givenFolder(files)
  givenRepository(folder)
  const team = await givenTeam()
  const lead = await actorOf(await givenPerson({ team, role: "lead" }))
  await importFolder(team, folder, { project: "ledger" })
  const as = (agent: string) => givenToken(team, { agent })
  const at = { team: team.slug, project: "ledger" }
  return { folder, team, lead, as, at }
}

/**
 * A session of a harness in the folder, by its hooks: it starts, compacts its context, and ends with a new
 * entry.
 */
async function throughHooks(team: { id: string }, folder: string): Promise<void> {
  const door = await openHttpDoor()
  onTestFinished(() => door.close())
  const env = {
    QUARTERDECK_URL: door.url,
    QUARTERDECK_TOKEN: await givenSecret(team, { agent: "structure-architect" }),
    QUARTERDECK_AGENT: "structure-architect",
    QUARTERDECK_PROJECT: "ledger",
    XDG_STATE_HOME: givenFolder(),
  }
  const hook = async (event: string, more: object) => {
    const input = JSON.stringify({ session_id: "h-1", cwd: folder, hook_event_name: event, ...more })
    const ended = await quarterdeck(["hook", event, "--within", "60"], { env, cwd: folder, input })
    expect([ended.code, ended.stderr]).toEqual([0, ""])
    return ended.stdout
  }
  const said = { type: "user", message: { role: "user", content: "Draw the ports" } }
  const transcript_path = join(givenFolder({ "h-1.jsonl": `${JSON.stringify(said)}\n` }), "h-1.jsonl")
  expect(await hook("SessionStart", { source: "startup" })).toContain("Folders follow the domain")
  await hook("PreCompact", { trigger: "auto", transcript_path })
  await hook("SessionEnd", {
    reason: "clear",
    transcript_path,
    learnings: ["Ports are owned by their callers"],
  })
}

const approved = async (lead: Awaited<ReturnType<typeof actorOf>>, id: string) =>
  expectDone(await decide(lead, id, { verdict: "approve" }))

it("agents with a shared category file write to their own section and to no other file", async () => {
  const { folder, team, lead, as, at } = await givenImported(LAYOUT_D)
  const { id, path } = await givenProposal(
    team,
    {
      project: "ledger",
      agent: "structure-architect",
      content: "Modules never import upwards",
      confidence: 0.9,
    },
    as("structure-architect"),
  )
  expect(path).toBe(ARCHITECTURE)
  await approved(lead, id)
  const closed = expectDone(
    await runOperation(closeSession, as("risk-architect"), {
      ...at,
      session: "s-1",
      summary: "Weighed the bus",
      learnings: [{ content: "The broker redelivers after a restart", confidence: 0.9 }],
    }),
  )
  expect(closed).toMatchObject({ path: null, revision: null, proposals: [{ path: ARCHITECTURE }] })
  await approved(lead, closed.proposals[0]?.id ?? "")
  const flushed = expectDone(
    await runOperation(flush, as("risk-architect"), { ...at, content: "Half way through the list of risks" }),
  )
  expect(flushed.path).toContain("risk-architect")
  await throughHooks(team, folder)
  const [hooked] = await database().proposal.findMany({ where: { teamId: team.id, session: "h-1" } })
  expect(hooked).toMatchObject({ path: ARCHITECTURE, authorAgent: "structure-architect" })
  await approved(lead, hooked?.id ?? "")

  await writeBack(team, folder)
  expect(git(folder, "status", "--porcelain", "-uall").trimEnd()).toBe(` M ${ARCHITECTURE}`)
  expect(await textOf({ team }, ARCHITECTURE)).toBe(
    git(folder, "show", `HEAD:${ARCHITECTURE}`)
      .replace(
        "domain\n",
        "domain\n- [TODAY] Modules never import upwards\n- [TODAY] Ports are owned by their callers\n",
      )
      .replace(
        "## Coordinator",
        "## Risk-Specific\n\n- [TODAY] The broker redelivers after a restart\n\n## Coordinator",
      )
      .replaceAll("TODAY", new Date().toISOString().slice(0, 10)),
  )
})

it("README's proposal goes to the section of its agent in the category's memory", async () => {
  const { team } = await givenImported(LAYOUT_D)
  const door = await openHttpDoor()
  onTestFinished(() => door.close())
  const [, line = ""] = /^npx quarterdeck (propose [^]*?)\n```/m.exec(readFileSync("README.md", "utf8")) ?? []
  const token = await givenSecret(team)
  const { text } = await runCommandLine(line.replaceAll("\\\n", " "), { url: door.url, token })
  expect(text).toContain(`is waiting for review: ${ARCHITECTURE}`)
  const proposal = await database().proposal.findFirstOrThrow({ where: { teamId: team.id } })
  expect(proposal.changes).toMatchObject([{ kind: "add", section: "Risk-Specific" }])
})

it("the coordinator of a category writes to its notes, or to a named section if it exists", async () => {
  const { team, lead, as } = await givenImported(LAYOUT_D)
  const propose = async (agent: string, section?: string) => {
    const { id } = await givenProposal(
      team,
      {
        project: "ledger",
        agent,
        content: `Said by ${agent} to ${section ?? "itself"}`,
        confidence: 0.9,
        section,
      },
      as(agent),
    )
    await approved(lead, id)
  }
  await propose("architecture-coordinator")
  await propose("structure-architect", "shared patterns")
  await propose("structure-architect", "Accumulated Findings")
  const text = await textOf({ team }, ARCHITECTURE)
  const sections = Object.fromEntries(
    text.split(/^## /m).map((part) => [part.split("\n")[0], part.match(/Said by.*/g) ?? []]),
  )
  expect(sections).toMatchObject({
    "Shared Patterns": ["Said by structure-architect to shared patterns"],
    "Structure-Specific": ["Said by structure-architect to Accumulated Findings"],
    "Coordinator Notes": ["Said by architecture-coordinator to itself"],
  })
})

it("an agent's memory is shown with its category memory, and can be cleared or created only if the agent has its own file", async () => {
  const { lead, at } = await givenImported({
    ...LAYOUT_D,
    [memoryPath("risk-architect")]: memoryOf("risk-architect", ["Risks are weighed weekly"]),
  })
  const show = async (agent: string) => expectDone(await runOperation(showMemory, lead, { ...at, agent }))
  expect(await show("risk-architect")).toMatchObject({
    path: memoryPath("risk-architect"),
    also: [{ path: ARCHITECTURE }],
  })
  expect(await show("structure-architect")).toMatchObject({ path: ARCHITECTURE, also: [] })
  expect(await runOperation(clearMemory, lead, { ...at, agent: "structure-architect" })).toMatchObject({
    ok: false,
    message: expect.stringContaining("Structure-Specific"),
  })
  expect(
    expectDone(await runOperation(initMemory, lead, { ...at, agent: "structure-architect" })),
  ).toMatchObject({
    path: ARCHITECTURE,
    made: false,
  })
  expect(
    expectDone(
      await runOperation(initMemory, lead, { ...at, agent: "structure-architect", format: "kaizen" }),
    ),
  ).toMatchObject({ path: memoryPath("structure-architect"), made: true })
})

it("a category without memory gets a file if its agents have none of their own, and a role gets one if other roles have one", async () => {
  const { team, as } = await givenImported(LAYOUT_D)
  const propose = (of: { slug: string }, agent: string, actor = as(agent)) =>
    givenProposal(of, { project: "ledger", agent, content: `Said by ${agent}`, confidence: 0.9 }, actor)
  expect((await propose(team, "unit-tester")).path).toBe(".claude/agent-memory/testing/MEMORY.md")

  const roles = await givenImported({
    ".claude/agent-memory/architecture/SHARED.md": "# Shared\n\n## Shared Patterns\n\n- One\n",
    ".claude/agent-memory/architecture/risk-architect.md": "# Risk\n\n## Notes\n\n- Two\n",
  })
  expect((await propose(roles.team, "structure-architect", roles.as("structure-architect"))).path).toBe(
    ".claude/agent-memory/architecture/structure-architect.md",
  )
})
