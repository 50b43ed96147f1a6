import { expect, it } from "vitest"
import { systemActor } from "@/lib/auth/mint"
import { loadSamples } from "@/lib/launch/content"
import { ask } from "@/lib/operations/operation"
import { listProposals, showProposal } from "@/lib/operations/proposals/read"
import { expectDone } from "../../support/data/people"

it("opens the first inbox with proposals of every kind, each seen as what it is", async () => {
  await loadSamples(() => undefined)
  const { proposals } = expectDone(await ask(listProposals, systemActor(), { team: "platform", limit: 200 }))
  expect(proposals.length).toBeGreaterThan(15)
  expect(new Set(proposals.map((one) => one.kind))).toEqual(
    new Set(["add", "edit", "retire", "remove", "move", "several"]),
  )
  const saying = (words: string) => {
    const found = proposals.find((one) => one.text.includes(words))
    if (!found) throw new Error(`no proposal says ${words}`)
    return found
  }
  expect(saying("paste.example")).toMatchObject({
    flagged: true,
    found: expect.arrayContaining(["instruction-like"]),
  })
  expect(saying("raw inserts")).toMatchObject({
    flagged: true,
    found: expect.arrayContaining(["invisible-character"]),
  })
  expect(saying("TOML")).toMatchObject({ standing: "needs-rebase", mergeable: true })
  expect(saying("Payments are retried").like).not.toBeNull()
  expect(saying("1,204 tests green").found).toContain("noise")
  expect(saying("A migration that takes a lock").supporters).toBe(2)
  const flagged = proposals.filter((one) => one.flagged)
  expect(flagged).toHaveLength(2)
  for (const { id } of proposals) {
    const detail = expectDone(await ask(showProposal, systemActor(), { proposal: id }))
    expect(detail.diff ?? detail.rebase, detail.text).not.toBeNull()
  }
})
