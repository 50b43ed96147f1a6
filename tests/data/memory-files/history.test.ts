import * as fc from "fast-check"
import { expect, it } from "vitest"
import { database } from "@/lib/db/infra/client"
import { formatById } from "@/lib/formats/format-detection"
import type { Actor } from "@/lib/memory/teams/actor"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { forgetEntry } from "@/lib/operations/forgetting/forget"
import { showFileBlame } from "@/lib/operations/history/file-history"
import { showEntryHistory } from "@/lib/operations/history/entry-history"
import { restoreFile, rewindEntryTo } from "@/lib/operations/history/restore-and-rewind"
import { runOperation } from "@/lib/operations/operation"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { offerFiles, startAndWait } from "../../support/imports/import-folder"
import { expectDone } from "../../support/data/people"
import { givenMemory } from "../../support/proposals"
import { plainWords, storedFiles } from "../../unit/proposals/support/stored-file"

const RUNS = { numRuns: Number(process.env.PROPERTY_RUNS ?? 12) }

const pick = fc.nat(50)
const event = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constantFrom(
        "add" as const,
        "edit" as const,
        "remove" as const,
        "retire" as const,
        "turn round" as const,
      ),
      pick,
      words: plainWords,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constantFrom("text" as const, "import" as const),
      pick,
      other: pick,
      words: plainWords,
      how: fc.constantFrom("swap", "drop", "reword", "again"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("forget" as const), pick }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("restore" as const), pick }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("rewind" as const), pick, other: pick }) },
)
type Event = typeof event extends fc.Arbitrary<infer One> ? One : never

/** The stored state of the file, with which its history is compared. */
interface State {
  readonly head: number
  readonly text: string
  readonly entries: readonly Said[]
}
interface Said {
  readonly id: string
  readonly text: string
  readonly state: string
  readonly section: string | null
  readonly stated: string
}

it("after random writes, a restored file and a restored entry have their earlier text, and an entry's history lists the revisions that changed it", async () => {
  await fc.assert(
    fc.asyncProperty(
      storedFiles,
      fc.array(event, { minLength: 2, maxLength: 7 }),
      pick,
      pick,
      async ({ place, text }, events, one, other) => {
        const world = await givenWorld(place.path, text)
        const states = [await world.state()]
        for (const happening of events) {
          await happen(world, place, states, happening)
          const now = await world.state()
          if (now.head > (states.at(-1) as State).head) states.push(now)
        }
        await checkHistories(world.lead, states)
        await checkBlame(world, states)
        await checkRewind(world, states, one, other)
        await checkRestore(world, states, one)
      },
    ),
    RUNS,
  )
}, 600_000)

async function givenWorld(path: string, text: string) {
  const { team, lead, file } = await givenMemory({ [path]: text })
  const { id } = await file(path)
  const state = async (): Promise<State> => {
    const { head, text: now, entries } = await file(path)
    return {
      head,
      text: now,
      entries: entries.map((entry) => ({
        id: entry.id,
        text: entry.text,
        state: entry.state,
        section: entry.section,
        stated: JSON.stringify([entry.statedOn, entry.type, entry.confidence, entry.retiredBecause]),
      })),
    }
  }
  return { team, lead, id, path, state }
}
type World = Awaited<ReturnType<typeof givenWorld>>

/** Applies one event. If it is refused, nothing is written. */
async function happen(
  world: World,
  place: Parameters<typeof turned>[0],
  states: readonly State[],
  one: Event,
): Promise<void> {
  const { lead, id, team, path } = world
  const { head, text, entries } = states.at(-1) as State
  const entry = picked(entries, one.pick)
  const revise = (what: object) =>
    runOperation(reviseFile, lead, { file: id, base: head, reason: "because", ...what })
  const former = states[one.pick % states.length] as State
  switch (one.what) {
    case "text":
      await revise({ text: turned(place, text, one) })
      return
    case "import":
      await startAndWait(
        team,
        (await offerFiles(team, "/srv/ledger", { [path]: turned(place, text, one) }, { project: "ledger" }))
          .run,
      )
      return
    case "forget":
      if (entry) await runOperation(forgetEntry, lead, { entry: entry.id, reason: "no longer so" })
      return
    case "restore":
      await runOperation(restoreFile, lead, { file: id, revision: former.head, base: head })
      return
    case "rewind": {
      const old = picked(former.entries, one.other)
      if (old) await runOperation(rewindEntryTo, lead, { entry: old.id, revision: former.head })
      return
    }
    case "add":
      await revise({
        changes: [{ kind: "add", section: entry?.section ?? null, text: one.words, date: null }],
      })
      return
    default:
      if (entry) await revise({ changes: [changeOf(entry, one)] })
  }
}

const picked = <One>(all: readonly One[], pick: number): One | undefined =>
  all[pick % Math.max(1, all.length)]

