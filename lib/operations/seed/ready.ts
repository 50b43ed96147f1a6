import type { SeedPlanRow, StoredPlacement } from "@/lib/db/seed/plans"
import type { Actor } from "@/lib/memory/teams/actor"
import { done, type Outcome, type Refusal, refused } from "@/lib/memory/inputs/outcome"
import { isIncluded } from "@/lib/memory/seed/plan"
import { leaveOutBarred } from "@/lib/memory/seed/seeded-file"
import { wholeTeamUnchecked } from "@/lib/memory/teams/visibility"
import type { Tx } from "@/lib/db/infra/commit"
import { entriesOfIds } from "@/lib/db/seed/agents"
import { optedOutMessage } from "../sessions/session-place"
import { whyNotDirectly } from "../policies/places"
import { decisionRight, policyPlaceOf } from "./describe"
import { stored, findBarredEntries } from "./draft"
import type { VisiblePlan } from "./seed-plans"
import { findTarget, type CurrentTarget } from "./current-target"
import type { Applied } from "./seed-outputs"
import { checkStillWaiting } from "./plan-seeding"

export interface ReadyPlan {
  readonly version: number
  readonly reason: string | null
  readonly target: CurrentTarget
  /** Placements to write. Entries that may not be written are left out. */
  readonly placements: readonly StoredPlacement[]
  readonly left: Applied["left"]
  /** True if the plan is applied as proposals, not written directly. */
  readonly asProposals: boolean
}

interface ApplyInput {
  readonly version: number
  readonly reason?: string | undefined
  readonly proposals: boolean
}

/**
 * Checks that a plan can be applied. Returns its placements and how they are written. Refuses if the plan was
 * decided or changed, or if the actor may not decide.
 */
export async function readyToApply(
  actor: Actor,
  { team, row }: VisiblePlan,
  input: ApplyInput,
): Promise<Outcome<ReadyPlan>> {
  const waits = checkStillWaiting(row, input.version)
  if (!waits.ok) return waits
  const target = await findTarget(row)
  const of = policyPlaceOf(row)
  const may = await decisionRight(actor, team.id, of)
  const refusal =
    whyNotWritten(row, target) ??
    (may.decide
      ? null
      : refused("forbidden", may.why ?? "you do not have permission to review seed plans here")) ??
    (await whySourcesChanged(row)) ??
    whyOverwrites(row, target, input)
  if (refusal) return refusal
  const why = await findBarredEntries(
    { team, project: { id: row.projectId, slug: row.projectSlug, name: row.projectName } },
    row.placements.filter(isIncluded),
  )
  const placements = stored(
    row.placements.map((one) => {
      const reason = why.get(one.entry)
      return reason === undefined ? one : leaveOutBarred(one, reason)
    }),
    row.placements,
  )
  if (!placements.some(isIncluded))
    return refused(
      "invalid",
      `${row.path}: the plan is empty. Add an entry, discard the plan, or start the agent with an empty memory`,
    )
  const left = row.placements.flatMap(({ entry, path, line }) => {
    const reason = why.get(entry)
    return reason === undefined ? [] : [{ entry, path, line, why: reason }]
  })
  const mustPropose = (await whyNotDirectly(actor, team.id, of)) !== null
  return done({
    version: input.version,
    reason: input.reason || null,
    target,
    placements,
    left,
    asProposals: target.standing === "has-content" || mustPropose,
  })
}

function whyNotWritten({ path }: SeedPlanRow, { optedOut, gone }: CurrentTarget): Refusal | null {
  const [agent] = optedOut
  if (agent !== undefined) return refused("forbidden", optedOutMessage(agent))
  return gone !== null && gone.sourceId !== null
    ? refused(
        "conflict",
        `${path} was removed from its source. Restore the file from its history, or import it again`,
      )
    : null
}

async function whySourcesChanged(row: SeedPlanRow): Promise<Refusal | null> {
  const changed = await whatChanged(row)
  if (changed.length === 0) return null
  const more = changed.length > 3 ? `; and ${changed.length - 3} more` : ""
  return refused(
    "stale",
    `${changed.slice(0, 3).join("; ")}${more}. Create the plan again, or leave these entries out`,
    { changed },
  )
}

function whyOverwrites(
  { path, fileId }: SeedPlanRow,
  { standing, entries }: CurrentTarget,
  { proposals }: ApplyInput,
): Refusal | null {
  if (standing !== "has-content" || fileId !== null || proposals) return null
  return refused(
    "conflict",
    `${path} has received ${entries.length} ${entries.length === 1 ? "entry" : "entries"} since the plan was created and will not be overwritten. Apply the plan with proposals to review each entry`,
    { entries: entries.length },
  )
}

/** Returns a sentence for each entry of the plan that changed at its source after the plan was made. */
export async function whatChanged(
  { teamId, placements }: Pick<SeedPlanRow, "teamId" | "placements">,
  tx?: Tx,
): Promise<string[]> {
  const placed = placements.filter(isIncluded)
  const now = await entriesOfIds(
    wholeTeamUnchecked(teamId),
    placed.map(({ entry }) => entry),
    tx,
  )
  return placed.flatMap(({ entry, text, path, line, date }) => {
    const one = now.get(entry)
    if (one === undefined) return [`line ${line} of ${path} was removed`]
    if (one.state !== "current") return [`line ${one.line} of ${path} was retired`]
    if (one.text !== text) return [`line ${one.line} of ${path} has changed`]
    return one.date === date ? [] : [`line ${one.line} of ${path} now has a different date`]
  })
}
