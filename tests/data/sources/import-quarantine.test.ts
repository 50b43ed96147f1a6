import { describe, expect, it } from "vitest"
import { importFolder } from "../../support/imports/import-folder"
import { givenFolder, memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { useMisbehavingUnits } from "../../support/isolated/misbehaving-units"
import { givenTeam } from "../../support/data/people"

describe("a file that defeats its parser", () => {
  it.each([
    [
      "never ends",
      "LOOP",
      "Parsing took more than 60 seconds; the file was quarantined. Nothing else changed.",
    ],
    [
      "takes all memory",
      "ALLOCATE",
      "Parsing crashed or exceeded its memory limit; the file was quarantined. Nothing else changed.",
    ],
  ])("is quarantined alone when parsing %s", async (_, text, reason) => {
    await useMisbehavingUnits()
    const team = await givenTeam()
    const names = Array.from({ length: 40 }, (_, place) => `agent-${place}`)
    const files = Object.fromEntries(
      names.map((name) => [memoryPath(name), memoryOf(name, [`Uses ${name}`])]),
    )
    const bad = memoryPath("agent-17")
    const folder = givenFolder({ ...files, [bad]: memoryOf("agent-17", [text]) })
    const { run, items } = await importFolder(team, folder, { project: "p" })
    expect(run).toMatchObject({ state: "done", error: null, files: { new: 39, setAside: 1 } })
    expect(items[bad]).toMatchObject({
      status: "set-aside",
      reason,
      diagnostics: [{ code: "parser-failed" }],
    })
    expect(items[memoryPath("agent-18")]).toMatchObject({ status: "new", written: true, entries: 1 })
  })
})
