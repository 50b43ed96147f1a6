import type { StoredPlacement } from "@/lib/db/seed/plans"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, refused } from "@/lib/memory/inputs/outcome"
import { isInFile } from "@/lib/memory/seed/budget"
import { barred } from "@/lib/memory/seed/seeded-file"
import { optedOutMessage } from "../sessions/opted-out"
import { whyNotDirectly } from "../policies/direct-write"
import { decisionRight, policyPlaceOf } from "./describe"
import { stored, whyNotLetIn } from "./draft"
import type { VisiblePlan } from "./place"
import { whatChanged } from "./stale"
import { findTarget, type StandingTarget } from "./standing-target"
import type { Applied } from "./seed-outputs"

export interface Ready {
  readonly version: number
  readonly reason: string | null
  readonly target: StandingTarget
  /** With what may not be written after all left out. */
  readonly placements: readonly StoredPlacement[]
  readonly left: Applied["left"]
  readonly asProposals: boolean
}

/** All that can keep a plan from being applied, and how it would be. */
export async function readyToApply(
  actor: Actor,
  { team, row }: VisiblePlan,
  input: { readonly version: number; readonly reason?: string | undefined; readonly proposals: boolean },
): Promise<Outcome<Ready>> {
  if (row.state !== "waiting")
    return refused(
      "conflict",
      `already decided by ${row.decidedBy ?? row.authorName}: the plan is ${row.state}`,
      { state: row.state },
    )
  if (row.version !== input.version)
    return refused(
      "stale",
      `the plan has changed: it is at version ${row.version}, and you have ${input.version}. Look at it again`,
      { version: row.version, seen: input.version },
    )
  const target = await findTarget(row)
  const [out] = target.optedOut
  if (out !== undefined) return refused("forbidden", optedOutMessage(out))
  if (target.gone !== null && target.gone.sourceId !== null)
    return refused(
      "conflict",
      `${row.path} was removed from its source: restore it from its history, or import it again`,
    )
  const of = policyPlaceOf(row)
  const may = await decisionRight(actor, team.id, of)
  if (!may.decide) return refused("forbidden", may.why ?? "you may not decide here")
  const changed = await whatChanged(row)
  if (changed.length > 0)
    return refused(
      "stale",
      `${changed.slice(0, 3).join("; ")}${changed.length > 3 ? `; and ${changed.length - 3} more` : ""}: make the plan again, or leave these out`,
      { changed },
    )
  const full = target.standing === "has-content"
  if (full && row.fileId === null && !input.proposals)
    return refused(
      "conflict",
      `${row.path} received ${target.entries.length} ${target.entries.length === 1 ? "entry" : "entries"} since the plan was made and is not overwritten. Apply the plan with proposals to decide each entry`,
      { entries: target.entries.length },
    )
  const why = await whyNotLetIn(
    { team, project: { id: row.projectId, slug: row.projectSlug, name: row.projectName } },
    row.placements.filter(isInFile),
  )
  const placements = stored(
    row.placements.map((one) => {
      const reason = why.get(one.entry)
      return reason === undefined ? one : barred(one, reason)
    }),
    row.placements,
  )
  if (!placements.some(isInFile))
    return refused(
      "invalid",
      `${row.path}: the plan is empty: place an entry, discard the plan, or start the agent with an empty memory`,
    )
  const left = row.placements.flatMap(({ entry, path, line }) => {
    const reason = why.get(entry)
    return reason === undefined ? [] : [{ entry, path, line, why: reason }]
  })
  const several = (await whyNotDirectly(actor, team.id, of)) !== null
  return done({
    version: input.version,
    reason: input.reason || null,
    target,
    placements,
    left,
    asProposals: full || several,
  })
}
