import { z } from "zod"
import { waitingProposalsOfAuthor } from "@/lib/db/memory-files/authorship"
import { done } from "@/lib/memory/inputs/outcome"
import { operation } from "../operation"
import type { RevertFilePlan } from "./file-plan"
import { changesFile, planIdentity, planRevert } from "./plan"
import { selectWrites } from "./select"
import { Tally } from "./preview-totals"
import { changedFile, selection, totals } from "./reverts-outputs"

export const previewRevert = operation({
  name: "revert.preview",
  summary:
    "Preview reverting everything written by one agent, session, access token, person or import, line by line, including text that is kept because others have since changed it.",
  method: "POST",
  path: "/reverts/preview",
  right: "curate",
  input: z.object(selection),
  output: z.object({
    name: z.string(),
    shown: z.string(),
    files: z.array(changedFile),
    totals,
    proposals: z.object({ waiting: z.number() }),
  }),
  async run(actor, input) {
    const found = await selectWrites(actor, input)
    if (!found.ok) return found
    const tally = new Tally()
    for await (const portion of planRevert(actor, found.value.team.id, found.value.selection))
      for (const plan of portion) addPlan(tally, plan)
    const waiting = await waitingProposalsOfAuthor(found.value.selection)
    return done({
      name: found.value.name,
      shown: tally.shown(),
      files: tally.files,
      totals: tally.totals,
      proposals: { waiting: waiting.length },
    })
  },
})

export function addPlan(tally: Tally, plan: RevertFilePlan): { added: number; cut: number } {
  const { standing, next, present, asked, left } = plan
  return tally.add({
    head: standing.head,
    text: next?.text ?? null,
    present,
    writes: changesFile(plan) ? asked : 0,
    left: [...left].map(({ why, line, text, by }) => ({ why, line, text, by })),
    gist: planIdentity(plan),
  })
}
