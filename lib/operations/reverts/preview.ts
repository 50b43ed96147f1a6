import { z } from "zod"
import {
  waitingProposalsOfAuthor,
  nameOf,
  type WriteAuthor,
  type Selection,
} from "@/lib/db/memory-files/authorship"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { visibilityOf } from "@/lib/memory/teams/visibility"
import { findRevert } from "@/lib/db/memory-files/reverts"
import type { VisibleTeam } from "@/lib/db/teams/teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { operation } from "../operation"
import { projectOf, teamOf } from "../teams/team-and-project"
import { type RevertFilePlan, changesFile, planIdentity, planRevert } from "./plan"
import { Tally } from "./preview-totals"
import { changedFile, selection, totals, endOf, startOf, type whose } from "./reverts-outputs"

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

export interface SelectedWrites {
  readonly team: VisibleTeam
  readonly selection: Selection
  /** Display name of the author of the writes. */
  readonly name: string
  /** Selection in the form in which it is stored. */
  readonly of: Readonly<Record<string, string>>
}

interface Asked {
  readonly team: string
  readonly of: z.output<typeof whose>
  readonly project?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/**
 * Resolves the team and the author of the writes to revert. Refuses unknown names, and a revert that cannot
 * be undone.
 */
export async function selectWrites(actor: Actor, asked: Asked): Promise<Outcome<SelectedWrites>> {
  const team = await teamOf(actor, "curate", asked.team)
  if (!team.ok) return team
  const project = await projectOf(actor, team.value.id, asked.project)
  if (!project.ok) return project
  const named = Object.fromEntries(
    Object.entries(asked.of).filter((one): one is [string, string] => one[1] !== undefined),
  )
  const of = named as unknown as WriteAuthor
  const name = await nameOf(visibilityOf(actor, team.value.id), of)
  if (name === null) return refused("not-found", `of: ${Object.keys(named)[0]} not found in this team`)
  if (
    asked.of.revert !== undefined &&
    isWithdrawal((await findRevert(visibilityOf(actor, team.value.id), asked.of.revert))?.of)
  )
    return refused("conflict", `${name} cannot be undone. Publish the synthesis again`)
  const [from, to] = [startOf(asked.from), endOf(asked.to)]
  return done({
    team: team.value,
    selection: { visible: visibilityOf(actor, team.value.id, project.value?.id), of, from, to },
    name,
    of: {
      ...named,
      ...(project.value ? { project: project.value.slug } : {}),
      ...(asked.from ? { from: asked.from } : {}),
      ...(asked.to ? { to: asked.to } : {}),
    },
  })
}

/**
 * True if a revert withdrew a published synthesis. Undoing the revert would restore only the file, with
 * claims that are not published.
 */
const isWithdrawal = (of: unknown): boolean => typeof of === "object" && of !== null && "synthesis" in of
