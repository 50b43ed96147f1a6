import { randomBytes } from "node:crypto"
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../data/writable"
import { newId } from "@/lib/db/infra/identifiers"
import type { Actor, Verb } from "@/lib/memory/teams/actor"
import { createAccessToken } from "@/lib/operations/teams/access-tokens"
import { listFixes } from "@/lib/operations/alerts/fixes"
import { ignoreAlerts } from "@/lib/operations/alerts/ignore-rules"
import { allowDirectory } from "@/lib/operations/sources/sources-and-directories"
import { previewCompaction } from "@/lib/operations/compaction/preview"
import { showSynthesis } from "@/lib/operations/coach/syntheses"
import { decideClaim } from "@/lib/operations/coach/review/claim-decisions"
import { rejectSynthesis } from "@/lib/operations/coach/review/synthesis-decisions"
import { publishSynthesis } from "@/lib/operations/coach/publish/publish"
import { cancelCoachRun, startCoach } from "@/lib/operations/coach/runs/coach-runs"
import { submitSynthesis } from "@/lib/operations/coach/submit"
import { resolveConflict } from "@/lib/operations/conflicts/resolve"
import { createComment } from "@/lib/operations/comments/comments"
import { createProposal } from "@/lib/operations/proposals/create"
import { openImportRun, planImportRun } from "@/lib/operations/sources/imports"
import { createBadge } from "@/lib/operations/health/badges"
import { inviteMember } from "@/lib/operations/teams/members-and-invitations"
import { previewPromotion, promoteStatement } from "@/lib/operations/agents/promote"
import { initMemory } from "@/lib/operations/memories/memories"
import { previewMigration } from "@/lib/operations/migration/migrations"
import { runMigration } from "@/lib/operations/migration/run"
import { runOperation } from "@/lib/operations/operation"
import { createChannel } from "@/lib/operations/notifications/channels"
import { previewRevert } from "@/lib/operations/reverts/preview"
import { previewRestore } from "@/lib/operations/reverts/point-in-time-restore"
import { runRevert } from "@/lib/operations/reverts/run"
import { dropSeed } from "@/lib/operations/seed/start-empty"
import { moveSeed } from "@/lib/operations/seed/seed-plans"
import { planSeeding } from "@/lib/operations/seed/plan-seeding"
import { startSession } from "@/lib/operations/sessions/start"
import { setCategory } from "@/lib/operations/categories/categories"
import { vouchForEntry } from "@/lib/operations/verification/verify-entries"
import { previewWriteBack } from "@/lib/operations/write-back/write-back"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { givenAlert } from "../alerts/alerts"
import { givenConflict } from "../conflicts/conflicts"
import { importFolder, offerFiles, startAndWait } from "../imports/import-folder"
import { memoryOf, memoryPath } from "../imports/memory-folder"
import { expectDone, givenPerson } from "../data/people"
import { addition, decide, givenMemory, givenProposal, givenToken } from "../proposals"
import { givenSeedPlan } from "../coach/seed-plans"
import { zipOf } from "../imports/zip"

const PATH = memoryPath("unit-tester")

export type World = Awaited<ReturnType<typeof givenWorld>>

export async function givenWorld() {
  const memory = await givenMemory({
    [PATH]: memoryOf("unit-tester", [
      "[2026-01-02] One holds",
      "[2026-01-03] Two holds",
      "~~Three held~~ ← STALE (no more)",
    ]),
  })
  const { id: file, entries } = await memory.file(PATH)
  const project = await database().project.findFirstOrThrow({ where: { teamId: memory.team.id } })
  return { ...memory, team: memory.team, file, entries, projectId: project.id }
}

export interface Row {
  /** A plausible input for an actor. Every allowed actor gets a separate one. */
  input(world: World, actor: Actor): object | Promise<object>
  /** The actual verb if the declared one is weaker than required, with the reason. */
  verb?: { readonly verb: Verb; readonly because: string }
  /** True if only users have such records. */
  people?: true
  /** True if the right applies to the deployment and not to a team. */
  deployment?: true
  /** Names nothing of a team: each actor gets their own data. */
  free?: true
}

let counter = 0
const proposal = async ({ team }: World) =>
  (
    await givenProposal(team, {
      project: "ledger",
      file: PATH,
      changes: [addition(`Statement ${(counter += 1)} is about part ${counter * 7919}`)],
    })
  ).id
/** Returns a proposal of the actor, because agents discuss only their own; else one of somebody. */
async function ownProposal(world: World, actor: Actor): Promise<string> {
  const text = `Statement ${(counter += 1)} is about part ${counter * 7919}`
  const own = await runOperation(createProposal, actor, {
    team: world.team.slug,
    project: "ledger",
    agent: "unit-tester",
    content: text,
    confidence: 0.8,
  })
  return own.ok ? own.value.id : proposal(world)
}
/** Returns a comment of the actor, or one of the system. */
async function comment(world: World, actor: Actor): Promise<string> {
  const item = await ownProposal(world, actor)
  const own = await runOperation(createComment, actor, { item, text: "Is this still true?" })
  if (own.ok) return own.value.id
  return expectDone(await runOperation(createComment, systemActor(), { item, text: "Is this still true?" }))
    .id
}
const shownOf = async (id: string) =>
  Buffer.from((await database().proposal.findFirstOrThrow({ where: { id } })).shown).toString("hex")
