import { expect, it } from "vitest"
import { runOperation } from "@/lib/operations/operation"
import { showProposal } from "@/lib/operations/proposals/proposals"
import { closeSession } from "@/lib/operations/sessions/close"
import { memoryOf, memoryPath } from "../../support/imports/memory-folder"
import { expectDone } from "../../support/data/people"
import { givenMemory, givenProposal, givenToken } from "../../support/proposals"

it("a learning is shown with the summary of its session, and a proposal without a session has none", async () => {
  const { team, lead } = await givenMemory({
    [memoryPath("ann")]: memoryOf("ann", ["Queues drain in order"]),
  })
  const closed = expectDone(
    await runOperation(closeSession, givenToken(team), {
      team: team.slug,
      project: "ledger",
      agent: "ann",
      session: "s-1",
      summary: "Read the ledger",
      learnings: [{ content: "Retries are safe" }],
    }),
  )
  const shown = async (proposal: string | undefined) =>
    expectDone(await runOperation(showProposal, lead, { proposal }))
  expect(await shown(closed.proposals[0]?.id)).toMatchObject({
    reason: "",
    sessionSummary: "Read the ledger",
  })
  const other = await givenProposal(team, {
    project: "ledger",
    agent: "ann",
    content: "Invoices are rounded to cents",
  })
  expect(await shown(other.id)).toMatchObject({ sessionSummary: null })
})
