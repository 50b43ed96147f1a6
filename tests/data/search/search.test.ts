import { beforeAll, describe, expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { newId } from "@/lib/db/infra/identifiers"
import type { Actor } from "@/lib/memory/teams/actor"
import { runOperation } from "@/lib/operations/operation"
import { searchEntries } from "@/lib/operations/search/search"
import { offerFiles, startAndWait, type Team } from "../../support/imports/import-folder"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone, givenTeam } from "../../support/data/people"
import { givenToken } from "../../support/proposals"
import { givenEntries } from "../../support/data/stored-entries"

const protocol = (...entries: Record<string, unknown>[]) =>
  `${JSON.stringify({ version: "1.0", entries: entries.map((one, at) => ({ id: `mem-00${at}`, confidence: 0.9, ...one })) }, null, 2)}\n`
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

let team: Team
const bring = async (project: string, files: Record<string, string>) =>
  startAndWait(team, (await offerFiles(team, `/srv/${project}`, files, { project })).run)
beforeAll(async () => {
  team = await givenTeam()
  await bring("shop", {
    [memoryPath("ann")]: memoryOf("ann", [
      "The stub broker listens on port 4222",
      `[${dayAgo(400)}] The ledger broker needs idempotent keys`,
      `[${dayAgo(3)}] The event bus redelivers after a restart`,
    ]),
    [memoryPath("ben")]: memoryOf("ben", [
      "A broker for each tenant is too many; the bus carries an event",
      "~~The broker runs on staging~~",
      "支払い処理は冪等でなければならない",
    ]),
    "memory/teams/core/memory.json": protocol(
      { type: "decision", content: "Migrations are reviewed on Mondays" },
      { type: "convention", content: "Name migrations in snake_case, as in add_broker_table" },
    ),
    "memory/global/memory.json": protocol({ type: "decision", content: "Write dates as ISO" }),
  })
  await bring("notes", {
    ".claude/agent-memory/uma/MEMORY.md": "# Uma\n\n- [Rollout](rollout.md)\n",
    ".claude/agent-memory/uma/rollout.md":
      "---\nname: wallaby-rollout\ndescription: order of the marmot stages\ntags: [numbat, kiwi]\n---\n\nCanary hosts retried twice.\n\n**Why:** an outage\n",
  })
  await bring("secret", {
    [memoryPath("eve")]: memoryOf("eve", ["The quokka vault is opened by two people"]),
  })
})

const search = async (q: string, more: Record<string, unknown> = {}, actor: Actor = systemActor()) =>
  expectDone(await runOperation(searchEntries, actor, { team: team.slug, q, ...more }))
const texts = async (q: string, more: Record<string, unknown> = {}) =>
  (await search(q, more)).hits.map((hit) => hit.text.slice(0, 24)).toSorted()

