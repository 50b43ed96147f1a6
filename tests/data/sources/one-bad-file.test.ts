import { beforeAll, describe, expect, it } from "vitest"
import { database } from "@/lib/db/infra/client"
import {
  BAD_FILES,
  type BadFile,
  healthyFiles,
  INTERNAL_TEXT,
  refuseNamedStates,
  REFUSED_BY_STORE,
  UNUSUAL_FILES,
} from "../../support/hostile/one-bad-file"
import { type Imported, offerFiles, startAndWait, type Team } from "../../support/imports/import-folder"
import { givenTeam } from "../../support/data/people"
import { THOROUGH } from "../../support/thorough"
import { useIsolatedWorker } from "../../support/isolated/bundles"

/** QUARTERDECK_THOROUGH=1 runs every kind among 1,000 valid files; otherwise a sample runs among fewer. */
const HEALTHY = healthyFiles(THOROUGH ? 1000 : 20)

beforeAll(useIsolatedWorker)
beforeAll(refuseNamedStates)

describe("four concurrent imports", () => {
  it("store every other file beside one that the database rejects", async () => {
    await expectSurvived(REFUSED_BY_STORE.filter((one) => /22021|P0001/.test(one.kind)))
  })

  it("report every kind of bad file", async () => {
    await expectSurvived(BAD_FILES, { isInEach: THOROUGH })
  })

  it.runIf(THOROUGH).each([...BAD_FILES, ...UNUSUAL_FILES])("survive $kind", async (bad) => {
    const seconds = await expectSurvived([bad])
    console.log(`${bad.kind}: 4 × ${Object.keys(HEALTHY).length} stored, ${bad.becomes}, ${seconds} s`)
  })
})

/** Imports four folders at once. Each has all bad files, or a quarter of them. */
async function expectSurvived(bad: readonly BadFile[], { isInEach = true } = {}): Promise<string> {
  const started = performance.now()
  const teams = [await givenTeam(), await givenTeam()]
  const folders = teams
    .flatMap((team) => ["one", "two"].map((project) => ({ team, project })))
    .map((place, at) => ({ ...place, bad: bad.filter((_, kind) => isInEach || kind % 4 === at) }))
  const offered = await Promise.all(
    folders.map(({ team, project, bad: own }) =>
      offerFiles(
        team,
        `/fleet-${project}`,
        { ...HEALTHY, ...Object.fromEntries(own.map((one) => [one.path, one.content])) },
        { project },
      ),
    ),
  )
  const imports = await Promise.all(
    offered.map(({ run }, place) => startAndWait(folders[place]?.team as Team, run)),
  )
  for (const [at, imported] of imports.entries()) expectWhole(imported, folders[at]?.bad ?? [])
  for (const team of teams) {
    const stored = folders
      .filter((one) => one.team === team)
      .flatMap((one) => one.bad)
      .filter((one) => one.becomes === "stored").length
    expect(await database().memoryFile.count({ where: { teamId: team.id } })).toBe(
      2 * Object.keys(HEALTHY).length + stored,
    )
  }
  return ((performance.now() - started) / 1000).toFixed(1)
}

function expectWhole({ run, items }: Imported, bad: readonly BadFile[]): void {
  expect(run).toMatchObject({ state: "done", error: null })
  for (const path of Object.keys(HEALTHY))
    expect(items[path], path).toMatchObject({ status: "new", written: true })
  for (const one of bad) {
    const item = items[one.path]
    expect(item?.status, one.kind).toBe(one.becomes === "stored" ? "new" : "set-aside")
    const said = [
      item?.reason ?? "",
      ...(item?.diagnostics ?? []).map((diagnostic) => diagnostic.message),
    ].map((words) => words.replaceAll(one.path, "FILE"))
    expect(said.join("\n"), one.kind).not.toMatch(INTERNAL_TEXT)
    if (!UNUSUAL_FILES.includes(one)) expect(said.join("\n"), one.kind).toMatch(one.says)
  }
}