const decided = async (world: World) => {
  const id = await proposal(world)
  expectDone(await decide(systemActor(), id, { verdict: "reject", reason: "no" }))
  return id
}
const dismissed = async (team: World["team"]) => {
  const given = await givenConflict(team)
  expectDone(await runOperation(resolveConflict, systemActor(), { ...given, verdict: "not-a-conflict" }))
  return given.conflict
}
/** Starts an import run as the actor if allowed. Only that actor or a lead can continue it. */
const run = async ({ team }: World, actor: Actor) => {
  const offer = () => ({
    team: team.slug,
    project: "ledger",
    source: { kind: "client" as const, name: `/srv/${(counter += 1)}` },
    complete: true,
    files: [],
    refused: [],
  })
  const own = await openImportRun.run(actor, offer())
  return (own.ok ? own.value : expectDone(await openImportRun.run(systemActor(), offer()))).run
}
const inTeam = ({ team }: World) => ({ team: team.slug })
const compactionAsked = ({ team, projectId, file }: World) => ({
  team: team.slug,
  project: projectId,
  file,
  kind: "trim" as const,
})
const synthesis = ({ team, projectId, entries }: World) => ({
  team: team.slug,
  project: projectId,
  kind: "brief",
  title: `Brief ${(counter += 1)}`,
  claims: [
    {
      text: "One holds everywhere",
      kind: "shared-pattern",
      confidence: 0.8,
      citations: [{ entry: entries[0]?.id }],
    },
  ],
})
/** Starts a coach run for a new agent, because an identical run would return the existing one. */
const coachRun = async (world: World) => ({
  run: expectDone(await runOperation(startCoach, systemActor(), coachAsked(world))).id,
})
const coachAsked = ({ team, projectId }: World) => ({
  team: team.slug,
  project: projectId,
  kind: "orientation",
  agent: `cold-${(counter += 1)}`,
  method: "extractive",
})
/** Creates a pending seed plan for a new agent. */
const seedPlan = ({ team, projectId }: World) =>
  givenSeedPlan(team.id, { projectId, agentName: `cold-${(counter += 1)}` })
/** Submits a synthesis after deleting the previous one, because the number of pending syntheses is limited. */
const submitted = async (world: World) => {
  await database().synthesis.deleteMany({ where: { teamId: world.team.id } })
  return expectDone(await runOperation(submitSynthesis, systemActor(), synthesis(world))).id
}
const waitingClaim = async (world: World) => {
  const id = await submitted(world)
  const [claim] = expectDone(await runOperation(showSynthesis, systemActor(), { synthesis: id })).statements
  return { synthesis: id, position: claim?.position ?? 0, shown: claim?.shown ?? "" }
}
const goneThrough = async (world: World) => {
  const claim = await waitingClaim(world)
  expectDone(await runOperation(decideClaim, systemActor(), { ...claim, verdict: "accept" }))
  return claim.synthesis
}
const onAgent = (world: World) => ({ ...inTeam(world), project: world.projectId, agent: "unit-tester" })
const onFile = ({ team, file }: World) => ({ team: team.slug, file })
const onEntry =
  (place: number) =>
  ({ entries }: World) => ({ entry: entries[place]?.id, reason: "why" })
const onRun = async (world: World, actor: Actor) => ({ ...inTeam(world), run: await run(world, actor) })
const member = async ({ team }: World) => (await givenPerson({ team, role: "viewer" })).id
const head = async ({ team, file }: World) =>
  (await database().memoryFile.findFirstOrThrow({ where: { teamId: team.id, id: file } })).head
/** Changes the file's first entry. Returns the newest revision. */
const changed = async (world: World) => {
  const [first] = world.entries
  const { text: before } = await database().entry.findFirstOrThrow({ where: { id: first?.id ?? "" } })
  return expectDone(
    await runOperation(reviseFile, systemActor(), {
      file: world.file,
      base: await head(world),
      reason: "why",
      changes: [{ kind: "edit", entry: first?.id, before, text: `One holds ${(counter += 1)}` }],
    }),
  ).revision
}

const sourceOf = async ({ team }: World) =>
  (
    await database().source.findFirstOrThrow({
      where: { teamId: team.id, kind: "client", name: "/srv/ledger" },
    })
  ).id
const writeBackOf = async (world: World) => {
  const id = newId()
  await database().writeBack.create({
    data: {
      teamId: world.team.id,
      id,
      sourceId: await sourceOf(world),
      way: "zip",
      state: "done",
      files: [],
      actorKind: "system",
      actorId: "system",
      actorName: "Quarterdeck",
    },
  })
  return id
}
/** An empty directory that every actor with the right to write back may write to. */
const folder = realpathSync(mkdtempSync(join(tmpdir(), "quarterdeck-rights-")))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const directoryOf = async ({ team }: World) => {
  mkdirSync(folder, { recursive: true }) // another file of this process may have been done with it
  const known = await database().source.findFirst({
    where: { teamId: team.id, kind: "directory", name: folder },
  })
  if (known) return known.id
  expectDone(await runOperation(allowDirectory, systemActor(), { path: folder }))
  await importFolder(team, folder, { project: "elsewhere" })
  return (await database().source.findFirstOrThrow({ where: { teamId: team.id, name: folder } })).id
}

