import fc from "fast-check"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { database } from "@/lib/db/infra/client"
import { flushDelivered } from "@/lib/db/context/delivery-counts"
import { CONTEXT_FORMATS } from "@/lib/memory/context/context-entry"
import { assembleContext } from "@/lib/operations/context/assemble"
import { tokenCounter } from "@/lib/operations/context/token-counter"
import type { ContextInput, ContextView } from "@/lib/operations/context/context-outputs"
import {
  expectedContext,
  firstIncluded,
  plain,
  type StandingFile,
  type PlacedStatement,
} from "../../support/context/expected-context"
import { type KeptStore, keepStore, standingFiles } from "../../support/context/kept-store"
import {
  AGENTS,
  type Project,
  PROJECTS,
  type RandomStore,
  randomStore,
} from "../../support/context/random-store"
import { expectDone } from "../../support/data/people"
import { givenToken } from "../../support/proposals"

/** PROPERTY_RUNS sets the number of random stores and selects new ones in each run. */
const RUNS = Number(process.env.PROPERTY_RUNS ?? 3)
/** PROPERTY_REPLAY=seed/path repeats a failed one. */
const [seed = process.env.PROPERTY_RUNS ? undefined : "1", path] =
  process.env.PROPERTY_REPLAY?.split("/") ?? []
