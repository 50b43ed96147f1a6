import { visibilityOf } from "@/lib/memory/teams/visibility"
import type { z } from "zod"
import { findRevert } from "@/lib/db/memory-files/reverts"
import { nameOf, type WriteAuthor, type Selection } from "@/lib/db/memory-files/authorship"
import type { VisibleTeam } from "@/lib/db/teams/visible-teams"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { projectOf } from "../teams/project-of"
import { teamOf } from "../teams/team-of"
import { endOf, startOf, type whose } from "./reverts-outputs"

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
