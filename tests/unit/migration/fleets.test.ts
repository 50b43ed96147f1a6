import { expect, it } from "vitest"
import { categoryMemory } from "@/lib/formats/category-memory"
import { mergeAgentsIntoCategory, type MergeSource } from "@/lib/memory/migration/agents-to-category"
import { type Memory, readMemory, hasSameContent } from "@/lib/memory/migration/migrated-memory"
import {
  migratedEntryOf,
  splitCategoryIntoAgents,
  type SplitAgent,
} from "@/lib/memory/migration/category-to-agents"
import { Chance, kaizenText, NAMES, randomText } from "../../support/imports/random-fleet"
import { category, claude, D, kaizen, shared } from "./layouts"

// FLEETS=5000 npx vitest run --project unit tests/unit/migration/fleets.test.ts
const RUNS = Number(process.env.FLEETS ?? 60)
const FIRST = Number(process.env.FLEET_SEED ?? 1)

it(
  "gathers fleets of any names and contents with every entry accounted for, and spreads them to the same bytes, and to what changed since and nothing else",
  () => {
    const why = new Map<string, number>()
    const failed: string[] = []
    let moved = 0
    for (let seed = FIRST; seed < FIRST + RUNS && failed.length < 4; seed += 1) {
      try {
        const stopped = oneFleet(new Chance(seed))
        if (stopped === null) moved += 1
        else why.set(stopped, (why.get(stopped) ?? 0) + 1)
      } catch (cause) {
        failed.push(
          `seed ${seed}: ${(cause as Error).message.slice(0, 300)} ${JSON.stringify((cause as { actual?: unknown }).actual)?.slice(0, 900)}\n    NOT ${JSON.stringify((cause as { expected?: unknown }).expected)?.slice(0, 900)}`,
        )
      }
    }
    if (process.env.FLEETS !== undefined)
      console.info(
        [[moved, "moved"], ...[...why].map(([one, times]) => [times, one])]
          .map((row) => row.join(" "))
          .join("\n"),
      )
    expect(failed).toEqual([])
    expect(moved).toBeGreaterThan(RUNS / 2)
  },
  30_000 + RUNS * 200,
)

function oneFleet(chance: Chance): string | null {
  const { agents, own, sources } = anySources(chance)
  const into = chance.one(4) === 0 ? category(randomText(chance, "all")) : null
  const made = mergeAgentsIntoCategory({
    name: "Architecture",
    agents,
    sources,
    into,
    target: { path: D, readAs: D, format: categoryMemory },
  })
  if (made.problems.length > 0) return kindOfProblem(made.problems)
  const after = categoryMemory.parse(made.text, D)
  checkGathered(made, after, [...sources.map(({ memory }) => memory), ...(into ? [into] : [])])
  const written = { ...category(made.text), ids: after.entries.map((_, at) => `D#${at}`) }
  if (into === null && sources.length === own.length) checkUndo(sources, made, written)
  return changedSince(chance, { sources, rows: made.entries, written })
}

function anySources(chance: Chance) {
  const agents = chance.some(
    chance.one(3) === 0 ? NAMES : NAMES.filter((name) => /^[a-z]+(?:-[a-z]+)*$/.test(name)),
    1 + chance.one(5),
  )
  const own = agents.map((agent) =>
    chance.one(3) === 0 ? kaizen(agent, kaizenText(chance, agent)) : claude(agent, randomText(chance, agent)),
  )
  const sources: MergeSource[] =
    chance.one(4) === 0 ? [shared(randomText(chance, "all").replaceAll(/-Specific/g, "-Other")), ...own] : own
  return { agents, own, sources }
}

type Gathered = ReturnType<typeof mergeAgentsIntoCategory>

/** Returns the first problem without its line, quotations and paths. Throws if a problem has no explanation. */
function kindOfProblem(problems: Gathered["problems"]): string {
  for (const { path, message } of problems)
    if (path === "" || message.length < 20) throw new Error(`no word: ${JSON.stringify(problems)}`)
  return (problems[0]?.message ?? "")
    .replace(/^line \d+: /, "")
    .replaceAll(/“[^”]*”/g, "“…”")
    .replaceAll(/\S+\/\S+/g, "PATH")
    .slice(0, 100)
}

/** Checks that the gathered file has each entry of each memory and nothing else. */
function checkGathered(
  made: Gathered,
  after: ReturnType<typeof categoryMemory.parse>,
  memories: readonly Memory[],
): void {
  expect(after.diagnostics.filter(({ severity }) => severity === "error")).toEqual([])
  for (const memory of memories) {
    const its = made.entries.filter(({ from }) => from.path === memory.path)
    expect(its.map(({ from }) => from.id).toSorted()).toEqual([...memory.ids].toSorted())
  }
  for (const { text, state, to } of made.entries) {
    const entry = after.entries[to.at]
    expect([entry?.text, entry?.state, entry?.span.line]).toEqual([text, state, to.line])
  }
  expect([...new Set(made.entries.map(({ to }) => to.at))].toSorted((a, b) => a - b)).toEqual(
    after.entries.map((_, at) => at),
  )
}

