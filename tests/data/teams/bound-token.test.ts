import { readEntries } from "@/lib/operations/memory-files/entries"
import { givenSynthesis } from "../../support/coach/syntheses"
import { givenToken } from "../../support/proposals"
import { publishSynthesis } from "@/lib/operations/coach/publish/publish"
import { listFixes } from "@/lib/operations/alerts/fixes"
import { showAlert, listAlerts } from "@/lib/operations/alerts/alerts"
import { beforeAll, expect, test } from "vitest"
import { systemActor, tokenActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { newId } from "@/lib/db/infra/identifiers"
import type { Actor } from "@/lib/memory/teams/actor"
import { evaluateTeam } from "@/lib/operations/alerts/evaluate"
import { ignoreAlerts, listAlertRules } from "@/lib/operations/alerts/ignore-rules"
import { runOperation } from "@/lib/operations/operation"
import { changePolicy, listPolicies, showPolicy } from "@/lib/operations/policies/policies"
import { listTeamProjects, showAgent, showCategory, showFleet } from "@/lib/operations/agents/fleet"
import { listImportItems, showImportRun } from "@/lib/operations/sources/imports"
import { countInbox } from "@/lib/operations/inbox/inbox"
import { listSources } from "@/lib/operations/sources/sources-and-directories"
import { offerFiles, startAndWait, type Team } from "../../support/imports/import-folder"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"

let team: Team
let run: string
let actor: Actor

beforeAll(async () => {
  team = await givenTeam()
  const files = { [memoryPath("unit-tester")]: memoryOf("unit-tester", ["One"]) }
  await startAndWait(team, (await offerFiles(team, "/srv/ledger", files, { project: "ledger" })).run)
  const others = { [memoryPath("contract-tester")]: "- no frontmatter, no sections\n" }
  run = (await offerFiles(team, "/srv/secret", others, { project: "secret" })).run
  await startAndWait(team, run)
  await evaluateTeam(systemActor(), team.id, { everything: true, now: new Date() })
  actor = await boundTo("ledger")
})

/** An access token that can read one project. */
async function boundTo(name: string): Promise<Actor> {
  const { id: projectId } = await database().project.findFirstOrThrow({ where: { teamId: team.id, name } })
  return tokenBoundTo(projectId)
}

function tokenBoundTo(projectId: string): Actor {
  return tokenActor({
    id: newId(),
    name: "Bound",
    prefix: "qd_",
    rights: ["read"],
    teamId: team.id,
    projectId,
    agent: null,
    createdBy: "system",
    ancestors: [],
    mintedBy: null,
    createdAt: new Date(0),
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
  })
}

test("a project token sees no other project of its team", async () => {
  expect(
    expectDone(await listTeamProjects.run(actor, { team: team.slug })).projects.map((one) => one.name),
  ).toEqual(["ledger"])
  expect(
    expectDone(await showFleet.run(actor, { team: team.slug })).agents.map((one) => one.project.name),
  ).toEqual(["ledger"])
  const { agents, files, coverage } = expectDone(
    await showCategory.run(actor, { team: team.slug, category: "testing" }),
  )
  expect(agents.map((one) => one.name)).toEqual(["unit-tester"])
  expect(JSON.stringify([files, coverage])).not.toContain("contract-tester")
  expect(
    expectDone(await showAgent.run(actor, { team: team.slug, project: "ledger", agent: "unit-tester" }))
      .siblings,
  ).toEqual([])
  expect(
    await showCategory.run(actor, { team: team.slug, category: "testing", project: "secret" }),
  ).toMatchObject({ ok: false, reason: "not-found" })
})

test("a project token cannot see files that were imported for all projects", async () => {
  expect(await showImportRun.run(actor, { team: team.slug, run })).toMatchObject({
    ok: false,
    reason: "not-found",
  })
  expect(await listImportItems.run(actor, { team: team.slug, run, limit: 10 })).toMatchObject({
    ok: false,
    reason: "not-found",
  })
  expect(expectDone(await listSources.run(actor, { team: team.slug }))).toEqual({
    sources: [],
    runs: [],
    maySync: false,
    next: null,
  })
  const secret = expectDone(await countInbox.run(await boundTo("secret"), { team: team.slug })).alerts
  expect(secret).toBeGreaterThan(0)
})

test("a project token sees policies and alert rules of its team and its own project", async () => {
  const lead = await actorOf(await givenPerson({ team, role: "lead" }))
  for (const place of ["team", "project:ledger", "project:secret", "agent:secret/contract-tester"])
    expectDone(await runOperation(changePolicy, lead, { team: team.slug, place, settings: { days: 9 } }))
  const rule = { team: team.slug, kind: "undated-entries", reason: "Archived" }
  for (const more of [{}, { project: "ledger" }, { project: "secret" }, { path: "secret/**" }])
    expectDone(await runOperation(ignoreAlerts, lead, { ...rule, ...more }))
  const { policies } = expectDone(await runOperation(listPolicies, actor, { team: team.slug }))
  expect(policies.map(({ place }) => place).toSorted()).toEqual(["project:ledger", "team"])
  expect(await runOperation(showPolicy, actor, { team: team.slug, place: "project:secret" })).toMatchObject({
    ok: false,
    reason: "not-found",
  })
  expectDone(await runOperation(showPolicy, actor, { team: team.slug, place: "project:ledger" }))
  const { rules } = expectDone(await runOperation(listAlertRules, actor, { team: team.slug }))
  expect(rules.map((one) => one.project?.slug ?? one.path ?? "everywhere").toSorted()).toEqual([
    "everywhere",
    "ledger",
  ])
})

test("a project token learns nothing of a predecessor in another project", async () => {
  const own = await givenTeam()
  const cold = { [memoryPath("robustness-challenger")]: memoryOf("robustness-challenger", []) }
  const warm = { [memoryPath("devils-advocate")]: memoryOf("devils-advocate", ["Asks who pays"]) }
  await startAndWait(own, (await offerFiles(own, "/srv/shown", cold, { project: "shown" })).run)
  await startAndWait(own, (await offerFiles(own, "/srv/hidden", warm, { project: "hidden" })).run)
  await evaluateTeam(systemActor(), own.id, { everything: true, now: new Date() })
  const project = await database().project.findFirstOrThrow({ where: { teamId: own.id, name: "shown" } })
  const bound = givenToken(own, { rights: ["read"], projectId: project.id })
  const lead = await actorOf(await givenPerson({ team: own, role: "lead" }))
  const place = { team: own.slug, project: "shown", kind: "cold-agent" }
  const { alerts } = expectDone(await runOperation(listAlerts, lead, place))
  expect(alerts.map((one) => one.message)).toEqual([expect.stringContaining("in hidden")])
  expect(expectDone(await runOperation(listAlerts, bound, place))).toMatchObject({ alerts: [], total: 0 })
  expect(await runOperation(showAlert, bound, { alert: alerts[0]?.id })).toMatchObject({
    reason: "not-found",
  })
  expect(await runOperation(listFixes, bound, { alert: alerts[0]?.id })).toMatchObject({
    reason: "not-found",
  })
})

test("a brief of the whole team names no agent of another project in a project's file", async () => {
  const own = await givenTeam()
  const [shown, hidden] = [
    { [memoryPath("unit-tester")]: memoryOf("unit-tester", ["Runs one file", "Freezes clocks"]) },
    { [memoryPath("contract-tester")]: memoryOf("contract-tester", ["Replays contracts"]) },
  ]
  await startAndWait(own, (await offerFiles(own, "/srv/shown", shown, { project: "shown" })).run)
  await startAndWait(own, (await offerFiles(own, "/srv/hidden", hidden, { project: "hidden" })).run)
  const entries = await database().entry.findMany({ where: { teamId: own.id } })
  const claims = [{ text: "Testers repeat themselves", cites: entries.map(({ id }) => id) }]
  const lead = await actorOf(await givenPerson({ team: own, role: "lead" }))
  expectDone(await runOperation(publishSynthesis, lead, { synthesis: await givenSynthesis(own, { claims }) }))
  const project = await database().project.findFirstOrThrow({ where: { teamId: own.id, name: "shown" } })
  const bound = givenToken(own, { rights: ["read"], projectId: project.id })
  const { entries: read } = expectDone(
    await runOperation(readEntries, bound, { team: own.slug, project: "shown", agent: "coach" }),
  )
  const [brief] = read.filter(({ text }) => text.includes("Testers repeat themselves"))
  expect(brief?.text).toContain("Testers repeat themselves (unit-tester)")
})

test("a token sees nothing after its project is removed", async () => {
  expect(await showFleet.run(tokenBoundTo(newId()), { team: team.slug })).toMatchObject({
    ok: false,
    reason: "not-found",
  })
})
