import { expect, it } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "../../support/data/writable"
import { undoMigration } from "@/lib/operations/migration/migrations"
import { runOperation } from "@/lib/operations/operation"
import { placeInCategory } from "@/lib/operations/categories/category-assignment"
import { offerFiles, startAndWait } from "../../support/imports/import-folder"
import { filesThere, migrateTo, previewTo } from "../../support/data/migrations"
import { expectDone, givenTeam } from "../../support/data/people"
import { Chance, randomFleet } from "../../support/imports/random-fleet"

// FLEETS=200 FLEET_SEED=1000 npx vitest run --project data tests/data/migration/migration-fleets.test.ts
const RUNS = Number(process.env.FLEETS ?? 4)
const FIRST = Number(process.env.FLEET_SEED ?? 1)
const tally = new Map<string, number>()
const count = (what: string) => tally.set(what, (tally.get(what) ?? 0) + 1)

type Team = Awaited<ReturnType<typeof givenTeam>>

it(
  `moves ${RUNS} random fleets to a file for each category and back without loss, and undoes each step`,
  { timeout: 60_000 + RUNS * 10_000 },
  async () => {
    const failed: string[] = []
    for (let seed = FIRST; seed < FIRST + RUNS; seed += 1) {
      try {
        await oneFleet(new Chance(seed))
      } catch (cause) {
        failed.push(`seed ${seed}: ${(cause as Error).message.slice(0, 3000)}`)
        if (failed.length > 5) break
      }
    }
    if (process.env.FLEETS !== undefined)
      console.info(
        [...tally]
          .toSorted((a, b) => b[1] - a[1])
          .map(([what, times]) => `${times} ${what}`)
          .join("\n"),
      )
    expect(failed).toEqual([])
  },
)

async function oneFleet(chance: Chance): Promise<void> {
  const fleet = randomFleet(chance)
  const team = await givenTeam()
  for (const [project, files] of Object.entries(fleet.projects))
    await startAndWait(team, (await offerFiles(team, `/srv/${project}`, files, { project })).run)
  for (const { project, agent, category } of fleet.placed) {
    const known = await database().agent.findFirst({
      where: { teamId: team.id, name: agent, project: { slug: project } },
    })
    if (!known) continue
    if (/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(agent))
      expectDone(
        await runOperation(placeInCategory, systemActor(), {
          team: team.slug,
          category,
          agents: [{ project, name: agent }],
        }),
      )
    else
      await database()
        .$executeRaw`UPDATE agent SET category_id = (SELECT id FROM category c WHERE c.team_id = ${team.id}::uuid AND c.slug = ${category}) WHERE team_id = ${team.id}::uuid AND id = ${known.id}::uuid`
  }
  const before = await filesThere(team)
  const whole = await moveAll(team, "D")
  if (whole === null) return
  count("moved to D")
  const inD = await filesThere(team)
  // Undo it at once and migrate again.
  if (chance.one(3) === 0) {
    expect(await undone(team, whole)).toBe(0)
    expect(await filesThere(team)).toEqual(before)
    const again = await moveAll(team, "D")
    expect(again).not.toBeNull()
    expect(textsOf(await filesThere(team))).toEqual(textsOf(inD))
    return backFrom(team, before, again as Move)
  }
  return backFrom(team, before, whole)
}

interface Move {
  readonly migration: string
  readonly categories: readonly { readonly slug: string; readonly from: string }[]
}

async function backFrom(team: Team, before: Files, there: Move): Promise<void> {
  const inD = await filesThere(team)
  const back = await moveAll(
    team,
    "A",
    there.categories.map(({ slug }) => slug),
  )
  if (back === null) {
    expect(await undone(team, there)).toBe(0)
    expect(await filesThere(team)).toEqual(before)
    return
  }
  count("moved back")
  const inA = await filesThere(team)
  const plain = new Set(
    back.categories
      .map(({ slug }) => slug)
      .filter((slug) => there.categories.find((one) => one.slug === slug)?.from === "A"),
  )
  if (plain.size === there.categories.length) {
    count("all the bytes again")
    expect(inA).toEqual(before)
  }
  const lost = statements(before).filter((one) => !statements(inA).includes(one))
  expect(lost).toEqual([])
  expect(await undone(team, back)).toBe(0)
  expect(textsOf(await filesThere(team))).toEqual(textsOf(inD))
  expect(await undone(team, there)).toBe(0)
  expect(await filesThere(team)).toEqual(before)
  count("undone")
}

type Files = Awaited<ReturnType<typeof filesThere>>
const textsOf = (files: Files) =>
  Object.fromEntries(Object.entries(files).map(([path, { text }]) => [path, text]))
