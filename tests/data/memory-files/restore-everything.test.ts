import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { database } from "@/lib/db/infra/client"
import type { Actor } from "@/lib/memory/teams/actor"
import { forgetEntry } from "@/lib/operations/forgetting/forget"
import { runOperation } from "@/lib/operations/operation"
import { createProposal } from "@/lib/operations/proposals/create"
import { undoReview } from "@/lib/operations/proposals/decisions/review"
import { previewRevert } from "@/lib/operations/reverts/preview"
import { listWrites, showRevert } from "@/lib/operations/reverts/reverts"
import { previewRestore, restoreTeam } from "@/lib/operations/reverts/point-in-time-restore"
import { runRevert } from "@/lib/operations/reverts/run"
import { offerFiles, startAndWait } from "../../support/imports/import-folder"
import { fleetOf, memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson, givenTeam } from "../../support/data/people"
import { addition, decide, givenMemory, givenProposal, givenToken } from "../../support/proposals"

const RUNS = { numRuns: Number(process.env.PROPERTY_RUNS ?? 4) }
const AGENTS = ["ann", "ben", "cara", "dan"]
const PROJECTS = ["ledger", "shop"]
const WORDS = [
  "Redis holds sessions",
  "The queue retries twice",
  "Each deploy needs two approvals",
  "The nightly job runs at four",
  "The cache is warm after one call",
]

const happening = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant("import" as const),
      project: fc.constantFrom(...PROJECTS),
      files: fc.dictionary(
        fc.constantFrom(...AGENTS),
        fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }),
        { maxKeys: 4 },
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant("approve" as const),
      pick: fc.nat(40),
      words: fc.constantFrom(...WORDS),
      kind: fc.constantFrom("add", "edit", "remove", "retire"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("undo" as const), pick: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("forget" as const), pick: fc.nat(40) }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant("revert" as const), agent: fc.constantFrom("scout", "guide") }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("restore" as const), pick: fc.nat(40) }) },
)
type Happening = typeof happening extends fc.Arbitrary<infer One> ? One : never

interface Moment {
  readonly at: string
  readonly state: object
}

/** A team with random events and its state after each of them. */
const picked = <One>(all: readonly One[], pick: number): One | undefined =>
  all[pick % Math.max(1, all.length)]

class World {
  readonly moments: Moment[] = []
  private readonly approved: string[] = []
  private count = 0

  constructor(
    readonly team: { id: string; slug: string },
    readonly lead: Actor,
  ) {}

  async record(): Promise<void> {
    const [now] = await database().$queryRaw<
      { at: string }[]
    >`SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at`
    this.moments.push({ at: now?.at ?? "", state: await this.state() })
  }

  /** Project and path of every file with its bytes and the IDs of its entries. */
  async state(): Promise<object> {
    const rows = await database().$queryRaw<
      { place: string; text: string; ids: string[]; entries: string[] }[]
    >`
      SELECT p.name || '/' || f.path AS place, r.text, r.entry_ids AS ids, ARRAY(SELECT e.id FROM entry e WHERE e.team_id = f.team_id AND e.file_id = f.id ORDER BY e.position) AS entries FROM memory_file f
      JOIN project p ON p.team_id = f.team_id AND p.id = f.project_id JOIN revision r ON r.team_id = f.team_id AND r.file_id = f.id AND r.number = f.head
      WHERE f.team_id = ${this.team.id}::uuid AND f.state <> 'gone' ORDER BY place`
    for (const { ids, entries } of rows) expect(entries).toEqual(ids)
    return Object.fromEntries(rows.map(({ place, text, ids }) => [place, { text, ids }]))
  }

  private async approve(
    { kind, pick, words }: Extract<Happening, { what: "approve" }>,
    entry: { readonly id: string; readonly text: string; readonly fileId: string },
  ): Promise<void> {
    const target = { entry: entry.id, before: entry.text }
    const text = `${words} since ${this.count}`
    const change = {
      add: addition(text),
      edit: { kind: "edit" as const, ...target, text },
      remove: { kind: "remove" as const, ...target },
      retire: { kind: "retire" as const, ...target, why: "old" },
    }[kind]
    const proposed = await runOperation(
      createProposal,
      givenToken(this.team, { agent: pick % 2 === 0 ? "scout" : "guide" }),
      { team: this.team.slug, file: entry.fileId, changes: [change], reason: "seen" },
    )
    if (proposed.ok && (await decide(this.lead, proposed.value.id, { verdict: "approve" })).ok)
      this.approved.push(proposed.value.id)
  }

