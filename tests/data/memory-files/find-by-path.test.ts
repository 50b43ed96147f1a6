import { expect, it } from "vitest"
import { listMemoryFiles } from "@/lib/operations/memory-files/files"
import { runOperation } from "@/lib/operations/operation"
import { expectDone } from "../../support/data/people"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { givenMemory } from "../../support/proposals"

it("files are found by a part of their path, in which % and _ stand for themselves", async () => {
  const { team, lead } = await givenMemory(
    Object.fromEntries(
      ["unit_tester", "unitxtester"].map((agent) => [
        memoryPath(agent),
        memoryOf(agent, ["Ports are never shared"]),
      ]),
    ),
  )
  const found = async (part: string) =>
    expectDone(await runOperation(listMemoryFiles, lead, { team: team.slug, text: part })).files.map(
      ({ path }) => path,
    )
  expect(await found("UNIT_tester")).toEqual([memoryPath("unit_tester")])
  expect(await found("unit%tester")).toEqual([])
  expect(await found("tester")).toHaveLength(2)
})
