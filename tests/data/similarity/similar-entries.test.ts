import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { beforeAll, describe, expect, it } from "vitest"
import { database, disconnect } from "@/lib/db/infra/client"
import { findSimilarEntries } from "@/lib/db/similar-statements"
import { generateStore } from "../../bench/generated-store"
import { readPairs } from "../../support/conflicts/labelled-pairs"
import { asOwner, ownerUrl } from "../../support/data/owner"
import { givenTeam } from "../../support/data/people"
import { givenEntries } from "../../support/data/stored-entries"

let teamId: string
beforeAll(async () => {
  const store = await generateStore(ownerUrl(), { count: 6_000, hot: 2_000 })
  teamId = store.teamId
})

const best = async (statement: string, filter = {}) =>
  (await findSimilarEntries(wholeTeamUnchecked(teamId), statement, filter))[0]

describe("the entries most similar to a text", () => {
  it("begin with the identical one, with its position", async () => {
    const { ids, fileId } = await givenEntries({
      teamId,
      statements: ["Nothing of note", "The dock scale drifts by ten grams in winter"],
      path: "dock/MEMORY.md",
    })
    expect(await best("- **The dock scale drifts** by ten grams in winter.")).toEqual({
      id: ids[1],
      text: "The dock scale drifts by ten grams in winter",
      fileId,
      path: "dock/MEMORY.md",
      line: 2,
      projectSlug: "shop",
      agent: null,
      score: 1,
      kind: "same",
      why: "identical text",
    })
  })

  it("include inflected, reordered and reworded duplicates", async () => {
    const { ids } = await givenEntries({
      teamId,
      statements: [
        "Carriers reject labels without a return address",
        "Restart the tariff importer before each inventory",
        "Pull requests to the weigher need two approvals",
      ],
    })
    expect(await best("A label without return address is rejected by the carrier")).toMatchObject({
      id: ids[0],
      kind: "duplicate",
    })
    expect(await best("Before every inventory the tariff importer must be restarted")).toMatchObject({
      id: ids[1],
      kind: "duplicate",
    })
    expect(await best("PRs for the weigher require approval by two people")).toMatchObject({
      id: ids[2],
      kind: "duplicate",
    })
  })

  it("include contradictions", async () => {
    const { ids } = await givenEntries({
      teamId,
      statements: ["The customs gateway listens on port 7311", "Never cache customs declarations"],
    })
    expect(await best("Customs gateway: it listens on port 7312")).toMatchObject({
      id: ids[0],
      kind: "contradiction",
    })
    expect(await best("Cache customs declarations")).toMatchObject({ id: ids[1], kind: "contradiction" })
  })

  it("include 90% of the labeled duplicates", async () => {
    const duplicates = readPairs().filter(({ label }) => label === "duplicate")
    const { ids } = await givenEntries({
      teamId,
      statements: duplicates.map(({ left }) => left),
      project: "labelled",
    })
    const found = await Promise.all(
      duplicates.map(async ({ right }, at) =>
        (await findSimilarEntries(wholeTeamUnchecked(teamId), right)).some(({ id }) => id === ids[at]),
      ),
    )
    expect(found.filter(Boolean).length / duplicates.length).toBeGreaterThanOrEqual(0.9)
  })

  it("include the identical one even if all of its words are very common", async () => {
    const { ids } = await givenEntries({
      teamId,
      statements: ["Test the service build code", "It is what it is"],
    })
    expect(await best("test the service build code")).toMatchObject({ id: ids[0], kind: "same" })
    expect(await best("It is what it is")).toMatchObject({ id: ids[1], kind: "same" })
  })

  it("include one line among thousands of template lines that differ in a number", async () => {
    const rows = await database().$queryRaw<
      { id: string; text: string }[]
    >`SELECT id, text FROM entry WHERE team_id = ${teamId}::uuid AND text LIKE 'Deploy 1234 of %'`
    expect(rows).toHaveLength(1)
    expect(await best(rows[0]?.text ?? "")).toMatchObject({ id: rows[0]?.id, kind: "same" })
    expect(await best(`${rows[0]?.text}, again`)).toMatchObject({ id: rows[0]?.id })
  })

  it("exclude retired entries, removed files, excluded ids and other teams", async () => {
    const text = "Pallets above two metres are split at gate seven"
    const other = await givenTeam()
    await givenEntries({ teamId, statements: [text], entryState: "retired" })
    await givenEntries({ teamId, statements: Array.from({ length: 30 }, () => text), state: "gone" })
    await givenEntries({ teamId: other.id, statements: [text] })
    expect(
      (await findSimilarEntries(wholeTeamUnchecked(teamId), text)).filter(({ kind }) => kind === "same"),
    ).toEqual([])
    const { ids } = await givenEntries({ teamId, statements: [text] })
    expect(await best(text)).toMatchObject({ id: ids[0] })
    expect(
      (await findSimilarEntries(wholeTeamUnchecked(teamId), text, { exclude: ids })).filter(
        ({ kind }) => kind === "same",
      ),
    ).toEqual([])
  })

  it("exclude log entries, even in many logs", async () => {
    const text = "Tarpaulins are dried before they are folded"
    await givenEntries({
      teamId,
      statements: Array.from({ length: 60 }, () => text),
      path: "drying/memory/2026-02-15.md",
      role: "log",
    })
    expect(
      (await findSimilarEntries(wholeTeamUnchecked(teamId), text)).filter(({ kind }) => kind === "same"),
    ).toEqual([])
    const { ids } = await givenEntries({ teamId, statements: ["Dry the tarpaulins before folding them"] })
    expect(await best(text)).toMatchObject({ id: ids[0] })
  })

  it("are limited to a given project or file", async () => {
    const text = "Ferries are booked a day ahead"
    const north = await givenEntries({ teamId, statements: [text], project: "north" })
    const south = await givenEntries({ teamId, statements: [text], project: "south" })
    expect(
      (await findSimilarEntries(wholeTeamUnchecked(teamId), text, { projectId: north.projectId })).map(
        ({ id }) => id,
      ),
    ).toEqual(north.ids)
    expect(
      (await findSimilarEntries(wholeTeamUnchecked(teamId), text, { fileId: south.fileId })).map(
        ({ id }) => id,
      ),
    ).toEqual(south.ids)
  })

  it("are limited to the requested number, and empty for a text without words", async () => {
    await givenEntries({
      teamId,
      statements: Array.from(
        { length: 12 },
        (_, at) => `Container yard rule ${at + 20}: stack reefers upwind`,
      ),
    })
    expect(
      await findSimilarEntries(wholeTeamUnchecked(teamId), "Container yard rule: stack reefers upwind", {
        take: 3,
      }),
    ).toHaveLength(3)
    expect(await findSimilarEntries(wholeTeamUnchecked(teamId), "—")).toEqual([])
    expect(
      await findSimilarEntries(wholeTeamUnchecked(teamId), "'; DROP TABLE entry; -- \\ & | ! <-> :*"),
    ).toBeInstanceOf(Array)
  })

  it("include scripts without spaces", async () => {
    const { ids } = await givenEntries({
      teamId,
      statements: ["关税文件每周一重新导入", "통관 서류는 영어로 작성한다"],
    })
    expect(await best("关税文件必须每周一重新导入")).toMatchObject({ id: ids[0], kind: "duplicate" })
    expect(await best("통관 서류는 영어로 작성한다")).toMatchObject({ id: ids[1], kind: "same" })
  })
})

describe("without PostgreSQL statistics", () => {
  it("duplicates are found", async () => {
    await asOwner("DELETE FROM pg_statistic WHERE starelid = 'entry'::regclass")
    const { ids } = await givenEntries({ teamId, statements: ["Gantry cranes stop at wind force eight"] })
    await disconnect()
    expect(await best("At wind force eight the gantry crane stops")).toMatchObject({
      id: ids[0],
      kind: "duplicate",
    })
  })
})