  async happen(event: Happening): Promise<void> {
    this.count += 1
    const entries = await database().entry.findMany({
      where: { teamId: this.team.id, state: "current" },
      orderBy: [{ text: "asc" }, { id: "asc" }],
    })
    switch (event.what) {
      case "import": {
        const files = Object.fromEntries(
          Object.entries(event.files).map(([agent, findings]) => [
            memoryPath(agent),
            memoryOf(
              agent,
              findings.map((one, at) => `${one} ${at % 2 === 0 ? agent : ""}`.trim()),
            ),
          ]),
        )
        await startAndWait(
          this.team,
          (await offerFiles(this.team, `/srv/${event.project}`, files, { project: event.project })).run,
        )
        return
      }
      case "approve": {
        const entry = picked(entries, event.pick)
        return entry && this.approve(event, entry)
      }
      case "undo":
        await runOperation(undoReview, this.lead, {
          proposal: picked(this.approved, event.pick) ?? "",
        })
        return
      case "forget":
        await runOperation(forgetEntry, this.lead, {
          entry: picked(entries, event.pick)?.id ?? "",
          reason: "wrong",
        })
        return
      case "revert":
        await this.revert({ agent: event.agent })
        return
      case "restore":
        await this.restore(this.moments[event.pick % this.moments.length] as Moment)
    }
  }

  async revert(of: object): Promise<void> {
    const seen = expectDone(await runOperation(previewRevert, this.lead, { team: this.team.slug, of }))
    const ran = await runOperation(runRevert, this.lead, {
      team: this.team.slug,
      of,
      shown: seen.shown,
      reason: "tried",
    })
    if (!ran.ok) expect(ran.reason).toBe("conflict")
  }

  /** Restores a moment and checks that the state is exactly the same and that a new preview is empty. */
  async restore({ at, state }: Moment): Promise<void> {
    const before = await this.state()
    const seen = expectDone(await runOperation(previewRestore, this.lead, { team: this.team.slug, at }))
    expect(await this.state()).toEqual(before)
    const restored = await runOperation(restoreTeam, this.lead, {
      team: this.team.slug,
      at,
      shown: seen.shown,
      reason: "as it was",
    })
    if (seen.totals.files === 0) expect(restored).toMatchObject({ ok: false, reason: "conflict" })
    else expectDone(restored)
    expect(await this.state()).toEqual(state)
    expect(
      expectDone(await runOperation(previewRestore, this.lead, { team: this.team.slug, at })).totals.files,
    ).toBe(0)
  }
}

async function givenWorld(): Promise<World> {
  const team = await givenTeam()
  return new World(team, await actorOf(await givenPerson({ team, role: "lead" })))
}

