import { beforeEach, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { readEntries } from "@/lib/operations/memory-files/entries"
import { importFolder, type Team } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone, givenTeam } from "../../support/data/people"

const protocol = (content: string) =>
  `${JSON.stringify({ version: "1.0", entries: [{ id: "mem-001", type: "decision", content, confidence: 0.9 }] }, null, 2)}\n`

let team: Team & { readonly name: string }
beforeEach(async () => {
  team = await givenTeam()
  await importFolder(
    team,
    givenFolder({
      "memory/projects/api/memory.json": protocol("The API pages by cursor"),
      "memory/projects/web/memory.json": protocol("The web pages by scroll"),
      "memory/teams/core/memory.json": protocol("Core decides on Mondays"),
      "memory/global/memory.json": protocol("Write dates as ISO"),
      [memoryPath("ann")]: memoryOf("ann", ["Ann knows the ledger"]),
    }),
    { project: "shop" },
  )
})

const read = async (input: Parameters<typeof readEntries.run>[1]) =>
  expectDone(await readEntries.run(systemActor(), input))
    .entries.map((entry) => entry.text)
    .toSorted()

describe("reading entries", () => {
  it("reads all memory of a project by its project id in Quarterdeck", async () => {
    expect(await read({ team: team.slug, scope: "project", id: "shop", limit: 100 })).toEqual([
      "Ann knows the ledger",
      "The API pages by cursor",
      "The web pages by scroll",
    ])
  })

  it("reads memory whose path names the project for any other id", async () => {
    expect(await read({ team: team.slug, scope: "project", id: "api", limit: 100 })).toEqual([
      "The API pages by cursor",
    ])
    expect(
      await readEntries.run(systemActor(), { team: team.slug, scope: "project", id: "nowhere", limit: 100 }),
    ).toMatchObject({ ok: false, reason: "not-found" })
  })

  it("reads a team by its id in Quarterdeck, or by the id in its path", async () => {
    expect(await read({ scope: "team", id: team.name, limit: 100 })).toEqual(["Core decides on Mondays"])
    expect(await read({ team: team.slug, scope: "team", id: "core", limit: 100 })).toEqual([
      "Core decides on Mondays",
    ])
    expect(await read({ team: team.slug, scope: "team", id: "other", limit: 100 })).toEqual([])
  })

  it("needs no id for global memory", async () => {
    expect(await read({ team: team.slug, scope: "global", limit: 100 })).toEqual(["Write dates as ISO"])
  })
})