describe("a search", () => {
  it("finds inflections of a word unless an exact match is requested, and a file by its front matter", async () => {
    const [hit] = (await search("retry canary")).hits
    expect(hit?.text).toContain("Canary hosts retried twice")
    expect((await search("retrying")).terms).toContain("retried")
    expect(await texts("retry", { exact: true })).toEqual([])
    expect(await texts('"retry"')).toEqual([])
    for (const word of ["wallaby", "marmot", "numbat"]) expect(await texts(word)).toHaveLength(1)
  })

  it("filters by terms in the query, by separate fields, and by exclusions", async () => {
    expect(await texts("broker agent:ann")).toEqual(["The ledger broker needs ", "The stub broker listens "])
    expect(await texts("broker", { agent: "ANN" })).toHaveLength(2)
    expect(await texts("broker -agent:ann")).toHaveLength(3)
    expect(await texts("type:decision scope:team")).toEqual(["Migrations are reviewed "])
    expect(await texts("type:decision,convention -scope:global format:memory-protocol")).toHaveLength(2)
    expect(await texts("scope:team -type:decision")).toEqual(["Name migrations in snake"])
    expect(await texts("project:secret vault")).toHaveLength(1)
    expect(await texts("vault -project:secret", { exact: true })).toEqual([])
    expect(
      await texts("broker agent:ben", { agent: "ann" }),
      "what is said beside the words is stronger",
    ).toHaveLength(2)
  })

  it("filters by the date and the state of entries", async () => {
    expect(await texts("is:stale")).toEqual(["The ledger broker needs "])
    expect(await texts("broker is:retired")).toEqual(["The broker runs on stagi"])
    expect(await texts("agent:ben -is:retired")).toHaveLength(2)
    expect(await texts("after:30d")).toEqual(["The event bus redelivers"])
    expect(await texts("before:1y")).toEqual(["The ledger broker needs "])
    expect(await texts("before:2100 after:30d is:stale")).toEqual([])
    expect(await texts("is:verified")).toEqual([])
    await verify("stub broker", 1)
    expect(await texts("is:verified")).toEqual(["The stub broker listens "])
    expect(await texts("broker -is:verified")).toHaveLength(4)
    await verify("ledger broker", 0)
    expect(await texts("ledger is:verified"), "a verification expires on its day").toEqual([])
    expect(await texts("is:stale")).toEqual(["The ledger broker needs "])
    await verify("ledger broker", 1)
    expect(await texts("is:stale")).toEqual([])
  })

  /** Verifies the best hit until a number of days from today. */
  async function verify(query: string, days: number): Promise<void> {
    const [entry] = (await search(query)).hits
    const { hashOfStatement } = await import("@/lib/operations/infra/statement-hash")
    await database().vouch.create({
      data: {
        teamId: team.id,
        id: newId(),
        entryId: entry?.id as string,
        statement: hashOfStatement(entry?.text ?? ""),
        userId: "u",
        name: "Uma",
        until: new Date(Date.now() + days * 86_400_000),
      },
    })
  }

  it("reports query parts that it could not parse, and ignores none of them", async () => {
    expect((await search("scope:moon broker")).notes).toEqual([
      "scope:moon is not a scope (global, team, project, session), so it was searched as text",
    ])
    expect(await search("project:nowhere broker")).toMatchObject({
      hits: [],
      notes: ["project not found: nowhere"],
    })
    expect(await runOperation(searchEntries, systemActor(), { q: "broker", before: "soon" })).toMatchObject({
      ok: false,
      reason: "invalid",
    })
    expect(
      await runOperation(searchEntries, systemActor(), { q: "broker", cursor: "nonsense" }),
    ).toMatchObject({
      ok: false,
      reason: "invalid",
    })
  })

  it("marks matches, cites file and line, and counts all matches by type", async () => {
    const found = await search('"event bus"', { facets: true })
    const [hit] = found.hits
    expect(found).toMatchObject({ total: 1, more: false, next: null })
    expect(hit?.highlights.map(([from, to]) => hit.text.slice(from, to))).toEqual(["event bus"])
    expect(hit?.path).toBe(memoryPath("ann"))
    const { facets } = await search("broker", { facets: true, limit: 1 })
    expect(facets).toMatchObject({
      agent: [
        { value: "ben", count: 2 },
        { value: "ann", count: 2 },
      ].toSorted((a, b) => (a.value < b.value ? -1 : 1)),
      scope: [
        { value: "project", count: 4 },
        { value: "team", count: 1 },
      ],
      type: [{ value: "convention", count: 1 }],
      project: [{ value: "shop", count: 5 }],
      team: [{ value: team.slug, count: 5 }],
    })
  })

  it("pages through results, each once, in the order of one long page", async () => {
    const whole = (await search("broker", { limit: 50 })).hits.map((hit) => hit.id)
    const turned: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: { hits: { id: string }[]; next: string | null } = await search("broker", {
        limit: 2,
        cursor,
      })
      turned.push(...page.hits.map((hit) => hit.id))
      cursor = page.next
    }
    expect(turned).toEqual(whole)
    expect(whole).toHaveLength(5)
  })

  it("ranks retired entries last", async () => {
    expect((await search("broker")).hits.at(-1)?.state).toBe("retired")
  })

  it("finds scripts without spaces by any part", async () => {
    for (const q of ["支払い", "冪等", "い処理"]) expect(await search(q)).toMatchObject({ total: 1 })
  })
})

