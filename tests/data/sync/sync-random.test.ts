import { randomBytes } from "node:crypto"
import { describe, expect, it } from "vitest"
import { database } from "@/lib/db/infra/client"
import { bundleForTests } from "../../support/isolated/bundles"
import { writesOf } from "../../support/imports/import-folder"
import { openedDoor } from "../../support/http/opened-door"
import { givenTeam } from "../../support/data/people"
import { bytesBelow, givenMachine } from "../../support/sync/sync"
import { Dice, FIRST_FILES, wordsIn } from "../../support/sync/sync-texts"
import { SyncWorld } from "../../support/sync/sync-world"
import { temporaryFilesIn } from "../../support/sync/write-back"

const RUNS = Number(process.env.PROPERTY_RUNS ?? 2)
const FIRST = Number(process.env.SYNC_SEED ?? (process.env.PROPERTY_RUNS ? Date.now() % 1_000_000 : 1))
const STEPS = 24
const token = `qd_${randomBytes(32).toString("base64url")}`
const door = openedDoor(token)

describe("two machines and a curator", () => {
  it(
    "end with equal bytes and lose no edit without a conflict, after random actions and interruptions",
    { timeout: 60_000 + RUNS * 30_000 },
    async () => {
      const child = process.env.PROPERTY_RUNS
        ? await bundleForTests("tests/support/sync/sync-child.ts")
        : null
      const failed: string[] = []
      let conflicts = 0
      for (let seed = FIRST; seed < FIRST + RUNS; seed += 1) {
        const world = await worldOf(seed, child)
        const problems = await lifeOf(world).catch((cause: Error) => [cause.stack ?? cause.message])
        conflicts += world.seen.size
        if (problems.length > 0) {
          failed.push(`seed ${seed}: ${problems.join("; ")}`)
          console.error(`seed ${seed}:\n${problems.join("\n")}\n  ${world.story.join("\n  ")}`)
        }
      }
      if (process.env.PROPERTY_RUNS)
        console.log(`${RUNS} lives from seed ${FIRST}, ${conflicts} conflicts, ${failed.length} failed`)
      expect(failed).toEqual([])
    },
  )
})

async function worldOf(seed: number, child: string | null): Promise<SyncWorld> {
  const team = await givenTeam()
  const asked = { url: door.url, token, team: team.slug }
  return new SyncWorld(
    team,
    [givenMachine(`mara-${seed}`, FIRST_FILES, asked), givenMachine(`noah-${seed}`, FIRST_FILES, asked)],
    new Dice(seed),
    child,
  )
}

/** Runs the random history and returns the problems of the final state. */
async function lifeOf(world: SyncWorld): Promise<string[]> {
  const { team, machines } = world
  for (const machine of machines) await machine.sync()
  for (let step = 0; step < STEPS; step += 1) await world.step()
  if ((await world.settle()) === null) return ["it is never quiet"]
  const [here, there] = machines.map((machine) => bytesBelow(machine.folder)) as [Bytes, Bytes]
  const { "src/app.ts": _, ...memory } = here
  return [
    ...differing(here, there).map((path) => `${path} differs between the machines`),
    ...differing(memory, await storedBytes(team.id)).map((path) => `${path} differs from what is stored`),
    ...wordProblems(world, memory),
    ...(await conflictProblems(world)),
    ...(await secondSyncProblems(world)),
  ]
}

type Bytes = Readonly<Record<string, string>>

const differing = (one: Bytes, other: Bytes): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((path) => one[path] !== other[path])

/** Returns lost, restored and repeated words. Throws if a JSON file is invalid. */
function wordProblems(world: SyncWorld, memory: Bytes): string[] {
  const texts = Object.entries(memory).map(([path, bytes]) => ({
    path,
    text: Buffer.from(bytes, "base64").toString(),
  }))
  const all = new Set(texts.flatMap(({ text }) => wordsIn(text)))
  const repeated = texts.flatMap(({ path, text }) => {
    if (path.endsWith(".json")) JSON.parse(text)
    const words = path.endsWith(".json") ? [] : wordsIn(text)
    const twice = words.filter((word, at) => words.indexOf(word) !== at)
    return twice.length > 0 ? [`${path} says ${twice.join(", ")} twice`] : []
  })
  return [
    ...world.words("stands").flatMap((word) => (all.has(word) ? [] : [`${word} is lost`])),
    ...world.words("gone").flatMap((word) => (all.has(word) ? [`${word} was taken out and is there`] : [])),
    ...repeated,
  ]
}

async function conflictProblems({ team, seen }: SyncWorld): Promise<string[]> {
  const opened = await database().conflict.findMany({ where: { teamId: team.id, kind: "file" } })
  const ids = new Set(opened.map(({ id }) => id))
  return [
    ...opened.flatMap(({ id, state }) => (state === "open" ? [`conflict ${id} is still open`] : [])),
    ...[...seen].flatMap((id) =>
      ids.has(id) ? [] : [`conflict ${id} was told of and never stood in the inbox`],
    ),
  ]
}

/** A second sync must change nothing. */
async function secondSyncProblems({ team, machines }: SyncWorld): Promise<string[]> {
  const problems: string[] = []
  const state = async () =>
    JSON.stringify([await writesOf(team), machines.map((one) => bytesBelow(one.folder))])
  const before = await state()
  for (const machine of machines) {
    const again = await machine.sync()
    const lists = [again.pushed, again.pulled, again.conflicts, again.gone, again.left, again.failed]
    if (lists.some((list) => list.length > 0)) problems.push("a second sync does something")
  }
  if ((await state()) !== before) problems.push("a second sync writes something")
  if (machines.some((one) => temporaryFilesIn(one.folder).length > 0))
    problems.push("something begun beside a file is left")
  return problems
}

async function storedBytes(teamId: string): Promise<Record<string, string>> {
  const files = await database().$queryRaw<{ path: string; text: string }[]>`
    SELECT f.path, r.text FROM memory_file f JOIN revision r ON r.team_id = f.team_id AND r.file_id = f.id AND r.number = f.head WHERE f.team_id = ${teamId}::uuid AND f.state <> 'gone'`
  return Object.fromEntries(files.map(({ path, text }) => [path, Buffer.from(text).toString("base64")]))
}
