import { rmSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/mint"
import { searchEntries } from "@/lib/operations/search/search"
import { countInbox, showDecidedSince, showInbox } from "@/lib/operations/inbox"
import { deleteSavedView, listSavedViews, saveInboxView } from "@/lib/operations/saved-views"
import { importFolder, type Team } from "../support/import-door"
import { givenFolder, memoryOf, memoryPath } from "../support/memory-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../support/people"

const LONG = ".claude/agent-memory/unit-tester/MEMORY.md"
const BROKEN = "memory/global/memory.json"

let team: Team
beforeEach(async () => {
  team = await givenTeam()
})

describe("the inbox", () => {
  it("shows what an import found, the worst first, each with its place", async () => {
    const lines = Array.from({ length: 205 }, (_, place) => `- fact ${place}`).join("\n")
    await importFolder(team, givenFolder({ [LONG]: `${lines}\n`, [BROKEN]: '{\n  "entries": [,\n', "memory/teams/core/memory.json": Buffer.from([0xff, 0xfe, 0x41]), [memoryPath("ann")]: "---\nagent: ben\n---\n" }), { project: "p" })
    const { findings } = expectDone(await showInbox.run(systemActor(), { team: team.slug }))
    expect(findings.map(({ kind, path }) => [kind, path])).toEqual([
      ["broken", BROKEN],
      ["set-aside", "memory/teams/core/memory.json"],
      ["past-cut", LONG],
      ["problems", memoryPath("ann")],
    ])
    expect(findings[0]).toMatchObject({ severity: "error", line: 2, message: expect.stringMatching(/^Line 2, column \d+: /) as string })
    expect(findings[2]).toMatchObject({ line: 201, message: "5 lines past what the harness loads: lines 201–205 are never seen" })
    expect(expectDone(await countInbox.run(systemActor(), { team: team.slug }))).toEqual({ findings: 4, proposals: 0, snoozed: 0, conflicts: 0 })
  })

  it("is empty where nothing was found", async () => {
    expect(expectDone(await showInbox.run(systemActor(), { team: team.slug })).findings).toEqual([])
    expect(expectDone(await showDecidedSince.run(systemActor(), { team: team.slug, since: new Date(0).toISOString() }))).toEqual({ decided: 0, mine: 0, verdicts: {} })
  })
})

describe("a saved view", () => {
  it("is kept under its name by the person who saved it, and by nobody else", async () => {
    const [mara, joe] = [await actorOf(await givenPerson({ team, role: "lead" })), await actorOf(await givenPerson({ team, role: "viewer" }))]
    expectDone(await saveInboxView.run(mara, { team: team.slug, name: "Flagged", query: "found=instruction-like" }))
    expectDone(await saveInboxView.run(mara, { team: team.slug, name: "Flagged", query: "found=look-alike" }))
    expect(expectDone(await listSavedViews.run(mara, { team: team.slug })).views).toEqual([{ name: "Flagged", query: "found=look-alike" }])
    expect(expectDone(await listSavedViews.run(joe, { team: team.slug })).views).toEqual([])
    expect(await deleteSavedView.run(joe, { team: team.slug, name: "Flagged" })).toMatchObject({ ok: false, reason: "not-found" })
    expectDone(await deleteSavedView.run(mara, { team: team.slug, name: "Flagged" }))
    expect(expectDone(await listSavedViews.run(mara, { team: team.slug })).views).toEqual([])
  })

  it("is one of fifty at most", async () => {
    const mara = await actorOf(await givenPerson({ team, role: "lead" }))
    for (let place = 0; place < 50; place += 1) expectDone(await saveInboxView.run(mara, { team: team.slug, name: `View ${place}`, query: "" }))
    expect(await saveInboxView.run(mara, { team: team.slug, name: "One more", query: "" })).toMatchObject({ ok: false, reason: "too-many" })
    expect(expectDone(await listSavedViews.run(mara, { team: team.slug })).views).toHaveLength(50)
  })
})

it("does not find what stands only in files that are gone", async () => {
  const folder = givenFolder({ [memoryPath("ann")]: memoryOf("ann", ["The heron rounds up"]), [memoryPath("ben")]: memoryOf("ben", ["The heron rounds down"]) })
  await importFolder(team, folder, { project: "p" })
  rmSync(join(folder, memoryPath("ben")))
  await importFolder(team, folder, { project: "p" })
  const { hits, total } = expectDone(await searchEntries.run(systemActor(), { team: team.slug, q: "heron", limit: 20 }))
  expect([hits.map((hit) => hit.text), total]).toEqual([["The heron rounds up"], 1])
})