/** A new agent with one approved write. */
const reverting = async ({ team }: World) => {
  const agent = `agent-${(counter += 1)}`
  const { id } = await givenProposal(
    team,
    { project: "ledger", file: PATH, changes: [addition(`Reverted ${counter} of part ${counter * 41}`)] },
    givenToken(team, { agent }),
  )
  expectDone(await decide(systemActor(), id, { verdict: "approve" }))
  return agent
}
/** A time before the latest write. */
const past = async (world: World) => {
  const [now] = await database().$queryRaw<
    { at: string }[]
  >`SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at`
  await reverting(world)
  return now?.at
}

/** A command-line login of the actor if the actor is a member of the team, otherwise of another member. */
const commandLineOf = async (world: World, actor: Actor) => {
  const isHere =
    actor.kind === "person" && (actor.owner || actor.memberships.some((one) => one.teamId === world.team.id))
  const id = newId()
  await database().accessToken.create({
    data: {
      id,
      userId: isHere ? actor.id : await member(world),
      name: "laptop",
      prefix: "qd_laptop",
      secret: randomBytes(32),
      rights: [],
      createdBy: "system",
      expiresAt: new Date(Date.now() + 60_000),
    },
  })
  return { commandLine: id }
}

/** An entry that two agents of a category have. */
const held = async ({ team }: World) => {
  const statement = `Statement ${(counter += 1)} is held by both, about part ${counter * 37}`
  const agents = [`holder-${counter}-a`, `holder-${counter}-b`]
  await startAndWait(
    team,
    (
      await offerFiles(
        team,
        `/srv/held-${counter}`,
        Object.fromEntries(
          agents.map((agent) => [memoryPath(agent), memoryOf(agent, [`[2026-01-02] ${statement}`])]),
        ),
        { project: "ledger" },
      )
    ).run,
  )
  return {
    entry: (await database().entry.findFirstOrThrow({ where: { teamId: team.id, text: statement } })).id,
    to: { kind: "team" },
  }
}
const promoted = async (world: World) => {
  const wanted = { ...inTeam(world), ...(await held(world)) }
  const { shown } = expectDone(await runOperation(previewPromotion, systemActor(), wanted))
  return expectDone(await runOperation(promoteStatement, systemActor(), { ...wanted, shown })).promotion
}

/** A category whose only agent has its own file. */
const movable = async ({ team }: World) => {
  const category = `movers-${(counter += 1)}`
  expectDone(
    await runOperation(setCategory, systemActor(), {
      team: team.slug,
      category,
      name: `Movers ${counter}`,
      members: [`mover-${counter}`],
    }),
  )
  await startAndWait(
    team,
    (
      await offerFiles(
        team,
        `/srv/${category}`,
        {
          [memoryPath(`mover-${counter}`)]: memoryOf(`mover-${counter}`, [
            `Moved ${counter} of part ${counter * 43}`,
          ]),
        },
        { project: "ledger" },
      )
    ).run,
  )
  return { project: "ledger", categories: [category], to: "D" }
}
const readyToMove = async (world: World) => {
  const wanted = { ...inTeam(world), ...(await movable(world)) }
  return { ...wanted, shown: expectDone(await runOperation(previewMigration, systemActor(), wanted)).shown }
}
const migrated = async (world: World) => ({
  ...inTeam(world),
  migration: expectDone(await runOperation(runMigration, systemActor(), await readyToMove(world))).migration,
})

/** Input of a seed for a new agent. */
const seeding = (world: World) => ({
  ...inTeam(world),
  project: world.projectId,
  agents: [`seeded-${(counter += 1)}`],
  from: [{ agent: "unit-tester" }],
})
const seeded = async (world: World) => {
  const [plan] = expectDone(await runOperation(planSeeding, systemActor(), seeding(world))).plans
  const moved = expectDone(
    await runOperation(moveSeed, systemActor(), {
      plan: plan?.id,
      version: plan?.version,
      moves: [{ entry: plan?.placements[0]?.entry, place: "shared" }],
    }),
  )
  return { plan: moved.id, version: moved.version }
}
const onSeed = async (world: World) => ({ plan: (await seeded(world)).plan })
const droppedSeed = async (world: World) => {
  const plan = await onSeed(world)
  expectDone(await runOperation(dropSeed, systemActor(), plan))
  return plan
}
const coldAgent = async (world: World) => {
  const agent = `cold-${(counter += 1)}`
  expectDone(
    await runOperation(initMemory, systemActor(), { ...inTeam(world), project: world.projectId, agent }),
  )
  return { ...inTeam(world), project: world.projectId, agent }
}

/** Deletes older channels, because a team's number of channels is limited. */
const channelRoom = async ({ team }: World) => {
  const old = await database().channel.findMany({
    where: { teamId: team.id },
    orderBy: { id: "desc" },
    skip: 20,
    select: { id: true },
  })
  await database().channel.deleteMany({
    where: { teamId: team.id, id: { in: old.map((channel) => channel.id) } },
  })
  return {}
}
const onChannel = async (world: World, more: object = { kind: "email", to: ["ana@example.com"] }) => ({
  ...inTeam(world),
  ...(await channelRoom(world)),
  channel: expectDone(
    await runOperation(createChannel, systemActor(), {
      ...inTeam(world),
      name: `Channel ${(counter += 1)}`,
      ...more,
    }),
  ).id,
})
/** Inserts a failed notification. Returns its message ID. */
const undelivered = async ({ team }: World, channelId: string) => {
  const messageId = newId()
  await database().notice.create({
    data: { teamId: team.id, id: newId(), channelId, alertId: newId(), round: 1, state: "failed", messageId },
  })
  return messageId
}