describe("a word that no entry has", () => {
  it.each([
    ["brokr", "broker"],
    ["migratoins reviewed", "migrations reviewed"],
    ["idempotnet keys agent:ann", "idempotent keys"],
    ["stbu broker", "stub broker"],
  ])("%s is searched as %s", async (typed, meant) => {
    const found = await search(typed)
    expect(found).toMatchObject({ corrected: meant, loosened: false })
    expect(found.total).toBeGreaterThan(0)
    expect(await search(typed, { exact: true })).toMatchObject({ total: 0 })
  })

  it("is corrected as soon as an entry with the right word is written", async () => {
    expect(await search("wombta")).toMatchObject({ total: 0 })
    await bring("zoo", { [memoryPath("zoe")]: memoryOf("zoe", ["Feed the wombat"]) })
    expect(await search("wombta")).toMatchObject({ total: 1, corrected: "wombat" })
  })

  it("is never corrected to a word in hidden entries", async () => {
    const { id: projectId } = await database().project.findFirstOrThrow({
      where: { teamId: team.id, name: "shop" },
    })
    const bound = givenToken(team, { rights: ["read"], projectId })
    expect(await search("quokak")).toMatchObject({ corrected: "quokka" })
    const found = await search("quokak", {}, bound)
    expect(found).toMatchObject({ total: 0 })
    expect(found.corrected).toBeUndefined()
    expect((await search("quokka vault", {}, bound)).total).toBe(0)
  })

  it("is corrected in the same way whether or not hidden entries contain it", async () => {
    await bring("secret", {
      [memoryPath("eve")]: memoryOf("eve", [
        "The quokka vault is opened by two people",
        "The brokar is theirs alone",
      ]),
    })
    const { id: projectId } = await database().project.findFirstOrThrow({
      where: { teamId: team.id, name: "shop" },
    })
    const bound = givenToken(team, { rights: ["read"], projectId })
    expect((await search("brokar")).corrected).toBeUndefined()
    for (const typed of ["brokar", "brokur", "brokar agent:ann"])
      expect(await search(typed, {}, bound)).toMatchObject({ corrected: "broker" })
    expect((await search("broker agent:nobody", {}, bound)).corrected).toBeUndefined()
  })

  it("with digits, a short word or an identifier is not corrected", async () => {
    for (const typed of ["4223", "bsu", "add_brokr_tabel"])
      expect((await search(typed)).corrected).toBeUndefined()
  })

  it("in a sentence does not hide entries with the other words", async () => {
    const found = await search("on which port does our stub broker listen nowadays")
    expect(found).toMatchObject({ loosened: true })
    expect(found.hits[0]?.text).toBe("The stub broker listens on port 4222")
    expect(await search("on which port does our stub broker listen nowadays", { exact: true })).toMatchObject(
      { hits: [], loosened: false },
    )
  })
})

describe("words that are in very many entries", () => {
  it("are found in the latest entries, counted to a stated limit", async () => {
    const many = await givenTeam()
    const { fileId, ids } = await givenEntries({
      teamId: many.id,
      statements: Array.from({ length: 2_300 }, (_, at) => `The deploy number ${at} went well`),
    })
    await database()
      .$executeRaw`UPDATE entry SET stated_on = current_date - 800 WHERE team_id = ${many.id}::uuid AND file_id = ${fileId}::uuid`
    await database()
      .$executeRaw`UPDATE entry SET stated_on = current_date - 5 WHERE team_id = ${many.id}::uuid AND id = ANY(${ids.slice(-30)}::uuid[])`
    const found = expectDone(
      await runOperation(searchEntries, systemActor(), { team: many.slug, q: "deploy", limit: 30 }),
    )
    expect(found).toMatchObject({ total: 1_000, more: true })
    expect(found.hits.map((hit) => hit.id).toSorted()).toEqual(ids.slice(-30).toSorted())
  })

  it("are each found once for any date: the last two years first, then older, undated and retired ones", async () => {
    const many = await givenTeam()
    const { ids } = await givenEntries({
      teamId: many.id,
      statements: Array.from({ length: 1_150 }, (_, at) => `The rollout number ${at} went well`),
    })
    await database()
      .$executeRaw`UPDATE entry e SET stated_on = CASE WHEN n % 8 < 6 THEN current_date + 40 - (n * 2)::int END, state = CASE WHEN n % 8 = 7 THEN 'retired' ELSE 'current' END FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS given(id, n) WHERE e.team_id = ${many.id}::uuid AND e.id = given.id`
    const page = async (cursor?: string) =>
      expectDone(
        await runOperation(searchEntries, systemActor(), {
          team: many.slug,
          q: "rollout",
          limit: 500,
          cursor,
        }),
      )
    const first = await page()
    const found = [...first.hits, ...(await page(first.next ?? undefined)).hits].map((hit) => hit.id)
    expect([first.total, found.length, new Set(found).size]).toEqual([1_000, 1_000, 1_000])
    const lately = await database().$queryRaw<
      { id: string }[]
    >`SELECT id FROM entry WHERE team_id = ${many.id}::uuid AND state = 'current' AND stated_on >= current_date - 730`
    expect(lately.length).toBeGreaterThan(250)
    expect(found).toEqual(expect.arrayContaining(lately.map(({ id }) => id)))
  })
})
