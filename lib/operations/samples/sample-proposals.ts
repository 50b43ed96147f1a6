import { z } from "zod"
import { commit } from "@/lib/db/infra/commit"
import { backdateProposal } from "@/lib/db/proposals/new-proposals"
import type { Actor } from "@/lib/memory/teams/actor"
import { done } from "@/lib/memory/inputs/outcome"
import type { ProposedChange } from "@/lib/memory/proposals/proposed-change"
import { valueOf } from "./load-and-remove"
import { createProposal } from "../proposals/create"
import { proposalPlace } from "../proposals/proposal-place"
import { type Target, targetOf } from "../proposals/target"
import { reviseFile } from "../writing/revise-file"

/** Schema of a change in the samples. An entry is named by its text. */
const change = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("add"), section: z.string().nullable(), text: z.string() }),
  z.object({ kind: z.literal("edit"), says: z.string(), text: z.string() }),
  z.object({ kind: z.literal("retire"), says: z.string(), why: z.string() }),
  z.object({ kind: z.literal("remove"), says: z.string() }),
  z.object({ kind: z.literal("move"), says: z.string(), section: z.string() }),
])

const sample = z.object({
  team: z.string(),
  project: z.string(),
  /** Agent that proposes. `also`: other agents that propose the same change. */
  by: z.string(),
  also: z.array(z.string()).default([]),
  agent: z.string().optional(),
  category: z.string().optional(),
  scope: z.enum(["global", "team", "project"]).optional(),
  file: z.string().optional(),
  content: z.string().optional(),
  changes: z.array(change).optional(),
  section: z.string().optional(),
  type: z.string().optional(),
  confidence: z.number().optional(),
  reason: z.string(),
  evidence: z.string().optional(),
  session: z.string().optional(),
  /** Number of hours since the proposal was made. */
  hours: z.number(),
  /** Entry that a person rewords after the proposal was made. */
  meanwhile: z.object({ says: z.string(), now: z.string() }).optional(),
})

export const sampleProposals = z.object({ proposals: z.array(sample) })

/**
 * Makes the proposals of the sample agents, so that the first inbox has content. Returns the number of
 * proposals. Throws if an operation refuses.
 */
export async function loadSampleProposals(
  actor: Actor,
  { proposals }: z.output<typeof sampleProposals>,
  now: Date,
): Promise<number> {
  for (const one of proposals) {
    const { team, project } = valueOf(await proposalPlace(actor, one))
    const target = valueOf(await targetOf({ team, project, today: now.toISOString().slice(0, 10) }, one))
    const {
      by,
      also,
      hours,
      meanwhile,
      changes,
      content,
      section,
      type,
      confidence,
      reason,
      evidence,
      session,
    } = one
    const asked = {
      team: team.id,
      project: project.id,
      agent: one.agent,
      category: one.category,
      scope: one.scope,
      file: one.file,
      content,
      section,
      type,
      confidence,
      reason,
      evidence,
      session,
      changes: changes?.map((each) => changeOf(each, target, now)),
    }
    const { id } = valueOf(await createProposal.run(actor, { ...asked, author: by }))
    for (const author of also) valueOf(await createProposal.run(actor, { ...asked, author }))
    await commit(actor, { kind: "samples.load", teamId: team.id, subject: "proposals" }, async (tx) =>
      done(await backdateProposal(tx, team.id, id, new Date(now.getTime() - hours * 3_600_000))),
    )
    if (meanwhile && target.head) {
      const reworded = changeOf({ kind: "edit", says: meanwhile.says, text: meanwhile.now }, target, now)
      valueOf(
        await reviseFile.run(actor, {
          file: target.head.id,
          base: target.head.revision,
          changes: [reworded],
          reason: "Completed the sentence",
        }),
      )
    }
  }
  return proposals.length
}

function changeOf(one: z.output<typeof change>, target: Target, now: Date): ProposedChange {
  if (one.kind === "add")
    return { kind: "add", section: one.section, text: one.text, date: now.toISOString().slice(0, 10) }
  const entry = target.entries.find((each) => each.text === one.says)
  if (!entry) throw new Error(`samples: no entry of ${target.path} says ${JSON.stringify(one.says)}`)
  const named = { entry: entry.id, before: entry.text }
  switch (one.kind) {
    case "edit":
      return { kind: "edit", ...named, text: one.text }
    case "retire":
      return { kind: "retire", ...named, why: one.why }
    case "remove":
      return { kind: "remove", ...named }
    case "move":
      return { kind: "move", ...named, section: one.section }
  }
}
