import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { systemActor } from "@/lib/auth/create-actor"
import { database } from "@/lib/db/infra/client"
import { evaluateTeam } from "@/lib/operations/alerts/evaluate"
import { findConflicts } from "@/lib/operations/conflicts/find/find"
import { importFiles, conflictsOf, memoryWith, PAIR } from "../../support/conflicts/conflicts"
import { unrelatedStatements } from "../../support/unrelated-statements"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { useMisbehavingUnits } from "../../support/isolated/misbehaving-units"
import { givenTeam } from "../../support/data/people"
import { sampleOf } from "../../support/thorough"

type Team = Awaited<ReturnType<typeof givenTeam>>

const find = (team: Team, everything = false) =>
  findConflicts(systemActor(), wholeTeamUnchecked(team.id), { because: "sweep", everything })

/** Open alerts of files that could not be checked, after an evaluation of changes. */
async function uncheckedIn(team: Team): Promise<string[]> {
  await evaluateTeam(systemActor(), team.id, { now: new Date() })
  const alerts = await database().alert.findMany({
    where: { teamId: team.id, kind: "unchecked", state: { not: "resolved" } },
    orderBy: { path: "asc" },
  })
  return alerts.map((one) => `${one.path}: ${one.message}`)
}

/** Two similar statements without common words with those of `memoryWith`. */
const odd = (agent: string, ...more: readonly string[]) => ({
  [memoryPath(agent)]: memoryOf(agent, [
    `Zebra paddocks want hay ${more.join(" ")}`,
    `Zebra stables want hay on Sundays ${more.join(" ")}`,
  ]),
})

const PAIRS = [0, 1, 2, 3]
/** A memory of so many statements that all of the project are compared at once, with these pairs. */
const manyWith = (agent: string) => ({
  [memoryPath(agent)]: memoryOf(agent, [
    ...PAIRS.flatMap((number) => [...PAIR(number)]),
    ...unrelatedStatements(200),
  ]),
})

beforeEach(() => {
  const silenced = vi.spyOn(console, "error").mockImplementation(() => undefined)
  onTestFinished(() => silenced.mockRestore())
})

describe("conflict detection", () => {
  it.each(
    sampleOf(
      [
        ["READ-LOOP", 1, "it took more than 60 seconds"],
        ["COMPARE-EXIT", 1, "the analysis crashed or exceeded its memory limit"],
        ["READ-EXIT", PAIRS.length, "the analysis crashed or exceeded its memory limit"],
      ],
      3,
    ),
  )("skips a file with %s, and finds the %i conflicts of the others", async (word, count, why) => {
    await useMisbehavingUnits()
    const team = await givenTeam()
    await importFiles(team, {
      ...(count === 1 ? memoryWith("ann", 1) : manyWith("ann")),
      ...odd("ben", word),
    })
    expect(await find(team)).toMatchObject({ found: count, unchecked: 1 })
    expect(await conflictsOf(team)).toHaveLength(count)
    expect(await uncheckedIn(team)).toEqual([
      `${memoryPath("ben")}: Could not be checked for conflicts: ${why}`,
    ])
  })

  it("skips one file that exhausts memory, and compares the others", async () => {
    await useMisbehavingUnits()
    const team = await givenTeam()
    await importFiles(team, { ...manyWith("ann"), ...odd("ben", "READ-ALLOCATE") })
    expect(await find(team)).toMatchObject({ found: PAIRS.length, unchecked: 1 })
  })

  it("skips one of many files if its entries cannot be compared", async () => {
    await useMisbehavingUnits()
    const team = await givenTeam()
    const ben = memoryOf("ben", ["Zebra paddocks want hay COMPARE-LOOP", "Zebra paddocks want hay and straw"])
    await importFiles(team, { ...manyWith("ann"), [memoryPath("ben")]: ben })
    expect(await find(team)).toMatchObject({ found: PAIRS.length, unchecked: 1 })
  })

  it("skips a file if its conflict cannot be described, and keeps the others", async () => {
    await useMisbehavingUnits()
    const team = await givenTeam()
    const [one, other] = PAIR(2).map((text) => `${text} BETWEEN-LOOP`)
    await importFiles(team, {
      ...memoryWith("ann", 1),
      [memoryPath("ben")]: memoryOf("ben", [one ?? "", other ?? ""]),
    })
    expect(await find(team)).toMatchObject({ found: 1, unchecked: 1 })
  })

  it("skips a failed file until it changes or a full comparison runs", async () => {
    await useMisbehavingUnits()
    const team = await givenTeam()
    await importFiles(team, odd("ben", "READ-EXIT"))
    expect(await find(team)).toMatchObject({ files: 1, unchecked: 1 })
    expect(await find(team)).toMatchObject({ files: 0, unchecked: 0 })
    expect(await find(team, true)).toMatchObject({ files: 1, unchecked: 1 })
    await importFiles(team, { ...memoryWith("ann", 1), ...odd("ben", "READ-EXIT") })
    expect(await find(team)).toMatchObject({ files: 1, found: 1, unchecked: 0 })
    expect(await uncheckedIn(team)).toHaveLength(1)
  })

  it("compares all entries of a failed file once it can be read, and resolves its alert", async () => {
    await useMisbehavingUnits()
    const team = await givenTeam()
    const [one, other] = PAIR(3)
    const text = (...more: string[]) => ({ [memoryPath("ben")]: memoryOf("ben", [one, other, ...more]) })
    await importFiles(team, text("Zebra paddocks want hay READ-EXIT"))
    expect(await find(team)).toMatchObject({ found: 0, unchecked: 1 })
    expect(await uncheckedIn(team)).toHaveLength(1)
    await importFiles(team, text("Zebra paddocks want hay"))
    expect(await find(team)).toMatchObject({ found: 1, unchecked: 0 })
    expect(await uncheckedIn(team)).toEqual([])
  })
})