const TODAY = "2026-11-22"

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${TODAY}T12:00:00Z`) }))
afterAll(() => void vi.useRealTimers())

interface Question {
  readonly project: Project
  readonly agent: string
  readonly overrideGlobal: boolean
  readonly limit: number
  readonly budget: number
  readonly format: (typeof CONTEXT_FORMATS)[number]
  readonly task: string | undefined
}
const question: fc.Arbitrary<Question> = fc.record({
  project: fc.constantFrom(...PROJECTS),
  agent: fc.constantFrom(...AGENTS),
  overrideGlobal: fc.boolean(),
  limit: fc.integer({ min: 1, max: 30 }),
  budget: fc.integer({ min: 1, max: 600 }),
  format: fc.constantFrom(...CONTEXT_FORMATS),
  task: fc.option(fc.constantFrom("the zabor service", "commit a migration"), { nil: undefined }),
})

const given = async ({ team, lead }: KeptStore, input: ContextInput) =>
  expectDone(await assembleContext(lead, { team: team.slug, ...input }, { now: new Date(), delivers: false }))

/** The project of each entry. */
async function projectsOf({ team }: KeptStore): Promise<Map<string, string>> {
  const rows = await database().$queryRaw<
    { id: string; name: string }[]
  >`SELECT e.id, p.name FROM entry e JOIN project p ON p.team_id = e.team_id AND p.id = e.project_id WHERE e.team_id = ${team.id}::uuid`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** A statement of the context: its score, and its text with all its places in one line. */
interface Told {
  readonly score: number
  readonly line: string
}
const toldOf = (score: number, text: string, at: readonly string[]): Told => ({
  score,
  line: `${plain(text)} (${at.toSorted().join(", ")})`,
})
const ranked = (groups: readonly (readonly PlacedStatement[])[]): Told[] =>
  groups.map((group) =>
    toldOf(
      group[0]?.score ?? 0,
      group[0]?.text ?? "",
      group.map((one) => one.at),
    ),
  )

async function check(store: RandomStore, questions: readonly Question[]): Promise<void> {
  const kept = await keepStore(store)
  const [files, projects, countTokens] = [
    await standingFiles(kept.team),
    await projectsOf(kept),
    await tokenCounter(),
  ]
  for (const { project, agent, overrideGlobal, ...narrow } of questions) {
    const { groups } = expectedContext(files, kept.decisions, {
      project,
      agent,
      overrideGlobal,
      today: TODAY,
      read: new Map(),
    })
    const [expected, alone] = [
      ranked(groups),
      groups.map((group) => toldOf(group[0]?.score ?? 0, group[0]?.text ?? "", [])),
    ]
    const all = await given(kept, { project, agent, overrideGlobal, limit: 500, budget: 100_000 })
    expectRanked(linesOf(all, projects), expected)
    // Copies with a low rank are not read for a small limit.
    const first = firstIncluded(groups, narrow.limit)
    expectRanked(
      withoutCopies(
        await given(kept, { project, agent, overrideGlobal, limit: narrow.limit, budget: 100_000 }),
      ),
      first.groups.map((group) => toldOf(group[0]?.score ?? 0, group[0]?.text ?? "", [])),
      first.cutAt,
    )
    const small = await given(kept, { project, agent, overrideGlobal, ...narrow })
    expect([
      small.tokens <= narrow.budget,
      small.entries.length <= narrow.limit,
      countTokens(small.text),
    ]).toEqual([true, true, small.tokens])
    for (const { line } of withoutCopies(small)) expect(alone.map((one) => one.line)).toContain(line)
    const may = new Set(groups.flat().map((one) => one.at))
    for (const { id, path, line } of small.entries.flatMap((one) => [one, ...one.copies]))
      expect(may).toContain(`${projects.get(id) ?? ""} ${path}:${line}`)
    for (const view of [all, small]) expectCited(view, files, projects)
  }
}

/** Of several places with the same score, any may be listed. */
const withoutCopies = (view: ContextView) => view.entries.map((one) => toldOf(one.score, one.text, []))
const linesOf = (view: ContextView, projects: ReadonlyMap<string, string>): Told[] =>
  view.entries.map((one) =>
    toldOf(
      one.score,
      one.text,
      [one, ...one.copies].map(({ id, path, line }) => `${projects.get(id) ?? ""} ${path}:${line}`),
    ),
  )

/** Statements with the same score may be in any order and cut at any position. */
function expectRanked(told: readonly Told[], expected: readonly Told[], cutAt: readonly number[] = []): void {
  const last = [expected.at(-1)?.score ?? 0, ...cutAt]
  const whole = (all: readonly Told[]) =>
    all
      .filter((one) => last.every((score) => Math.abs(one.score - score) > 0.0002))
      .map((one) => one.line)
      .toSorted()
  expect(whole(told)).toEqual(whole(expected))
  expect(told.map((one) => one.score)).toEqual(expected.map((one) => expect.closeTo(one.score, 3) as number))
}

/** Each statement is on its cited line in the cited revision. */
function expectCited(
  view: ContextView,
  files: readonly StandingFile[],
  projects: ReadonlyMap<string, string>,
): void {
  for (const entry of view.entries) {
    for (const { id, path, line } of [entry, ...entry.copies]) {
      const file = files.find((one) => one.path === path && one.project === projects.get(id))
      const lines = file?.text.split("\n") ?? []
      const said = path.endsWith(".json")
        ? lines.slice(line - 1, line + 9).join("\n")
        : (lines[line - 1] ?? "")
      expect(plain(said), `${path}:${line}`).toContain(plain(entry.text))
    }
    // Runs for a planner have no citation.
    if (!view.text.startsWith("- [success]")) expect(view.text).toContain(entry.path)
  }
}
it("for random memory, the context contains only documented entries, ranked, within limit and budget, each with its line", async () => {
  await fc.assert(fc.asyncProperty(randomStore, fc.array(question, { minLength: 2, maxLength: 5 }), check), {
    numRuns: RUNS,
    endOnFailure: true,
    ...(seed === undefined ? {} : { seed: Number(seed), path }),
  })
}, 600_000)

it("the same store gives the same text in any insertion order", async () => {
  const ask = async (store: RandomStore, { project, agent, overrideGlobal }: Question) =>
    (await given(await keepStore(store), { project, agent, overrideGlobal, limit: 40, budget: 4_000 })).text
  await fc.assert(
    fc.asyncProperty(randomStore, question, fc.nat(1_000), async (store, asked, order) => {
      const untouched = { ...store, deeds: [] }
      expect(await ask({ ...untouched, order }, asked)).toBe(await ask(untouched, asked))
    }),
    { numRuns: Math.ceil(RUNS / 3), endOnFailure: true },
  )
}, 600_000)

it("each delivery counts as one read, and nothing else of an entry changes", async () => {
  await fc.assert(
    fc.asyncProperty(
      randomStore,
      fc.array(question, { minLength: 1, maxLength: 6 }),
      async (store, questions) => {
        const { team } = await keepStore({ ...store, deeds: [] })
        const stored = () =>
          database()
            .$queryRaw`SELECT e::text AS row FROM entry e WHERE e.team_id = ${team.id}::uuid ORDER BY e.id`
        const files = () =>
          database()
            .$queryRaw`SELECT f::text AS row FROM memory_file f WHERE f.team_id = ${team.id}::uuid ORDER BY f.id`
        const before = [await stored(), await files()]
        const counts = new Map<string, number>()
        for (const { task: _, ...asked } of questions) {
          const view = expectDone(
            await assembleContext(
              givenToken(team, { rights: ["read"] }),
              { team: team.slug, ...asked },
              { now: new Date() },
            ),
          )
          for (const { id } of view.entries) counts.set(id, (counts.get(id) ?? 0) + 1)
        }
        await flushDelivered()
        const delivered = await database().delivered.findMany({ where: { teamId: team.id } })
        expect(new Map(delivered.map(({ entryId, count }) => [entryId, count]))).toEqual(
          new Map([...counts].toSorted()),
        )
        expect([await stored(), await files()]).toEqual(before)
      },
    ),
    { numRuns: Math.ceil(RUNS / 3), endOnFailure: true },
  )
}, 600_000)
