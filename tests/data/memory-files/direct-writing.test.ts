import { expect, it } from "vitest"
import { database } from "@/lib/db/infra/client"
import { forgetEntry } from "@/lib/operations/forgetting/forget"
import { runOperation } from "@/lib/operations/operation"
import { changePolicy } from "@/lib/operations/policies/policies"
import { reviseFile } from "@/lib/operations/writing/revise-file"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { actorOf, expectDone, givenPerson } from "../../support/data/people"
import { givenMemory } from "../../support/proposals"

it("a lead's direct write becomes a proposal if two approvals are required", async () => {
  const path = memoryPath("auditor")
  const { team, lead, file } = await givenMemory({
    [path]: memoryOf("auditor", ["[2026-01-01] Books close on Fridays"]),
  })
  const owner = await actorOf(await givenPerson({ team, role: "owner" }))
  expectDone(
    await runOperation(changePolicy, owner, {
      team: team.slug,
      place: "scope:project",
      settings: { approvals: 2 },
    }),
  )
  const { id, head, entries } = await file(path)
  const revised = await runOperation(reviseFile, lead, {
    file: id,
    base: head,
    text: "gone\n",
    reason: "tidying",
  })
  expect(revised).toMatchObject({
    ok: false,
    reason: "forbidden",
    message: expect.stringContaining("2 approvals are required"),
  })
  expect(
    expectDone(
      await runOperation(forgetEntry, lead, { entry: entries[0]?.id ?? "", reason: "no longer so" }),
    ),
  ).toMatchObject({ state: "waiting" })
  expect((await file(path)).head).toBe(head)
})

it("a new revision of memory does not override an agent's definition: the agent stays opted out", async () => {
  const path = memoryPath("quiet")
  const { team, lead, file } = await givenMemory({
    [path]: memoryOf("quiet", ["[2026-01-01] One", "[2026-01-02] Two"]),
    ".claude/agents/quiet.md":
      "---\nname: quiet\ndescription: Says nothing\nmemory: disabled\n---\n\nYou say nothing.\n",
  })
  expectDone(
    await runOperation(forgetEntry, lead, {
      entry: (await file(path)).entries[0]?.id ?? "",
      reason: "no longer so",
    }),
  )
  expect(await database().agent.findFirst({ where: { teamId: team.id, name: "quiet" } })).toMatchObject({
    optedOut: true,
  })
})
