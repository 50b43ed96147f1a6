import { rmSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { evaluateTeam } from "@/lib/operations/alerts/evaluate"
import { showFleet } from "@/lib/operations/agents/fleet"
import { searchEntries } from "@/lib/operations/search/search"
import { countInbox, showDecidedSince, showInbox } from "@/lib/operations/inbox/inbox"
import { deleteSavedView, listSavedViews, saveInboxView } from "@/lib/operations/inbox/saved-views"
import { importFolder, type Team } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath, putFiles } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"

const LONG = ".claude/agent-memory/unit-tester/MEMORY.md"
const BROKEN = "memory/global/memory.json"

let team: Team
beforeEach(async () => {
  team = await givenTeam()
})

describe("the inbox", () => {
  it("counts problems by kind until they are resolved or acknowledged", async () => {
    const lines = Array.from({ length: 205 }, (_, place) => `- fact ${place}`).join("\n")
    const folder = givenFolder({
      [LONG]: `${lines}\n`,
      [BROKEN]: '{\n  "entries": [,\n',
      "memory/teams/core/memory.json": Buffer.from([0xff, 0xfe, 0x41]),
    })
    await importFolder(team, folder, { project: "p" })
    const look = () => evaluateTeam(systemActor(), team.id, { everything: true, now: new Date() })
    await look()
    const { byKind, alerts } = expectDone(await showInbox.run(systemActor(), { team: team.slug }))
    expect(byKind).toMatchObject({ "past-cut": 1, malformed: 1, "set-aside": 1 })
    expect(alerts).toBe(Object.values(byKind).reduce((sum, one) => sum + one, 0))
    expect(expectDone(await countInbox.run(systemActor(), { team: team.slug }))).toEqual({
      proposals: 0,
      conflicts: 0,
      alerts,
      syntheses: 0,
      seedPlans: 0,
      notices: 0,
      items: alerts,
      yours: alerts,
      mine: 0,
      listed: { proposal: 0, conflict: 0, synthesis: 0, seed: 0, alert: alerts },
      snoozed: 0,
    })

    putFiles(folder, { [BROKEN]: '{ "version": "1.0.0", "entries": [] }\n' })
    await importFolder(team, folder, { project: "p" })
    await look()
    expect(expectDone(await showInbox.run(systemActor(), { team: team.slug })).byKind).not.toHaveProperty(
      "malformed",
    )
  })

  it("is empty without problems", async () => {
    expect(expectDone(await showInbox.run(systemActor(), { team: team.slug }))).toEqual({
      proposals: 0,
      conflicts: 0,
      alerts: 0,
      syntheses: 0,
      seedPlans: 0,
      notices: 0,
      items: 0,
      yours: 0,
      mine: 0,
      listed: { proposal: 0, conflict: 0, synthesis: 0, seed: 0, alert: 0 },
      snoozed: 0,
      byKind: {},
    })
    expect(
      expectDone(
        await showDecidedSince.run(systemActor(), { team: team.slug, since: new Date(0).toISOString() }),
      ),
    ).toEqual({ decided: 0, mine: 0, verdicts: {} })
  })

  it("shows an agent's number of open alerts and the highest severity", async () => {
    await importFolder(
      team,
      givenFolder({
        [LONG]: `${Array.from({ length: 205 }, (_, place) => `- fact ${place}`).join("\n")}\n`,
        [memoryPath("ann")]: memoryOf("ann", ["The heron rounds up"]),
      }),
      { project: "p" },
    )
    await evaluateTeam(systemActor(), team.id, { everything: true, now: new Date() })
    const agents = expectDone(await showFleet.run(systemActor(), { team: team.slug })).agents
    const open = await database().alert.groupBy({
      by: ["agentId"],
      where: { teamId: team.id, state: "open", agentId: { not: null } },
      _count: true,
    })
    expect(agents.map((one) => one.alerts.open)).toEqual(
      agents.map((one) => open.find((row) => row.agentId === one.id)?._count ?? 0),
    )
    expect(agents.find((one) => one.name === "unit-tester")?.alerts.worst).toBe("error")
  })
})

describe("a saved view", () => {
  it("is stored by name for the user who saved it only", async () => {
    const [mara, joe] = [
      await actorOf(await givenPerson({ team, role: "lead" })),
      await actorOf(await givenPerson({ team, role: "viewer" })),
    ]
    expectDone(
      await saveInboxView.run(mara, { team: team.slug, name: "Flagged", query: "found=instruction-like" }),
    )
    expectDone(await saveInboxView.run(mara, { team: team.slug, name: "Flagged", query: "found=look-alike" }))
    expect(expectDone(await listSavedViews.run(mara, { team: team.slug })).views).toEqual([
      { name: "Flagged", query: "found=look-alike" },
    ])
    expect(expectDone(await listSavedViews.run(joe, { team: team.slug })).views).toEqual([])
    expect(await deleteSavedView.run(joe, { team: team.slug, name: "Flagged" })).toMatchObject({
      ok: false,
      reason: "not-found",
    })
    expectDone(await deleteSavedView.run(mara, { team: team.slug, name: "Flagged" }))
    expect(expectDone(await listSavedViews.run(mara, { team: team.slug })).views).toEqual([])
  })

  it("is limited to fifty for each user", async () => {
    const mara = await actorOf(await givenPerson({ team, role: "lead" }))
    for (let place = 0; place < 50; place += 1)
      expectDone(await saveInboxView.run(mara, { team: team.slug, name: `View ${place}`, query: "" }))
    expect(await saveInboxView.run(mara, { team: team.slug, name: "One more", query: "" })).toMatchObject({
      ok: false,
      reason: "too-many",
    })
    expect(expectDone(await listSavedViews.run(mara, { team: team.slug })).views).toHaveLength(50)
  })
})

it("does not find text of removed files", async () => {
  const folder = givenFolder({
    [memoryPath("ann")]: memoryOf("ann", ["The heron rounds up"]),
    [memoryPath("ben")]: memoryOf("ben", ["The heron rounds down"]),
  })
  await importFolder(team, folder, { project: "p" })
  rmSync(join(folder, memoryPath("ben")))
  await importFolder(team, folder, { project: "p" })
  const { hits, total } = expectDone(
    await searchEntries.run(systemActor(), { team: team.slug, q: "heron", limit: 20 }),
  )
  expect([hits.map((hit) => hit.text), total]).toEqual([["The heron rounds up"], 1])
})