function checkUndo(sources: readonly MergeSource[], made: Gathered, written: Memory): void {
  const back = spreadOf(sources, made.entries, written, written)
  expect(back.problems).toEqual([])
  expect(back.files.map(({ path, text, restored, ids }) => [path, text, restored, ids])).toEqual(
    sources.map(({ memory }) => [memory.path, memory.text, true, memory.ids]),
  )
}

/** Removes, edits and retires entries of the category's file. Each agent's file must then match its original with these changes. */
function changedSince(
  chance: Chance,
  { sources, rows, written }: { sources: readonly MergeSource[]; rows: Gathered["entries"]; written: Memory },
): string | null {
  const before = readMemory(written)
  if (before.entries.length === 0) return null
  const at = chance.one(before.entries.length)
  const entry = before.entries[at]
  const kind = chance.of(["remove", "edit", "retire"] as const)
  if (kind === "retire" && entry?.state === "retired") return null
  const text = revised(written, kind, at)
  if (text === null) return null
  const ids = written.ids.filter((_, one) => kind !== "remove" || one !== at)
  const now = { ...written, text, ids }
  const parsed = readMemory(now)
  if (parsed.entries.length !== ids.length) return null
  const back = spreadOf(sources, rows, written, now)
  if (back.problems.length > 0) {
    kindOfProblem(back.problems)
    return null
  }
  const read = new Map(
    back.files.map((file) => [file.path, formatOf(sources, file.path).parse(file.text, file.path).entries]),
  )
  checkSpread(back, read, { ids, entries: parsed.entries })
  for (const { memory } of sources.filter(({ place }) => place.kind !== "everyone")) {
    const lost = lostOf(memory, read.get(memory.path) ?? [], { rows, at })
    expect([kind, entry?.text, memory.path, lost]).toEqual([kind, entry?.text, memory.path, []])
  }
  return null
}

/** Returns the text after a change of one entry, or null if the format cannot make it. */
function revised(written: Memory, kind: "remove" | "edit" | "retire", entry: number): string | null {
  const change = {
    remove: { kind: "remove", entry } as const,
    edit: { kind: "edit", entry, text: "Edited since" } as const,
    retire: { kind: "retire", entry, why: "no more" } as const,
  }[kind]
  try {
    return written.format.revise(written.text, written.readAs, [change])
  } catch (cause) {
    if (cause instanceof RangeError) return null
    throw cause
  }
}

type Entries = ReturnType<typeof readMemory>["entries"]

/** Each entry is in the files that it goes to, and nothing else is. */
function checkSpread(
  back: ReturnType<typeof spreadOf>,
  read: ReadonlyMap<string, Entries>,
  { ids, entries }: { readonly ids: readonly string[]; readonly entries: Entries },
): void {
  for (const [index, one] of entries.entries()) {
    const its = back.entries.filter(({ from }) => from.id === ids[index])
    expect([one.text, its.length > 0]).toEqual([one.text, true])
    for (const { to } of its) expect(read.get(to.path)?.[to.at]?.text).toBe(one.text)
  }
  for (const [path, found] of read) {
    const seen = new Set(back.entries.filter(({ to }) => to.path === path).map(({ to }) => to.at))
    expect([path, found.length]).toEqual([path, seen.size])
  }
}

/** Returns the unchanged entries of a memory that its file no longer has. */
function lostOf(
  memory: Memory,
  now: Entries,
  { rows, at }: { readonly rows: Gathered["entries"]; readonly at: number },
): string[] {
  const isChanged = (place: number) =>
    rows.some(({ from, to }) => from.path === memory.path && from.id === memory.ids[place] && to.at === at)
  return readMemory(memory)
    .entries.filter((_, place) => !isChanged(place))
    .filter((one) => !now.some((other) => hasSameContent(one, other)))
    .map(({ text }) => text)
}

const formatOf = (sources: readonly MergeSource[], path: string) =>
  sources.find(({ memory }) => memory.path === path)?.memory.format ?? categoryMemory

function spreadOf(
  sources: readonly MergeSource[],
  rows: ReturnType<typeof mergeAgentsIntoCategory>["entries"],
  written: Memory,
  now: Memory,
) {
  const parsed = readMemory(written)
  const became = (path: string) =>
    new Map(
      rows
        .filter(({ from }) => from.path === path)
        .map(({ from, to }) => [
          from.id as string,
          { id: written.ids[to.at] as string, ...migratedEntryOf(parsed, to.at) },
        ]),
    )
  const own = sources.filter(({ place }) => place.kind !== "everyone")
  const agents = own.map(({ memory, place }): SplitAgent => ({
    name: place.kind === "role" ? place.agent : "architecture-coordinator",
    coordinator: place.kind === "coordinator",
    optedOut: false,
    files: [{ ...memory, standing: "gone", became: became(memory.path) }],
  }))
  return splitCategoryIntoAgents({ category: "Architecture", from: now, agents })
}
