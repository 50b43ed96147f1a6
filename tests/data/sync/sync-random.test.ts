import { randomBytes } from "node:crypto"
import { describe, expect, it } from "vitest"
import { database } from "@/lib/db/infra/client"
import { bundleForTests } from "../../support/isolated/bundles"
import { writesOf } from "../../support/imports/import-door"
import { openedDoor } from "../../support/http/opened-door"
import { givenTeam } from "../../support/data/people"
import { bytesBelow, givenMachine } from "../../support/sync/sync"
import { Dice, FIRST_FILES, wordsIn } from "../../support/sync/sync-texts"
import { SyncWorld } from "../../support/sync/sync-world"
import { leftBeside } from "../../support/sync/write-back"

const RUNS = Number(process.env.PROPERTY_RUNS ?? 3)
const FIRST = Number(process.env.SYNC_SEED ?? (process.env.PROPERTY_RUNS ? Date.now() % 1_000_000 : 1))
const STEPS = 24
const token = `qd_${randomBytes(32).toString("base64url")}`
const door = openedDoor(token)

describe("two machines with a curator between them", () => {
  it(
    "come to equal bytes, with no edit lost that was not in conflict, whatever they do and wherever a sync is cut off",
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

/** What is wrong at the end of all. */
async function lifeOf(world: SyncWorld): Promise<string[]> {
  const { team, machines } = world
  for (const machine of machines) await machine.sync()
  for (let step = 0; step < STEPS; step += 1) await world.step()
  if ((await world.settle()) === null) return ["it is never quiet"]
  const problems: string[] = []
  const [here, there] = machines.map((machine) => bytesBelow(machine.folder)) as [
    Record<string, string>,
    Record<string, string>,
  ]
  const stored = await storedBytes(team.id)
  const { "src/app.ts": _, ...memory } = here
  for (const path of new Set([...Object.keys(here), ...Object.keys(there)]))
    if (here[path] !== there[path]) problems.push(`${path} differs between the machines`)
  for (const path of new Set([...Object.keys(memory), ...Object.keys(stored)]))
    if (memory[path] !== stored[path]) problems.push(`${path} differs from what is stored`)
  const texts = Object.entries(memory).map(([path, bytes]) => ({
    path,
    text: Buffer.from(bytes, "base64").toString(),
  }))
  const all = new Set(texts.flatMap(({ text }) => wordsIn(text)))
  for (const word of world.words("stands")) if (!all.has(word)) problems.push(`${word} is lost`)
  for (const word of world.words("gone"))
    if (all.has(word)) problems.push(`${word} was taken out and is there`)
  for (const { path, text } of texts) {
    const words = path.endsWith(".json") ? [] : wordsIn(text)
    const twice = words.filter((word, at) => words.indexOf(word) !== at)
    if (twice.length > 0) problems.push(`${path} says ${twice.join(", ")} twice`)
    if (path.endsWith(".json")) JSON.parse(text)
  }
  const opened = await database().conflict.findMany({ where: { teamId: team.id, kind: "file" } })
  for (const { id, state } of opened) if (state === "open") problems.push(`conflict ${id} is still open`)
  for (const id of world.seen)
    if (!opened.some((one) => one.id === id))
      problems.push(`conflict ${id} was told of and never stood in the inbox`)
  const before = [await writesOf(team), machines.map((one) => bytesBelow(one.folder))]
  for (const machine of machines) {
    const again = await machine.sync()
    if (
      [again.pushed, again.pulled, again.conflicts, again.gone, again.left, again.failed].some(
        (list) => list.length > 0,
      )
    )
      problems.push("a second sync does something")
  }
  if (
    JSON.stringify([await writesOf(team), machines.map((one) => bytesBelow(one.folder))]) !==
    JSON.stringify(before)
  )
    problems.push("a second sync writes something")
  if (machines.some((one) => leftBeside(one.folder).length > 0))
    problems.push("something begun beside a file is left")
  return problems
}

async function storedBytes(teamId: string): Promise<Record<string, string>> {
  const files = await database().$queryRaw<{ path: string; text: string }[]>`
    SELECT f.path, r.text FROM memory_file f JOIN revision r ON r.team_id = f.team_id AND r.file_id = f.id AND r.number = f.head WHERE f.team_id = ${teamId}::uuid AND f.state <> 'gone'`
  return Object.fromEntries(files.map(({ path, text }) => [path, Buffer.from(text).toString("base64")]))
}
