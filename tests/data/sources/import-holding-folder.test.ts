import { expect, test } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { importArchive } from "@/lib/operations/sources/imports"
import { showRun } from "../../support/imports/import-folder"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone, givenTeam } from "../../support/data/people"
import { zipOf } from "../../support/imports/zip"

async function planned(name: string, files: Record<string, string>) {
  const team = await givenTeam()
  const archive = new Uint8Array(
    zipOf(Object.entries(files).map(([path, content]) => ({ name: path, content }))),
  )
  const run = expectDone(await importArchive.run(systemActor(), { team: team.slug, name, archive }))
  return showRun(team, run.run)
}

test("the root folder of a zip is its source and not part of the paths", async () => {
  const path = memoryPath("unit-tester")
  const { run, items } = await planned("ledger.zip", {
    [`ledger-main/${path}`]: memoryOf("unit-tester", ["One"]),
    "ledger-main/notes/todo.txt": "no memory",
  })
  expect(run.source).toEqual({ kind: "upload", name: "ledger" })
  expect(Object.keys(items).toSorted()).toEqual([path, "notes/todo.txt"])
  expect(items[path]).toMatchObject({ status: "new", agent: "unit-tester", project: "ledger" })
})

test("a folder whose name marks memory stays part of the paths", async () => {
  const path = memoryPath("unit-tester")
  const { items } = await planned("kaizen.zip", { [path]: memoryOf("unit-tester", ["One"]) })
  expect(items[path]).toMatchObject({ status: "new", agent: "unit-tester", project: "kaizen" })
})

test("several top-level folders stay unchanged", async () => {
  const files = Object.fromEntries(
    ["billing", "ledger"].map((project) => [
      `${project}/${memoryPath("unit-tester")}`,
      memoryOf("unit-tester", ["One"]),
    ]),
  )
  const { items } = await planned("all.zip", files)
  expect(Object.entries(items).map(([path, item]) => [path, item.project])).toEqual(
    Object.keys(files).map((path) => [path, path.split("/")[0]]),
  )
})