const statements = (files: Files) => [...new Set(Object.values(files).flatMap(({ said }) => said))].toSorted()

const undone = async (team: Team, { migration }: Move): Promise<number> =>
  expectDone(await runOperation(undoMigration, systemActor(), { team: team.slug, migration })).left

/**
 * Migrates all categories that can be migrated. Checks that the others have a reason. Returns null if none
 * can.
 */
async function moveAll(team: Team, to: "A" | "D", among?: readonly string[]): Promise<Move | null> {
  const movable = await movableCategories(team, to, among ?? ["architecture", "testing", "review"])
  if (movable.length === 0) return null
  const before = await filesThere(team)
  const { preview, migration } = await migrateTo({
    team,
    project: "ledger",
    to,
    categories: movable.map(({ slug }) => slug),
  })
  const after = await filesThere(team)
  checkOrigins(preview, before)
  const into = checkTargets(preview, after)
  const bad = await database().$queryRaw<
    { path: string; state: string }[]
  >`SELECT path, state FROM memory_file WHERE team_id = ${team.id}::uuid AND state = 'broken' AND path = ANY(${into}::text[])`
  expect(bad).toEqual([])
  for (const [path, file] of Object.entries(before))
    if (!path.startsWith("ledger/")) expect(after[path]).toEqual(file)
  return { migration, categories: movable }
}

/** Returns the categories that can be migrated. Counts the problems of the others. */
async function movableCategories(
  team: Team,
  to: "A" | "D",
  among: readonly string[],
): Promise<{ slug: string; from: string }[]> {
  const movable: { slug: string; from: string }[] = []
  for (const slug of among) {
    const seen = await previewing(team, to, [slug])
    if (seen === null) continue
    const [problem] = seen.problems
    if (problem) {
      for (const { path, message } of seen.problems)
        expect(path.length > 0 && message.length > 20, message).toBe(true)
      count(`stopped (${to}): ${kindOf(problem.message)}`)
    } else movable.push({ slug, from: seen.from })
  }
  return movable
}

/** Returns a message without its line, quotations and paths. */
const kindOf = (message: string): string =>
  message
    .replace(/^line \d+: /, "")
    .replace(/“[^”]*”/g, "“…”")
    .replace(/\S+\/\S+/g, "PATH")
    .slice(0, 110)

type MovePreview = Awaited<ReturnType<typeof migrateTo>>["preview"]
type FilesThere = Awaited<ReturnType<typeof filesThere>>

/** Each entry of a migrated file is listed once for each file it goes to. */
function checkOrigins({ categories }: MovePreview, before: FilesThere): void {
  const rows = categories.flatMap(({ entries }) => entries)
  const touched = categories.flatMap(({ files }) => files).filter((file) => file.before > 0)
  for (const { path } of touched) {
    const stood = before[`ledger/${path}`]
    const lines = new Set(rows.filter(({ from }) => from.path === path).map(({ from }) => from.line))
    expect([path, lines.size]).toEqual([path, stood?.lines.length ?? 0])
    expect(stood?.lines.filter((line) => !lines.has(line))).toEqual([])
  }
}

/** Each entry of a changed file comes from a listed one. Returns the changed files. */
function checkTargets({ categories }: MovePreview, after: FilesThere): string[] {
  const standing = new Set<string>()
  for (const { text, state, to: place } of categories.flatMap(({ entries }) => entries)) {
    if (!place) throw new Error(`“${text}” has no place`)
    const file = after[`ledger/${place.path}`]
    const at = file?.lines.indexOf(place.line) ?? -1
    expect([place, file?.said[at]]).toEqual([place, `${state} ${text}`])
    standing.add(`${place.path} ${place.line}`)
  }
  const into = categories
    .flatMap(({ files }) => files)
    .filter(({ becomes }) => becomes === "made" || becomes === "changed")
    .map(({ path }) => path)
  for (const path of into)
    for (const line of after[`ledger/${path}`]?.lines ?? [])
      expect(standing.has(`${path} ${line}`), `${path}:${line} came from nowhere`).toBe(true)
  return into
}

async function previewing(team: Team, to: "A" | "D", categories: readonly string[]) {
  try {
    return await previewTo({ team, project: "ledger", to, categories })
  } catch (cause) {
    const words = (cause as Error).message
    if (!/cannot migrate to|category not found|no category in this/.test(words)) throw cause
    count(
      `refused (${to}): ${words
        .replace(/.*cannot migrate to/s, "")
        .replace(/\S+\/\S+/g, "PATH")
        .slice(0, 110)}`,
    )
    return null
  }
}
