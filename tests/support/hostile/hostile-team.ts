import { tokenActor } from "@/lib/auth/create-actor"
import type { Actor } from "@/lib/memory/teams/actor"
import { database } from "../data/writable"
import { newId } from "@/lib/db/infra/identifiers"
import type { Person } from "@/lib/db/teams/people"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { planSeeding } from "@/lib/operations/seed/plan-seeding"
import { createAccessToken } from "@/lib/operations/teams/access-tokens"
import { runOperation } from "@/lib/operations/operation"
import { createProposal } from "@/lib/operations/proposals/create"
import { showProposal } from "@/lib/operations/proposals/proposals"
import { reviewProposal } from "@/lib/operations/proposals/decisions/review"
import { saveInboxView } from "@/lib/operations/inbox/saved-views"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { agentMemory, folderOf } from "../imports/folder"
import { importFolder, type Team } from "../imports/import-folder"
import { migrateTo } from "../data/migrations"
import { actorOf, expectDone, givenPerson, givenTeam, storedPerson } from "../data/people"
import { givenSynthesis } from "../coach/syntheses"
import { givenHostileConflicts } from "./hostile-conflicts"
import { PAYLOADS, shortPayload } from "./payloads"

export interface HostileTeam {
  readonly team: Team
  readonly person: Person
  readonly run: string
  readonly project: string
  /** Path of the file that has every payload as an entry. */
  readonly file: string
  readonly proposals: readonly string[]
  /** Conflict IDs, the file conflict first. */
  readonly conflicts: readonly string[]
  /** Path of a memory file whose agent has daily logs with payloads. */
  readonly logged: string
  readonly synthesis: string
  readonly plan: string
  readonly migration: string
}

const AGENT = "unit-tester"
const TEAM_MEMORY = "memory/teams/core/memory.json"
/** Number of payloads that fit in the shorter fields. */
const AT_ONCE = 25

/** A team with payloads in every text: memory, proposals, conflicts and all names. */
export async function givenHostileTeam(): Promise<HostileTeam> {
  const team = await givenTeam(`${shortPayload()} ${newId().slice(-4)}`)
  const { id } = await givenPerson({ team, role: "owner" })
  await database().user.update({ where: { id }, data: { name: shortPayload() } })
  const person = await storedPerson(id)
  const owner = await actorOf(person)
  const hostileAgent = shortPayload()
  const { run } = await importFolder(team, folderOf("hostile", filesOf(hostileAgent)), {
    project: shortPayload(),
  })
  const project = await database().project.findFirstOrThrow({ where: { teamId: team.id } })
  await database().agent.updateMany({
    where: { teamId: team.id, name: { not: AGENT } },
    data: { name: hostileAgent },
  })
  await database().category.updateMany({ where: { teamId: team.id }, data: { name: shortPayload() } })
  const { id: file } = await database().memoryFile.findFirstOrThrow({
    where: { teamId: team.id, path: agentMemory(AGENT) },
  })

  const proposals = await proposeAll(team, file)
  await reject(proposals.pop() ?? "", owner)
  expectDone(
    await runOperation(saveInboxView, owner, {
      team: team.slug,
      name: shortPayload(),
      query: `q=${encodeURIComponent(shortPayload())}`,
    }),
  )
  expectDone(
    await runOperation(createAccessToken, owner, {
      team: team.slug,
      name: shortPayload(),
      rights: ["propose"],
      agent: shortPayload(),
    }),
  )
  expectDone(
    await runOperation(reviseFile, owner, {
      file,
      base: 1,
      changes: [{ kind: "add", section: "Notes", text: PAYLOADS[0] ?? "", date: "2026-11-21" }],
      reason: fitting(PAYLOADS, 500),
    }),
  )
  const { id: other } = await database().memoryFile.findFirstOrThrow({
    where: { teamId: team.id, path: TEAM_MEMORY },
  })
  return {
    team,
    person,
    run: run.run,
    project: project.slug,
    file,
    proposals,
    conflicts: await givenHostileConflicts(team, file, other),
    ...(await givenWork(team, owner, { file, project: project.slug })),
  }
}

