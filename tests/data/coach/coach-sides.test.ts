import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import { beforeAll, describe, expect, it } from "vitest"
import { database } from "@/lib/db/infra/client"
import { findSimilarEntries } from "@/lib/db/similar-statements"
import { publishSynthesis } from "@/lib/operations/coach/publish/publish"
import { runOperation } from "@/lib/operations/operation"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { conflictsOf, detectConflicts } from "../../support/conflicts/conflicts"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { givenMemory } from "../../support/proposals"
import { givenSynthesis } from "../../support/coach/syntheses"

const COACH_PATH = memoryPath("coach")
const SAID = "The payment gateway drops idle connections after thirty seconds"
const AGAINST = "The payment gateway drops idle connections after ninety seconds"

let world: Awaited<ReturnType<typeof givenMemory>>
let entry: string
beforeAll(async () => {
  world = await givenMemory({
    [memoryPath("unit-tester")]: memoryOf("unit-tester", [`[2026-11-20] ${SAID}`]),
    [COACH_PATH]: memoryOf("coach", ["[2026-11-19] Reviews of the ledger come late on Fridays"]),
  })
  entry = (await database().entry.findFirstOrThrow({ where: { teamId: world.team.id, text: SAID } })).id
})

const sides = async () => {
  await detectConflicts(world.team)
  return (await conflictsOf(world.team)).map((one) =>
    [...one.left.entries, ...one.right.entries].map(({ path }) => path).toSorted(),
  )
}
const rewrite = async (from: string, to: string) => {
  const { id: file, head, entries } = await world.file(COACH_PATH)
  const now = entries.find((one) => one.text.startsWith(from))
  expectDone(
    await runOperation(reviseFile, world.lead, {
      file,
      base: head,
      reason: "why",
      changes: [{ kind: "edit", entry: now?.id, before: now?.text, text: to }],
    }),
  )
}

describe("a published claim", () => {
  it("is not compared with the entries it cites or disputes, not even in a full comparison or against a proposal", async () => {
    const claims = [
      { text: SAID, cites: [entry] },
      {
        text: `One says otherwise: ${AGAINST.toLowerCase()}`,
        kind: "contradiction" as const,
        cites: [entry],
      },
      { text: AGAINST, cites: [entry] },
    ]
    expectDone(
      await runOperation(publishSynthesis, world.lead, {
        synthesis: await givenSynthesis(world.team, { project: "ledger", claims }),
      }),
    )
    expect(await sides()).toEqual([])
    await detectConflicts(world.team, { everything: true })
    expect(await sides()).toEqual([])
    expect(
      (await findSimilarEntries(wholeTeamUnchecked(world.team.id), SAID)).map(({ path }) => path),
    ).toEqual([memoryPath("unit-tester")])
  })

  it("is compared like other memory after a user rewords it, as are the coach's earlier notes", async () => {
    await rewrite(AGAINST, AGAINST)
    expect(await sides()).toEqual([[COACH_PATH, memoryPath("unit-tester")]])
    await rewrite("Reviews of the ledger", "The payment gateway drops idle connections after forty seconds")
    expect(await sides()).toHaveLength(3)
  })
})