function changeOf(
  entry: State["entries"][number],
  { what, words }: Extract<Event, { words: string }>,
): ProposedChange {
  const target = { entry: entry.id, before: entry.text }
  if (what === "edit") return { kind: "edit", ...target, text: words }
  if (what === "remove") return { kind: "remove", ...target }
  return entry.state === "current"
    ? { kind: "retire", ...target, why: "it changed" }
    : { kind: "restore", ...target }
}

/** The text after edits by a person. */
function turned(
  { id, path }: { id: Parameters<typeof formatById>[0]; path: string },
  text: string,
  { pick: one, other: two, words, how }: { pick: number; other: number; words: string; how: string },
): string {
  const format = formatById(id)
  const { entries } = format.parse(text, path)
  if (entries.length === 0) return text
  const [at, place] = [one % entries.length, two % entries.length]
  try {
    if (how === "drop") return format.revise(text, path, [{ kind: "remove", entry: at }])
    if (how === "reword") return format.revise(text, path, [{ kind: "edit", entry: at, text: words }])
    if (how === "again")
      return format.revise(text, path, [
        { kind: "add", section: null, text: entries[at]?.text ?? "", date: null },
      ])
  } catch (cause) {
    if (cause instanceof RangeError) return text
    throw cause
  }
  const [first, second] = [Math.min(at, place), Math.max(at, place)].map(
    (index) => entries[index]?.span ?? { start: 0, end: 0 },
  ) as [{ start: number; end: number }, { start: number; end: number }]
  return at === place
    ? text
    : text.slice(0, first.start) +
        text.slice(second.start, second.end) +
        text.slice(first.end, second.start) +
        text.slice(first.start, first.end) +
        text.slice(second.end)
}

async function checkHistories(lead: Actor, states: readonly State[]): Promise<void> {
  const ids = new Set(states.flatMap((state) => state.entries.map((entry) => entry.id)))
  for (const id of ids) {
    const { events, next } = expectDone(await runOperation(showEntryHistory, lead, { entry: id, limit: 200 }))
    expect(next).toBeNull()
    const told = events
      .filter(
        (one) => one.turns.some((turn) => turn !== "moved") || one.before?.section !== one.after?.section,
      )
      .map((one) => one.revision.number)
    const said = states.map((state) => state.entries.find((entry) => entry.id === id))
    const changed = states
      .flatMap((state, at) => (same(said[at - 1], said[at]) ? [] : [state.head]))
      .toReversed()
    expect(told).toEqual(changed)
    for (const one of events) {
      const at = states.findIndex((state) => state.head === one.revision.number)
      expect([one.before?.text, one.after?.text]).toEqual([said[at - 1]?.text, said[at]?.text])
    }
  }
}

const same = (one: Said | undefined, other: Said | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

async function checkBlame({ lead, team, id }: World, states: readonly State[]): Promise<void> {
  const { runs } = expectDone(await runOperation(showFileBlame, lead, { team: team.slug, file: id }))
  const linesOf = (state: State | undefined) => (state?.text ?? "").replace(/^\uFEFF/, "").split(/\r\n|\r|\n/)
  expect([...runs.flatMap((run) => run.lines), ""].join("\n").trimEnd()).toBe(
    linesOf(states.at(-1)).join("\n").trimEnd(),
  )
  for (const run of runs)
    for (const line of run.lines)
      expect(linesOf(states.find((state) => state.head === run.revision))).toContain(line)
}

async function checkRewind(
  world: World,
  states: readonly State[],
  one: number,
  other: number,
): Promise<void> {
  const former = states[one % states.length] as State
  const old = former.entries[other % Math.max(1, former.entries.length)]
  if (!old) return
  const before = await world.state()
  const rewound = await runOperation(rewindEntryTo, world.lead, { entry: old.id, revision: former.head })
  const after = await world.state()
  const others = (state: State) => state.entries.filter((entry) => entry.id !== old.id)
  expect(others(after)).toEqual(others(before))
  if (rewound.ok)
    expect(after.entries.find((entry) => entry.id === old.id)).toMatchObject({
      text: old.text,
      state: old.state,
    })
  else if (rewound.reason === "conflict")
    expect(before.entries.find((entry) => entry.id === old.id)).toMatchObject({
      text: old.text,
      state: old.state,
    })
  else expect(rewound.message).toMatch(CANNOT)
}

/** Messages for changes that a file cannot revert as one entry. */
const CANNOT =
  /has no section|has no entity|must belong to an entity|cannot be placed in|written (?:there|into this file)|parsed differently|alter other entries/

async function checkRestore(world: World, states: readonly State[], one: number): Promise<void> {
  const former = states[one % states.length] as State
  const before = await world.state()
  const restored = await runOperation(restoreFile, world.lead, {
    file: world.id,
    revision: former.head,
    base: before.head,
  })
  if (!restored.ok) expect(restored.message).toContain("already")
  const after = await world.state()
  expect(after.text).toBe(former.text)
  if (restored.ok) expect(after.entries).toEqual(former.entries)
  expect(await database().revision.count({ where: { fileId: world.id } })).toBe(after.head)
}