/** Payloads in generated records: a brief, a seed plan, a migration, daily logs and notification channels. */
async function givenWork(team: Team, owner: Actor, { file, project }: { file: string; project: string }) {
  const moved = shortPayload()
  const lines = (from: number) =>
    PAYLOADS.slice(from, from + 20)
      .map((payload) => `- Always remember: ${payload}`)
      .join("\n")
  await importFolder(
    team,
    folderOf("moved", {
      "SOUL.md": "# Soul\n\nCalm.\n",
      "MEMORY.md": `# Memory\n\n## ${shortPayload()}\n\n${lines(60)}\n`,
      "memory/2026-01-02.md": `# 2026-01-02\n\n## ${shortPayload()}\n\n${lines(0)}\n`,
      [agentMemory("contract-tester")]: `# ${shortPayload()}\n\n## Notes\n\n${lines(40)}\n`,
    }),
    { project: moved },
  )
  const { id: logged, projectId } = await database().memoryFile.findFirstOrThrow({
    where: { teamId: team.id, path: "MEMORY.md" },
  })
  const { slug } = await database().project.findFirstOrThrow({ where: { teamId: team.id, id: projectId } })
  const entries = await database().entry.findMany({
    where: { teamId: team.id, fileId: file },
    orderBy: { position: "asc" },
    take: 20,
  })
  const synthesis = await givenSynthesis(team, {
    claims: entries.map(({ id }, place) => ({ text: `Claim ${place}`, cites: [id], decided: "waiting" })),
  })
  // Writes the tables directly, because the guard would refuse the texts.
  for (const position of entries.keys())
    await database().claim.update({
      where: { teamId_synthesisId_position: { teamId: team.id, synthesisId: synthesis, position } },
      data: { text: PAYLOADS[position] ?? "" },
    })
  await database().synthesis.updateMany({
    where: { teamId: team.id, id: synthesis },
    data: { title: shortPayload() },
  })
  const { plans } = expectDone(
    await runOperation(planSeeding, owner, {
      team: team.slug,
      project,
      agents: ["newcomer"],
      from: [{ agent: AGENT }],
    }),
  )
  const { migration } = await migrateTo({ team, project: slug, to: "D" }, owner)
  await database().channel.create({
    data: {
      teamId: team.id,
      id: newId(),
      kind: "webhook",
      name: shortPayload(),
      settings: { where: shortPayload() },
      createdBy: shortPayload(),
      pausedAt: new Date(),
    },
  })
  return { logged, synthesis, plan: plans[0]?.id ?? "", migration }
}

function filesOf(hostileAgent: string): Record<string, string> {
  const lines = PAYLOADS.map((payload) => `- [2026-01-02] ${payload}`)
  const store = {
    version: "1.0",
    entries: PAYLOADS.map((content, place) => ({
      id: `mem-${place} ${shortPayload()}`,
      type: shortPayload(),
      content,
      confidence: 0.85,
      created_at: "2026-01-02T00:00:00Z",
    })),
  }
  return {
    [agentMemory(AGENT)]: [
      `# ${shortPayload()}`,
      "",
      "## Notes",
      "",
      ...lines,
      "",
      `## ${shortPayload()}`,
      "",
      "- one",
      "",
    ].join("\n"),
    [agentMemory(hostileAgent)]: [
      "---",
      `agent: ${JSON.stringify(hostileAgent)}`,
      `title: ${JSON.stringify(shortPayload())}`,
      "---",
      "",
      ...lines.slice(0, 40),
      "",
    ].join("\n"),
    [TEAM_MEMORY]: `${JSON.stringify(store, null, 2)}\n`,
    [`memory/teams/${shortPayload()}/memory.json`]: `{\n  "version": 1,\n  ${JSON.stringify(shortPayload())}: [ { "id": "a" "text": ${JSON.stringify(shortPayload())} } ]\n}\n`,
  }
}

/**
 * Proposals with every payload as statement, previous statement, reason and evidence, and some in the other
 * fields.
 */
async function proposeAll(team: Team, file: string): Promise<string[]> {
  const entries = await database().entry.findMany({
    where: { teamId: team.id, fileId: file },
    orderBy: { position: "asc" },
  })
  const actor = tokenActor({
    id: newId(),
    name: shortPayload(),
    rights: ["propose"],
    teamId: team.id,
    projectId: null,
    agent: null,
    ancestors: [],
    mintedBy: null,
  } as unknown as Parameters<typeof tokenActor>[0])
  const ids: string[] = []
  for (let from = 0; from < PAYLOADS.length; from += AT_ONCE) {
    const payloads = PAYLOADS.slice(from, from + AT_ONCE)
    const text = payloads.join(" and ")
    const at = (place: number) => ({
      entry: entries[from + place]?.id ?? "",
      before: entries[from + place]?.text ?? "",
    })
    const asked: ProposedChange[][] = [
      [{ kind: "add", section: fitting(payloads, 200), text, date: "2026-11-21", type: shortPayload() }],
      [{ kind: "edit", ...at(1), text }],
      [{ kind: "retire", ...at(2), why: fitting(payloads, 500) }],
      [{ kind: "move", ...at(3), section: fitting(payloads.slice(3), 200) }],
      [
        { kind: "remove", ...at(4) },
        { kind: "edit", ...at(5), text: payloads.slice(0, 5).join(" or ") },
      ],
    ]
    const changes = asked[(from / AT_ONCE) % asked.length] ?? []
    const words = {
      reason: fitting(payloads, 2_000),
      evidence: payloads.join("\n"),
      session: fitting(payloads.slice(5), 200),
      author: fitting(payloads.slice(8), 200),
      type: shortPayload(),
    }
    ids.push(
      expectDone(await runOperation(createProposal, actor, { team: team.slug, file, changes, ...words })).id,
    )
  }
  return ids
}

async function reject(proposal: string, actor: Awaited<ReturnType<typeof actorOf>>): Promise<void> {
  const { shown } = expectDone(await runOperation(showProposal, actor, { proposal }))
  expectDone(
    await runOperation(reviewProposal, actor, {
      proposal,
      shown,
      verdict: "reject",
      reason: fitting(PAYLOADS, 2_000),
    }),
  )
}

/** As many payloads as fit in `most` characters. */
function fitting(payloads: readonly string[], most: number): string {
  let text = ""
  for (const one of payloads) if (text.length + one.length + 1 <= most) text += `${one} `
  return text.trim()
}