describe("a team at a point in time", { timeout: 3_600_000 }, () => {
  it("is restored exactly despite later changes, and so is the present afterwards", async () => {
    let restores = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 6, maxLength: 14 }),
        fc.array(fc.nat(100), { minLength: 2, maxLength: 3 }),
        async (events, picks) => {
          const world = await givenWorld()
          await world.record()
          for (const event of [
            {
              what: "import",
              project: "ledger",
              files: { ann: WORDS.slice(0, 3), ben: WORDS.slice(2) },
            } as const,
            ...events,
          ]) {
            await world.happen(event)
            await world.record()
          }
          const present = world.moments.at(-1) as Moment
          for (const pick of picks) {
            await world.restore(world.moments[pick % world.moments.length] as Moment)
            restores += 1
          }
          await world.restore(present)
        },
      ),
      RUNS,
    )
    expect(restores).toBeGreaterThanOrEqual(2 * RUNS.numRuns)
  })

  it("is shown without later entries in the statistics until the restore is undone", async () => {
    const memory = await givenMemory({ [memoryPath("ann")]: memoryOf("ann", ["One holds"]) })
    const world = new World(memory.team, memory.lead)
    await world.record()
    const scout = givenToken(memory.team, { agent: "scout" })
    const { id } = await givenProposal(
      memory.team,
      { file: memoryPath("ann"), changes: [addition("Two holds")] },
      scout,
    )
    expectDone(await decide(memory.lead, id, { verdict: "approve" }))
    await world.record()
    const writes = async () =>
      expectDone(await runOperation(listWrites, memory.lead, { team: memory.team.slug, by: "agent" })).writers
    expect(await writes()).toMatchObject([{ id: "scout", proposals: 1 }])
    await world.restore(world.moments[0] as Moment)
    expect(await writes()).toEqual([])
    expect(await runOperation(undoReview, memory.lead, { proposal: id })).toMatchObject({
      ok: false,
      reason: "conflict",
    })
    const { id: revert } = await database().revert.findFirstOrThrow({ where: { teamId: memory.team.id } })
    await world.revert({ revert })
    expect(await world.state()).toMatchObject(
      Object.fromEntries(
        Object.entries(world.moments[1]?.state ?? {}).map(([place, one]) => [
          place,
          { text: (one as { text: string }).text },
        ]),
      ),
    )
    expect(await writes()).toMatchObject([{ id: "scout", proposals: 1 }])
    expect(
      expectDone(await runOperation(showRevert, memory.lead, { team: memory.team.slug, revert })).undone,
    ).not.toBeNull()
  })

  it("can be restored for one project, and is rejected as stale after a change since the preview, or for a future time", async () => {
    const world = await givenWorld()
    await world.happen({ what: "import", project: "ledger", files: { ann: ["One"] } })
    await world.record()
    await world.happen({ what: "import", project: "ledger", files: { ann: ["Two"] } })
    await world.happen({ what: "import", project: "shop", files: { ben: ["Three"] } })
    const { at } = world.moments[0] as Moment
    const asked = { team: world.team.slug, at, project: "ledger" }
    const seen = expectDone(await runOperation(previewRestore, world.lead, asked))
    expect(seen).toMatchObject({
      totals: { files: 1, added: 1, cut: 1 },
      files: [{ project: { slug: "ledger" }, hunks: [{ before: ["- Two ann"], after: ["- One ann"] }] }],
    })
    await world.happen({ what: "import", project: "ledger", files: { ann: ["Four"] } })
    expect(
      await runOperation(restoreTeam, world.lead, { ...asked, shown: seen.shown, reason: "why" }),
    ).toMatchObject({
      ok: false,
      reason: "stale",
    })
    const again = expectDone(await runOperation(previewRestore, world.lead, asked))
    expectDone(await runOperation(restoreTeam, world.lead, { ...asked, shown: again.shown, reason: "why" }))
    expect(Object.keys(await world.state())).toEqual([
      `ledger/${memoryPath("ann")}`,
      `shop/${memoryPath("ben")}`,
    ])
    expect(await runOperation(previewRestore, world.lead, { ...asked, at: "2999-01-01" })).toMatchObject({
      ok: false,
      reason: "invalid",
    })
    expect(await runOperation(previewRestore, givenToken(world.team), asked)).toMatchObject({
      ok: false,
      reason: "forbidden",
    })
  })

  it("is restored for a whole fleet in one commit", async () => {
    const world = await givenWorld()
    const files = Number(process.env.FLEET ?? 300)
    const fleet = fleetOf(files)
    const send = async (some: Record<string, string>) =>
      startAndWait(world.team, (await offerFiles(world.team, "/srv/fleet", some, { project: "fleet" })).run)
    await send(fleet)
    await world.record()
    await send(
      Object.fromEntries(
        Object.entries(fleet).flatMap(([path, text], at) =>
          at % 7 === 0 ? [] : [[path, text.replace("Statement 1", "Statement one")]],
        ),
      ),
    )
    const { at, state } = world.moments[0] as Moment
    const started = performance.now()
    const seen = expectDone(await runOperation(previewRestore, world.lead, { team: world.team.slug, at }))
    const previewed = performance.now()
    expectDone(
      await runOperation(restoreTeam, world.lead, {
        team: world.team.slug,
        at,
        shown: seen.shown,
        reason: "as it was",
      }),
    )
    if (process.env.FLEET)
      console.log({
        files: seen.totals.files,
        preview: previewed - started,
        restore: performance.now() - previewed,
      })
    expect(await world.state()).toEqual(state)
    expect(
      await database().auditEvent.count({ where: { teamId: world.team.id, kind: "team.restore" } }),
    ).toBe(1)
  })
})