/** Every operation with a plausible input, for the tests of rights and of the API document. */
export const TABLE: Readonly<Record<string, Row>> = {
  "me.show": { input: () => ({}), free: true },
  "command-line.list": { input: () => ({}), free: true },
  "command-line.end": { input: commandLineOf, people: true },
  "fleet.show": { input: inTeam },
  "fleet.activity": { input: inTeam },
  "fleet.coverage": { input: (world) => ({ ...inTeam(world), section: "What Worked" }) },
  "fleet.missed": { input: inTeam },
  "fleet.redundancy": { input: inTeam },
  "fleet.growth": { input: inTeam },
  "fleet.loads": { input: inTeam },
  "fleet.map": { input: inTeam },
  "promotion.preview": { input: async (world) => ({ ...inTeam(world), ...(await held(world)) }) },
  "promotion.run": {
    input: async (world) => {
      const wanted = { ...inTeam(world), ...(await held(world)) }
      return {
        ...wanted,
        shown: expectDone(await runOperation(previewPromotion, systemActor(), wanted)).shown,
      }
    },
  },
  "migration.layouts": { input: (world) => ({ ...inTeam(world), project: "ledger" }) },
  "migration.preview": { input: async (world) => ({ ...inTeam(world), ...(await movable(world)) }) },
  "migration.run": { input: readyToMove },
  "migration.list": { input: inTeam },
  "migration.show": { input: migrated },
  "migration.undo": { input: migrated },
  "promotion.undo": { input: async (world) => ({ ...inTeam(world), promotion: await promoted(world) }) },
  "seed.cold": { input: inTeam },
  "seed.predecessors": { input: onAgent },
  "seed.preview": { input: seeding },
  "seed.plan": { input: seeding },
  "seed.list": { input: inTeam },
  "seed.show": { input: onSeed },
  "seed.move": { input: async (world) => ({ ...(await seeded(world)), moves: [] }), people: true },
  "seed.text": { input: onSeed },
  "seed.context": { input: onSeed },
  "seed.apply": { input: seeded },
  "seed.undo": { input: droppedSeed },
  "seed.fresh": { input: coldAgent },
  "seed.drop": { input: onSeed },
  "agent.show": { input: (world) => ({ ...inTeam(world), project: "ledger", agent: "unit-tester" }) },
  "agent.timeline": { input: (world) => ({ ...inTeam(world), project: "ledger", agent: "unit-tester" }) },
  "agent.compare": {
    input: (world) => ({ ...inTeam(world), a: "ledger/unit-tester", b: "ledger/unit-tester" }),
  },
  "agent.list": { input: inTeam },
  "category.show": { input: (world) => ({ ...inTeam(world), category: "testing" }) },
  "project.list": { input: inTeam },
  "project.show": { input: (world) => ({ ...inTeam(world), project: "ledger" }) },
  "team.show": { input: inTeam },
  "home.next": { input: inTeam },
  "home.setup": { input: inTeam },
  "file.list": { input: inTeam },
  "file.download": { input: (world) => ({ ...inTeam(world), files: [world.file] }) },
  "file.show": { input: onFile },
  "file.read": { input: (world) => ({ ...inTeam(world), project: "ledger", path: PATH }) },
  "file.excerpt": { input: onFile },
  "file.entry": { input: (world) => ({ ...onFile(world), line: world.entries[0]?.line }) },
  "revision.list": { input: onFile },
  "revision.show": { input: (world) => ({ ...onFile(world), number: 1 }) },
  "file.blame": { input: onFile },
  "file.compare": { input: (world) => ({ ...onFile(world), left: 1, right: 1 }) },
  "file.restore": { input: async (world) => ({ file: world.file, revision: 1, base: await changed(world) }) },
  "entry.read": { input: inTeam },
  "entry.show": { input: onEntry(0) },
  "context.show": { input: onAgent },
  "context.loads": { input: onAgent },
  "context.rank": { input: onAgent },
  "memory.show": { input: onAgent },
  "memory.init": {
    input: (world, actor) => ({
      ...inTeam(world),
      project: world.projectId,
      agent: (actor.kind === "token" ? actor.agent : null) ?? `new-${(counter += 1)}`,
    }),
  },
  "memory.clear": {
    input: async (world) => {
      const of = { ...onAgent(world), agent: `new-${(counter += 1)}` }
      expectDone(await runOperation(initMemory, systemActor(), of))
      return of
    },
  },
  "entry.search": { input: (world) => ({ ...inTeam(world), q: "holds" }) },
  "search.index": { input: inTeam },
  jump: { input: inTeam },
  "inbox.show": { input: inTeam },
  "inbox.list": { input: inTeam },
  "inbox.count": { input: inTeam },
  "inbox.decided": { input: (world) => ({ ...inTeam(world), since: "2026-01-01T00:00:00Z" }) },
  "view.list": { input: inTeam },
  "view.save": { input: (world) => ({ ...inTeam(world), name: "Mine", query: "" }), people: true },
  "view.delete": { input: (world) => ({ ...inTeam(world), name: "Mine" }), people: true },
  "proposal.create": {
    input: (world) => ({
      ...inTeam(world),
      project: world.projectId,
      file: PATH,
      content: `Proposed ${(counter += 1)} of part ${counter * 31}`,
    }),
  },
  "session.start": { input: (world) => ({ ...onAgent(world), session: `s-${(counter += 1)}` }) },
  "session.close": {
    input: (world) => ({ ...onAgent(world), session: `s-${(counter += 1)}`, summary: "Read the ledger" }),
  },
  flush: { input: (world) => ({ ...onAgent(world), content: `Written down ${(counter += 1)}` }) },
  "receipt.list": { input: inTeam },
  "receipt.standing": { input: inTeam },
  "receipt.show": {
    input: async (world) => ({
      receipt: expectDone(
        await runOperation(startSession, systemActor(), {
          ...onAgent(world),
          session: `s-${(counter += 1)}`,
        }),
      ).receipt,
    }),
  },
  "run.append": {
    input: (world) => ({
      ...inTeam(world),
      project: world.projectId,
      goal: "Close the books",
      outcome: "success",
      lesson: `Number ${(counter += 1)}`,
    }),
  },
  "proposal.list": { input: inTeam },
  "proposal.flow": { input: inTeam },
  "proposal.show": { input: async (world) => ({ proposal: await proposal(world) }) },
  "proposal.preview": { input: async (world) => ({ proposal: await proposal(world), text: "Other words" }) },
  "proposal.review": {
    input: async (world) => {
      const id = await proposal(world)
      return { proposal: id, shown: await shownOf(id), verdict: "approve" }
    },
  },
  "proposal.review-many": {
    input: async (world) => {
      const id = await proposal(world)
      return { items: [{ proposal: id, shown: await shownOf(id) }], verdict: "approve" }
    },
  },
  "proposal.undo": { input: async (world) => ({ proposal: await decided(world) }) },
  "proposal.undo-many": { input: async (world) => ({ proposals: [await decided(world)] }) },
  "category.consolidate": { input: (world) => ({ ...inTeam(world), category: "testing" }) },
  "category.preview-consolidation": {
    input: async (world) => ({ ...inTeam(world), category: "testing", proposals: [await proposal(world)] }),
  },
  "category.approve-consolidated": {
    input: async (world) => {
      const id = await proposal(world)
      return { ...inTeam(world), category: "testing", groups: [{ proposal: id, shown: await shownOf(id) }] }
    },
  },
  "proposal.rebase": {
    input: async (world) => ({ proposal: await proposal(world) }),
    verb: {
      verb: "curate",
      because: "it is somebody else's proposal: its author needs the right to propose",
    },
  },
  "proposal.withdraw": {
    input: async (world) => ({ proposal: await proposal(world) }),
    verb: {
      verb: "curate",
      because: "it is somebody else's proposal: its author needs the right to propose",
    },
  },
  "proposal.snooze": {
    input: async (world) => ({ proposals: [await proposal(world)], until: "2099-01-01T00:00:00Z" }),
    people: true,
  },
  "proposal.assign": { input: async (world) => ({ proposals: [await proposal(world)], person: null }) },
  "alert.list": { input: inTeam },
  "alert.show": { input: async ({ team, projectId }) => ({ alert: await givenAlert(team, { projectId }) }) },
  "alert.acknowledge": {
    input: async ({ team, projectId }) => ({
      team: team.slug,
      alerts: [await givenAlert(team, { projectId })],
    }),
  },
  "alert.reopen": {
    input: async ({ team, projectId }) => ({
      team: team.slug,
      alerts: [await givenAlert(team, { projectId, state: "acknowledged" })],
    }),
  },
  "alert.snooze": {
    input: async ({ team, projectId }) => ({
      team: team.slug,
      alerts: [await givenAlert(team, { projectId })],
      until: "2099-01-01T00:00:00Z",
    }),
  },
  "alert.assign": {
    input: async ({ team, projectId }) => ({
      team: team.slug,
      alerts: [await givenAlert(team, { projectId, assigned: true })],
      assignee: null,
    }),
  },
  "alert.cures": { input: async ({ team, projectId }) => ({ alert: await givenAlert(team, { projectId }) }) },
  "alert.cure": {
    input: async (world) => {
      const alert = await givenAlert(world.team, {
        projectId: world.projectId,
        kind: "over-budget",
        fileId: world.file,
      })
      const { cures } = expectDone(await runOperation(listFixes, systemActor(), { alert }))
      return { alert, cure: "retire-stale", shown: cures.find(({ cure }) => cure === "retire-stale")?.shown }
    },
  },
  "alert.evaluate": { input: inTeam },
  "compaction.due": { input: inTeam },
  "compaction.preview": { input: compactionAsked },
  "compaction.propose": {
    input: async (world) => {
      const asked = compactionAsked(world)
      return {
        ...asked,
        shown: expectDone(await runOperation(previewCompaction, systemActor(), asked)).shown,
      }
    },
  },
  "compaction.history": { input: inTeam },
  "alert-rule.list": { input: inTeam },
  "alert.ignore": {
    input: ({ team }) => ({ team: team.slug, kind: "empty", path: `never/${(counter += 1)}`, reason: "why" }),
  },
  "alert-rule.remove": {
    input: async ({ team }) => ({
      team: team.slug,
      rule: expectDone(
        await runOperation(ignoreAlerts, systemActor(), {
          team: team.slug,
          kind: "empty",
          path: `never/${(counter += 1)}`,
          reason: "why",
        }),
      ).rule.id,
    }),
  },
  "conflict.list": { input: inTeam },
  "conflict.show": { input: async ({ team }) => ({ conflict: (await givenConflict(team)).conflict }) },
  "conflict.preview": {
    input: async ({ team }) => ({ conflict: (await givenConflict(team)).conflict, verdict: "keep-left" }),
  },
  "conflict.resolve": {
    input: async ({ team }) => ({ ...(await givenConflict(team)), verdict: "not-a-conflict" }),
  },
  "conflict.undo": { input: async ({ team }) => ({ conflict: await dismissed(team) }) },
  "conflict.resolve-many": {
    input: async ({ team }) => ({ items: [await givenConflict(team)], verdict: "not-a-conflict" }),
  },
  "conflict.snooze": {
    input: async ({ team }) => ({
      conflicts: [(await givenConflict(team)).conflict],
      until: "2099-01-01T00:00:00Z",
    }),
    people: true,
  },
  "conflict.assign": {
    input: async ({ team }) => ({ conflicts: [(await givenConflict(team)).conflict], person: null }),
  },
  "comment.list": { input: async (world, actor) => ({ item: await ownProposal(world, actor) }) },
  "comment.create": {
    input: async (world, actor) => ({ item: await ownProposal(world, actor), text: "Is this still true?" }),
  },
  "comment.edit": {
    input: async (world, actor) => ({ comment: await comment(world, actor), text: "Is it?" }),
  },
  "comment.delete": { input: async (world, actor) => ({ comment: await comment(world, actor) }) },
  "conflict.sweep": { input: inTeam },
  "coach.show": { input: inTeam },
  "coach.estimate": { input: coachAsked },
  "coach.start": { input: coachAsked },
  "coach-run.list": { input: inTeam },
  "coach-run.show": { input: coachRun },
  "coach-run.cancel": { input: coachRun },
  "coach-run.retry": {
    input: async (world) => {
      const run = await coachRun(world)
      expectDone(await runOperation(cancelCoachRun, systemActor(), run))
      return run
    },
  },
  "fleet.read": { input: inTeam },
  "claim.decide": { input: async (world) => ({ ...(await waitingClaim(world)), verdict: "accept" }) },
  "claim.undo": {
    input: async (world) => {
      const { shown, ...named } = await waitingClaim(world)
      expectDone(
        await runOperation(decideClaim, systemActor(), { ...named, shown, verdict: "reject", reason: "no" }),
      )
      return named
    },
  },
  "claim.decide-rest": {
    input: async (world) => {
      const { synthesis: id, ...claim } = await waitingClaim(world)
      return { synthesis: id, verdict: "accept", claims: [claim] }
    },
  },
  "synthesis.reject": {
    input: async (world) => ({ synthesis: (await waitingClaim(world)).synthesis, reason: "no" }),
  },
  "synthesis.reopen": {
    input: async (world) => {
      const { synthesis: id } = await waitingClaim(world)
      expectDone(await runOperation(rejectSynthesis, systemActor(), { synthesis: id, reason: "no" }))
      return { synthesis: id }
    },
  },
  "synthesis.preview": { input: async (world) => ({ synthesis: await goneThrough(world) }) },
  "synthesis.publish": { input: async (world) => ({ synthesis: await goneThrough(world) }) },
  "synthesis.withdraw": {
    input: async (world) => {
      const id = await goneThrough(world)
      expectDone(await runOperation(publishSynthesis, systemActor(), { synthesis: id }))
      return { synthesis: id }
    },
  },
  "synthesis.changes": { input: async (world) => ({ synthesis: await submitted(world) }) },
  "synthesis.text": { input: async (world) => ({ synthesis: await submitted(world) }) },
  "synthesis.submit": { input: synthesis },
  "synthesis.list": { input: inTeam },
  "synthesis.show": { input: async (world) => ({ synthesis: await submitted(world) }) },
  "seed.count": { input: inTeam },
  "seed.snooze": {
    input: async (world) => ({ plans: [await seedPlan(world)], until: "2099-01-01T00:00:00Z" }),
    people: true,
  },
  "synthesis.snooze": {
    input: async (world) => ({ syntheses: [await submitted(world)], until: "2099-01-01T00:00:00Z" }),
    people: true,
  },
  "brief.show": { input: (world) => ({ ...inTeam(world), project: "ledger", agent: "unit-tester" }) },
  "entry.forget": { input: onEntry(1) },
  "entry.restore": { input: onEntry(2) },
  "entry.forgotten": { input: inTeam },
  "entry.vouch": { input: onEntry(0), people: true },
  "entry.vouch-many": { input: ({ entries }) => ({ entries: [entries[0]?.id] }), people: true },
  "entry.withdraw-vouch": {
    input: async ({ entries }, actor) => {
      if (actor.kind === "person") await runOperation(vouchForEntry, actor, { entry: entries[0]?.id })
      return { entry: entries[0]?.id }
    },
    people: true,
  },
  "entry.due": { input: inTeam },
  "entry.citations": { input: onEntry(0) },
  "entry.history": { input: onEntry(0) },
  "entry.rewind": {
    input: async (world) => {
      await changed(world)
      return { entry: world.entries[0]?.id, revision: 1 }
    },
  },
  "file.revise": {
    input: async (world) => ({
      file: world.file,
      base: await head(world),
      reason: "why",
      changes: [addition(`Written ${(counter += 1)} of part ${counter * 37}`)],
    }),
  },
  "writes.list": { input: inTeam },
  "revert.preview": { input: async (world) => ({ ...inTeam(world), of: { agent: await reverting(world) } }) },
  "revert.run": {
    input: async (world) => {
      const of = { agent: await reverting(world) }
      return {
        ...inTeam(world),
        of,
        reason: "why",
        shown: expectDone(await runOperation(previewRevert, systemActor(), { ...inTeam(world), of })).shown,
      }
    },
  },
  "revert.list": { input: inTeam },
  "revert.show": {
    input: async (world) => {
      const of = { agent: await reverting(world) }
      return {
        ...inTeam(world),
        revert: expectDone(
          await runOperation(runRevert, systemActor(), {
            ...inTeam(world),
            of,
            reason: "why",
            shown: expectDone(await runOperation(previewRevert, systemActor(), { ...inTeam(world), of }))
              .shown,
          }),
        ).revert,
      }
    },
  },
  "team.preview-restore": { input: async (world) => ({ ...inTeam(world), at: await past(world) }) },
  "team.restore": {
    input: async (world) => {
      const at = await past(world)
      return {
        ...inTeam(world),
        at,
        reason: "why",
        shown: expectDone(await runOperation(previewRestore, systemActor(), { ...inTeam(world), at })).shown,
      }
    },
  },
  "policy.list": { input: inTeam },
  "policy.show": { input: (world) => ({ ...inTeam(world), place: "scope:project" }) },
  "policy.set": { input: (world) => ({ ...inTeam(world), place: "scope:session", settings: { days: 20 } }) },
  "policy.change": { input: (world) => ({ ...inTeam(world), place: "scope:session", set: { days: 20 } }) },
  "taxonomy.show": { input: inTeam },
  "taxonomy.set": {
    input: (world) => ({ ...inTeam(world), category: "testing", writePolicy: "direct", coordinator: null }),
  },
  "taxonomy.remove": {
    input: async (world) => {
      const category = `empty-${(counter += 1)}`
      expectDone(await runOperation(setCategory, systemActor(), { ...inTeam(world), category }))
      return { ...inTeam(world), category }
    },
  },
  "taxonomy.place": {
    input: (world) => ({ ...inTeam(world), agents: [{ name: "smoke-tester" }], category: "testing" }),
  },
  "taxonomy.undo": {
    input: (world) => ({
      ...inTeam(world),
      placed: [],
      names: [{ name: "smoke-tester", from: null, to: "testing", coordinated: false }],
    }),
  },
  "taxonomy.apply": { input: inTeam },
  "taxonomy.default": { input: inTeam },
  "source.list": { input: inTeam },
  "place.list": { input: () => ({}), free: true },
  "write-back.preview": { input: async (world) => ({ ...inTeam(world), source: await sourceOf(world) }) },
  "write-back.start": {
    input: async (world) => {
      const source = await directoryOf(world)
      return {
        ...inTeam(world),
        source,
        way: "directory",
        shown: expectDone(
          await runOperation(previewWriteBack, systemActor(), { ...inTeam(world), source, way: "directory" }),
        ).shown,
      }
    },
  },
  "write-back.download": {
    input: async (world) => ({ ...inTeam(world), source: await sourceOf(world), way: "zip", files: "all" }),
  },
  "write-back.list": { input: async (world) => ({ ...inTeam(world), source: await sourceOf(world) }) },
  "write-back.show": {
    input: async (world) => ({
      ...inTeam(world),
      source: await sourceOf(world),
      writeBack: await writeBackOf(world),
    }),
  },
  "directory.list": { input: inTeam },
  "directory.allow": { input: () => ({ path: process.cwd() }), deployment: true },
  "directory.disallow": { input: () => ({ path: process.cwd() }), deployment: true },
  "import.open": {
    input: (world) => ({
      ...inTeam(world),
      project: "ledger",
      source: { kind: "client", name: "/srv/x" },
      files: [],
    }),
  },
  "import.preview": {
    input: (world) => ({
      ...inTeam(world),
      project: "ledger",
      source: { kind: "client", name: "/srv/x" },
      files: [],
    }),
  },
  "import.directory": {
    input: (world) => ({ ...inTeam(world), directory: `${process.cwd()}/prisma/schema` }),
    deployment: true,
    verb: { verb: "own", because: "the directory is not among those that the owner has allowed" },
  },
  "import.archive": {
    input: (world) => ({
      ...inTeam(world),
      name: "a.zip",
      archive: new Uint8Array(zipOf([{ name: "a.txt", content: "a" }])),
    }),
  },
  "import.send": { input: async (world, actor) => ({ ...(await onRun(world, actor)), files: [] }) },
  "import.plan": { input: onRun },
  "import.show": { input: onRun },
  "import.items": { input: onRun },
  "import.estimate": {
    input: async (world, actor) => {
      const asked = await onRun(world, actor)
      expectDone(await runOperation(planImportRun, systemActor(), { team: world.team.slug, run: asked.run }))
      return asked
    },
  },
  "import.place": {
    input: async ({ team }) => {
      const { run: offered } = await offerFiles(
        team,
        `/srv/${(counter += 1)}`,
        { [memoryPath("contract-tester")]: `- number ${counter}\n` },
        { project: "ledger" },
      )
      expectDone(await runOperation(planImportRun, systemActor(), { team: team.slug, run: offered }))
      return { team: team.slug, run: offered, paths: [memoryPath("contract-tester")], leaveOut: true }
    },
  },
  "import.take": {
    input: async ({ team }) => {
      const { run: offered } = await offerFiles(
        team,
        `/srv/${(counter += 1)}`,
        { "docs/left.md": `- number ${counter}\n` },
        { project: "ledger" },
      )
      expectDone(await runOperation(planImportRun, systemActor(), { team: team.slug, run: offered }))
      return { team: team.slug, run: offered, paths: ["docs/left.md"], format: "claude-auto-memory" }
    },
  },
  "import.team-id": {
    input: async ({ team }) => {
      const { run: offered } = await offerFiles(
        team,
        `/srv/${(counter += 1)}`,
        { "memory/teams/other/memory.json": `{"version":"1.0","entries":[]}` },
        { project: "ledger" },
      )
      expectDone(await runOperation(planImportRun, systemActor(), { team: team.slug, run: offered }))
      return { team: team.slug, run: offered, id: "other", to: "none" }
    },
  },
  "import.start": { input: onRun },
  "import.cancel": { input: onRun },
  "sync.compare": {
    input: (world) => ({ ...inTeam(world), source: "mara:/srv/ledger", proposed: "ledger", files: [] }),
  },
  "sync.texts": {
    input: (world) => ({ ...inTeam(world), files: [{ file: world.file, sha256: "0".repeat(64) }] }),
  },
  "sync.take": { input: (world) => ({ ...inTeam(world), source: "mara:/srv/ledger", files: [] }) },
  "export.files": { input: inTeam },
  "health.show": { input: inTeam },
  "health.trends": { input: inTeam },
  "health-badge.list": { input: inTeam },
  "health-badge.create": { input: inTeam },
  "health-badge.remove": {
    input: async (world) => ({
      ...inTeam(world),
      badge: expectDone(await runOperation(createBadge, systemActor(), inTeam(world))).id,
    }),
  },
  "heartbeat.status": { input: inTeam },
  "heartbeat.list": { input: inTeam },
  "heartbeat.run": { input: (world) => ({ ...inTeam(world), job: "expire" }) },
  "channel.list": { input: inTeam },
  "channel.create": {
    input: async (world) => ({
      ...inTeam(world),
      ...(await channelRoom(world)),
      kind: "email",
      name: `Channel ${(counter += 1)}`,
      to: ["ana@example.com"],
    }),
  },
  "channel.change": { input: async (world) => ({ ...(await onChannel(world)), severity: "error" }) },
  "channel.pause": { input: (world) => onChannel(world) },
  "channel.remove": { input: (world) => onChannel(world) },
  "channel.replace-key": {
    input: (world) => onChannel(world, { kind: "webhook", url: "https://receiver.invalid/" }),
  },
  "channel.test": { input: (world) => onChannel(world) },
  "channel.deliveries": { input: (world) => onChannel(world) },
  "channel.retry": {
    input: async (world) => {
      const of = await onChannel(world)
      return { ...of, delivery: await undelivered(world, of.channel) }
    },
  },
  "notification.list": { input: inTeam },
  "notification.read": { input: inTeam, people: true },
  "notification.set-mail": { input: (world) => ({ ...inTeam(world), enabled: false }), people: true },
  "digest.show": { input: inTeam },
  "digest.set": {
    input: (world) => ({ ...inTeam(world), digest: { hour: 8, timeZone: "Europe/Berlin" } }),
    people: true,
  },
  "audit.list": { input: inTeam },
  "audit.verify": { input: inTeam },
  "audit.export": { input: inTeam },
  "access-token.list": { input: inTeam },
  "access-token.create": { input: (world) => ({ ...inTeam(world), name: "Key", rights: ["read"] }) },
  "access-token.revoke": {
    input: async (world) => ({
      ...inTeam(world),
      accessToken: expectDone(
        await runOperation(createAccessToken, systemActor(), {
          ...inTeam(world),
          name: "Old",
          rights: ["read"],
        }),
      ).id,
    }),
  },
  "team.list": { input: () => ({}), free: true },
  "team.create": { input: () => ({ name: `Team ${newId()}` }), deployment: true },
  "samples.remove": { input: () => ({}), deployment: true },
  "team.rename": { input: (world) => ({ ...inTeam(world), name: world.team.name }) },
  "member.list": { input: inTeam },
  "member.change-role": {
    input: async (world) => ({ ...inTeam(world), person: await member(world), role: "member" }),
  },
  "member.remove": {
    input: async (world) => ({ ...inTeam(world), person: await member(world) }),
    verb: { verb: "admit", because: "it is somebody else: to leave, a member needs to read only" },
  },
  "invitation.list": { input: inTeam },
  "member.invite": { input: (world) => ({ ...inTeam(world), role: "viewer" }) },
  "invitation.withdraw": {
    input: async (world) => ({
      ...inTeam(world),
      invitation: expectDone(
        await runOperation(inviteMember, systemActor(), { ...inTeam(world), role: "viewer" }),
      ).id,
    }),
  },
}
